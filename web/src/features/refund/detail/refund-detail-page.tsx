import { PAGES } from '@huanji/contract/pages'
import type { Channel } from '@huanji/domain/channel'
import { refundKind } from '@huanji/domain/refunds/kinds'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '../../../api/client.ts'
import { pollMs, queryOf, refresh } from '../../../api/queries.ts'
import { ActionBar } from '../../../components/actions/action-bar.tsx'
import { DetailPage, Section } from '../../../components/detail/detail.tsx'
import { DetailPending } from '../../../components/detail/detail-pending.tsx'
import { Timeline } from '../../../components/detail/timeline.tsx'
import { IdMissing } from '../../../components/empty/id-missing.tsx'
import { GradeBadge } from '../../../components/grade/grade-badge.tsx'
import { Neighbours } from '../../../components/list/neighbours.tsx'
import { Note } from '../../../components/note/note.tsx'
import { RemarkSection } from '../../../components/remark/remark-section.tsx'
import { StateTag } from '../../../components/state-tag/state-tag.tsx'
import { refundDetailOf } from '../../links/refund-links.ts'
import { RequestNote } from '../../request/request.tsx'
import { REFUND_PAGE_ACTIONS } from '../refund-actions.tsx'
import { amountLabel } from '../refund-labels.ts'
import { PastNote } from '../refund-past.tsx'
import { RefundStateTag } from '../refund-tags.tsx'
import { RemarkEditor } from '../remark-editor.tsx'
import type { RefundDetail } from '../types.ts'
import { ApprovalNote, ApprovalSection } from './approval-section.tsx'
import { ClaimSection } from './claim-section.tsx'
import { ExpiryStrip } from './expiry-strip.tsx'
import { OrderSection, ParcelsSection, PlansSection, RefusalSection } from './refund-sections.tsx'
import { UnitSection } from './unit-section.tsx'

const SYNC_EVERY_MS = 3000

/** What did not come true where the marketplace refused it. */
const REFUSED_LEADS: Readonly<Record<string, string>> = {
  refund_agreed: '同意没有成功，售后保持原状',
  refund_refused: '拒绝没有成功，售后保持原状',
  return_confirmed: '确认收货没有成功，售后保持原状',
  plan_taken: '处理办法没有提交成功',
  goods_resent: '闲鱼没有收到补发信息',
}

const loadRefunds = async () => (await import('../list/refund-list.tsx')).refundList

interface RefundDetailPageProps {
  channel: Channel
  /** What kind of page it is. */
  title: string
}

function Refund({ channel, title, refund }: RefundDetailPageProps & { refund: RefundDetail }) {
  const queries = useQueryClient()
  const { label } = refundKind(refund.kind)
  return (
    <DetailPage
      page={title}
      title={refund.title}
      coverUrl={refund.coverUrl}
      code={{ label: '售后单号', text: refund.refundNo }}
      {...(refund.paysFen === null ? {} : { price: { label: amountLabel(refund), fen: refund.paysFen } })}
      neighbours={<Neighbours load={loadRefunds} current={refund.refundId} unit="单" />}
      state={
        <>
          <StateTag>{label}</StateTag>
          <RefundStateTag refund={refund} />
          <GradeBadge grade={refund.grade} />
        </>
      }
      actions={
        <ActionBar
          actions={REFUND_PAGE_ACTIONS}
          row={refund}
          labelOf={(row) => row.refundNo}
          refresh={() => refresh(queries, refundDetailOf(channel), api.refund.list)}
        />
      }
      side={
        <>
          <RemarkSection
            remark={refund.remark}
            mayWrite={refund.allowedActions.includes('remark')}
            form={(onDone) => <RemarkEditor refund={refund} onDone={onDone} />}
          />
          <Section title="进度">
            <Timeline lines={refund.history} />
          </Section>
        </>
      }
    >
      <ExpiryStrip refund={refund} />
      <PastNote refund={refund} />
      <RequestNote desired={refund.desired} refusedLead={REFUSED_LEADS[refund.desired?.want ?? ''] ?? '闲鱼没有接受'} />
      <ApprovalNote refund={refund} />
      <ClaimSection refund={refund} />
      <PlansSection refund={refund} />
      <OrderSection refund={refund} />
      <ParcelsSection refund={refund} />
      {refund.units.length > 0 && refund.units.length < refund.orderUnitCount ? (
        <Note tone="info">
          <span>
            本单共 {refund.orderUnitCount} 台，买家只对下面这{' '}
            {refund.units.length === 1 ? '台' : `${refund.units.length} 台`}申请售后，其余仍为已售出。
          </span>
        </Note>
      ) : null}
      {refund.units.map((unit) => (
        <UnitSection key={unit.unitId} refund={refund} unit={unit} />
      ))}
      <RefusalSection refund={refund} />
      <ApprovalSection refund={refund} />
    </DetailPage>
  )
}

function RefundById({ refundId, ...props }: RefundDetailPageProps & { refundId: string }) {
  const query = useQuery({
    ...queryOf(refundDetailOf(props.channel), { refundId }),
    refetchInterval: ({ state }) => state.data?.desired?.state === 'pending' && pollMs(SYNC_EVERY_MS),
  })
  return <DetailPending query={query}>{(refund) => <Refund {...props} refund={refund} />}</DetailPending>
}

/** One after-sale case of a channel, by its address. */
export function RefundDetailPage(props: RefundDetailPageProps) {
  const [search] = useSearchParams()
  const refundId = search.get('refundId') ?? ''
  if (refundId !== '') return <RefundById key={refundId} refundId={refundId} {...props} />
  return <IdMissing what="售后单号" list="售后列表" to={PAGES.refunds.path} />
}
