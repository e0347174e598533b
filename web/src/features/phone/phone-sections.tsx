import { CHANNEL_PAGES, linkTo, PAGES } from '@huanji/contract/pages'
import { Link } from 'react-router'
import { Section } from '../../components/detail/detail.tsx'
import { GradeBadge, RepairFlag } from '../../components/grade/grade-badge.tsx'
import { Equation } from '../../components/money/equation.tsx'
import { Money } from '../../components/money/money.tsx'
import { viewPhotos } from '../../components/photo-viewer/photo-viewer.tsx'
import { StateTag } from '../../components/state-tag/state-tag.tsx'
import { Time } from '../../components/time/time.tsx'
import { can } from '../../session/session.ts'
import { inspectionLabel, STATE_TONES } from '../inspection/labels.ts'
import { InspectionNo } from '../links/inspection-no.tsx'
import { ORDER_TONES, orderLabel } from '../order/order-labels.ts'
import { viewedOf } from '../report/album.ts'
import { PhotoThumb } from '../report/photo-thumb.tsx'
import styles from './phone-sections.module.css'
import type { PhoneInspection, PhoneSale } from './types.ts'

const NET_LABELS = { expected: '预计到手', pending: '待结算到手', settled: '到手' } as const

/** What one sale came to: what the phone brought, and what is left over its cost. */
function SaleMoney({ sale: { proceeds, costPriceFen, marginFen, unitCount } }: { sale: PhoneSale }) {
  if (proceeds === null) return <p className="muted">没有成交，没有收入</p>
  const isSpent = marginFen !== null && marginFen !== proceeds.netFen
  return (
    <>
      <Equation terms={proceeds.lines} result={{ label: NET_LABELS[proceeds.state], amountFen: proceeds.netFen }} />
      {can('field:costPrice') ? (
        <p className={styles.margin}>
          {marginFen === null ? (
            <span className="muted">成本价未填写，算不出赚多少</span>
          ) : (
            <>
              <span>赚</span> <Money fen={marginFen} strong />
              <span className="muted">
                {isSpent ? '' : '（机器已回到手上，成本不计入这一单）'}
                {isSpent && costPriceFen !== null ? (
                  <>
                    （已减成本 <Money fen={costPriceFen} />）
                  </>
                ) : null}
              </span>
            </>
          )}
        </p>
      ) : null}
      {unitCount > 1 ? <p className="muted">整单 {unitCount} 台，金额按成交价分摊到这一台。</p> : null}
    </>
  )
}

function OrderNo({ sale: { orderId, orderNo, channel } }: { sale: PhoneSale }) {
  if (!can(PAGES[CHANNEL_PAGES[channel].orders].path)) return <span className="code">{orderNo}</span>
  return (
    <Link className="code" to={linkTo(CHANNEL_PAGES[channel].order, { orderId })}>
      {orderNo}
    </Link>
  )
}

/** 这台赚了多少: each sale of the phone with what it brought, for whoever may see money. */
export function SalesSection({ sales }: { sales: readonly PhoneSale[] }) {
  if (sales.length === 0) return null
  return (
    <Section title="这台赚了多少">
      <ul className={styles.list}>
        {sales.map((sale) => (
          <li key={`${sale.orderId} ${sale.unitId}`}>
            <p className={styles.line}>
              <OrderNo sale={sale} />
              <StateTag tone={ORDER_TONES[sale.state]}>{orderLabel(sale.state)}</StateTag>
              <span className="muted">
                <Time at={sale.orderedAt} /> · {sale.shopName} · {sale.buyerNick}
              </span>
            </p>
            {can('field:orderMoney') ? <SaleMoney sale={sale} /> : null}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Photos({ photos }: Pick<PhoneInspection, 'photos'>) {
  const open = (at: number) =>
    void viewPhotos(
      photos.map((photo) => viewedOf(photo, photo.caption)),
      at,
    )
  return (
    <div className={styles.photos}>
      {photos.map((photo, at) => (
        <PhotoThumb key={photo.photoId} photo={photo} caption={photo.caption} onOpen={() => open(at)} />
      ))}
    </div>
  )
}

/** The inspections of the phone, newest first, each with its photographs as they were. */
export function InspectionsSection({ inspections }: { inspections: readonly PhoneInspection[] }) {
  if (inspections.length === 0) return null
  return (
    <Section title={`质检（${inspections.length} 次）`}>
      <ul className={styles.list}>
        {inspections.map((one) => (
          <li key={one.inspectionId}>
            <p className={styles.line}>
              <InspectionNo inspectionId={one.inspectionId} inspectionNo={one.inspectionNo} />
              <GradeBadge grade={one.grade} />
              <RepairFlag flag={one.repairFlag} />
              <StateTag tone={STATE_TONES[one.state]}>{inspectionLabel(one.state)}</StateTag>
              <span className="muted">
                <Time at={one.createdAt} /> · {one.inspectorName}
                {one.exceptionCount > 0 ? ` · 异常 ${one.exceptionCount} 项` : ''}
              </span>
              {one.reportPath === null ? null : (
                <a href={one.reportPath} target="_blank" rel="noreferrer">
                  买家报告
                </a>
              )}
            </p>
            {one.overrideReason === '' ? null : <p className="muted">改判：{one.overrideReason}</p>}
            {one.photos.length > 0 ? <Photos photos={one.photos} /> : null}
            {one.photos.length < one.photoCount ? (
              <p className="muted">共 {one.photoCount} 张照片，请打开报告查看。</p>
            ) : null}
          </li>
        ))}
      </ul>
    </Section>
  )
}
