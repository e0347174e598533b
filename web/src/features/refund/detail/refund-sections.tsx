import { PLAN_LABELS } from '@huanji/contract/features/refund/labels'
import { CHANNEL_PAGES, linkTo, PAGES } from '@huanji/contract/pages'
import { Link } from 'react-router'
import { Code } from '../../../components/code/code.tsx'
import { Facts, Section } from '../../../components/detail/detail.tsx'
import { Money } from '../../../components/money/money.tsx'
import { viewPhotos } from '../../../components/photo-viewer/photo-viewer.tsx'
import { StateTag } from '../../../components/state-tag/state-tag.tsx'
import { Time } from '../../../components/time/time.tsx'
import { can } from '../../../session/session.ts'
import { ORDER_TONES, orderLabel } from '../../order/order-labels.ts'
import type { OrderState } from '../../order/types.ts'
import { viewedOf } from '../../report/album.ts'
import { PhotoThumb } from '../../report/photo-thumb.tsx'
import { isReturned } from '../refund-labels.ts'
import type { RefundDetail } from '../types.ts'
import claim from './claim-section.module.css'

interface SectionProps {
  refund: RefundDetail
}

function OrderNo({ refund: { channel, orderId, orderNo } }: SectionProps) {
  const { order, orders } = CHANNEL_PAGES[channel]
  if (!can(PAGES[orders].path)) return <Code text={orderNo} what="订单号" />
  return (
    <Link className="code" to={linkTo(order, { orderId })}>
      {orderNo}
    </Link>
  )
}

const toneOf = (state: string) => ORDER_TONES[state as OrderState] ?? 'neutral'

/** The order that the case is about. */
export function OrderSection({ refund }: SectionProps) {
  return (
    <Section title="订单">
      <Facts
        items={[
          { label: '订单号', value: <OrderNo refund={refund} />, wide: true },
          {
            label: '状态',
            value: <StateTag tone={toneOf(refund.orderState)}>{orderLabel(refund.orderState)}</StateTag>,
          },
          ...(refund.orderAmountFen === null
            ? []
            : [{ label: '成交价', value: <Money fen={refund.orderAmountFen} /> }]),
          { label: '店铺', value: refund.shopName || '—' },
        ]}
      />
    </Section>
  )
}

type Parcel = NonNullable<RefundDetail['resendParcel']>

/** A parcel that goes out; nothing where there is none. */
function OutgoingParcel({ label, parcel }: { label: string; parcel: Parcel | null }) {
  if (parcel === null) return null
  return (
    <div className={claim.parcel}>
      <Facts
        items={[
          { label, value: parcel.carrierName || '—' },
          { label: '运单号', value: <Code text={parcel.waybill} what="运单号" /> },
        ]}
      />
    </div>
  )
}

/** Every parcel of the case: what comes back, and what goes out again. */
export function ParcelsSection({ refund }: SectionProps) {
  const { returnWaybill, resendParcel, refusedParcel, receivedAt, recheckedAt } = refund
  const hasReturn = returnWaybill !== '' || isReturned(refund)
  if (!hasReturn && resendParcel === null && refusedParcel === null) return null
  return (
    <Section title="物流">
      {hasReturn ? (
        <Facts
          items={[
            { label: '买家退货', value: refund.returnCarrierName || (returnWaybill === '' ? '没有寄回' : '—') },
            { label: '运单号', value: <Code text={returnWaybill} what="退货运单号" /> },
            { label: '签收', value: receivedAt === null ? '未签收' : <Time at={receivedAt} /> },
            { label: '复检', value: recheckedAt === null ? '未复检' : <Time at={recheckedAt} /> },
          ]}
        />
      ) : null}
      <OutgoingParcel label="补发" parcel={resendParcel} />
      <OutgoingParcel label="寄回买家" parcel={refusedParcel} />
    </Section>
  )
}

/** The two plans of a verdict on the auction market side by side, and which was taken. */
export function PlansSection({ refund: { plans } }: SectionProps) {
  if (plans === null) return null
  const { keepFen, returnFen, decided } = plans
  return (
    <Section title="平台判定" extra={decided === null ? <StateTag tone="warning">等您选办法</StateTag> : null}>
      <Facts
        items={[
          {
            label: PLAN_LABELS.keep.slice(0, 2),
            value: (
              <>
                <Money fen={keepFen} strong /> <span className="muted">买家留着手机</span>{' '}
                {decided === 'keep' ? <StateTag tone="success">已选择</StateTag> : null}
              </>
            ),
          },
          {
            label: PLAN_LABELS.return,
            value: (
              <>
                <Money fen={returnFen} strong /> <span className="muted">买家寄回手机</span>{' '}
                {decided === 'return' ? <StateTag tone="success">已选择</StateTag> : null}
              </>
            ),
          },
        ]}
      />
    </Section>
  )
}

/** Why the case was refused, and what was shown for it; not there while it was not. */
export function RefusalSection({ refund }: SectionProps) {
  const { refuseReason, refuseExplanation, refusalPhotos } = refund
  if (refuseReason === '' && refusalPhotos.length === 0) return null
  return (
    <Section title="拒绝说明">
      <Facts
        items={[
          { label: '原因', value: refuseReason || '—' },
          { label: '说明', value: refuseExplanation || '—', wide: true },
        ]}
      />
      {refusalPhotos.length > 0 ? (
        <div className={claim.evidence}>
          {refusalPhotos.map((photo, index) => (
            <PhotoThumb
              key={photo.photoId}
              photo={photo}
              caption={`拒绝凭证${index + 1}`}
              onOpen={() =>
                void viewPhotos(
                  refusalPhotos.map((one, at) => viewedOf(one, `拒绝凭证${at + 1}`)),
                  index,
                )
              }
            />
          ))}
        </div>
      ) : null}
    </Section>
  )
}
