import { CHANNEL_LABELS } from '@huanji/contract/labels'
import { formatFen } from '@huanji/domain/money'
import { REFUND_KINDS } from '@huanji/domain/refunds/kinds'
import { REFUND_REASONS } from '@huanji/domain/refunds/reasons'
import { formatShanghai } from '@huanji/domain/time'
import { Link } from 'react-router'
import { Countdown } from '../../../components/countdown/countdown.tsx'
import type { Cell } from '../../../components/list/list-types.ts'
import { Money } from '../../../components/money/money.tsx'
import { StateTag } from '../../../components/state-tag/state-tag.tsx'
import { SubLine } from '../../../components/sub-line/sub-line.tsx'
import { searchModels, shopOptions } from '../../goods/filter-options.ts'
import { GoodsCell } from '../../goods/goods-cell.tsx'
import { refundLink } from '../../links/refund-links.ts'
import { amountLabel, isReturned, NO_REFUND } from '../refund-labels.ts'
import { buyerCasesText, pastText } from '../refund-past.tsx'
import { RefundStateTag } from '../refund-tags.tsx'
import type { RefundRow } from '../types.ts'
import styles from './refund-cells.module.css'

/** A case's state in words, with what else matters of it. */
export const refundStateText = ({ stateText, awaitsApproval }: RefundRow): string =>
  `${awaitsApproval ? '待批准 ' : ''}${stateText}`

/** The state, and beside it that the order had a case before: seen without scrolling to the reason. */
function State({ row }: { row: RefundRow }) {
  const { earlier } = row
  return (
    <>
      <RefundStateTag refund={row} />
      {earlier === null ? null : (
        <span title={pastText(row)}>
          {' '}
          <StateTag tone="danger">第{earlier.ordinal}次</StateTag>
        </span>
      )}
    </>
  )
}

/** The time that is left, and what the marketplace does when it is over. */
function Deadline({ row }: { row: RefundRow }) {
  if (row.expiry === null) return <span className="muted">—</span>
  return (
    <span className={styles.expiry} title={row.expiry.words}>
      <Countdown className={styles.due} deadlineAt={row.deadlineAt} bare />
      <span className={styles.words}>{row.expiry.words}</span>
    </span>
  )
}

const deadlineText = ({ deadlineAt, expiry }: RefundRow): string =>
  deadlineAt === null || expiry === null ? '' : `${formatShanghai(deadlineAt)} ${expiry.words}`

export const reasonText = ({ reason, reasonDetail }: Pick<RefundRow, 'reason' | 'reasonDetail'>): string =>
  [reason, reasonDetail].filter((part, index, all) => part !== '' && all.indexOf(part) === index).join(' · ') || '—'

const reasonAndPast = (row: RefundRow): string => [reasonText(row), pastText(row)].filter(Boolean).join('；')

/** Why the buyer asks; under it that it is not the first time for the order, leading to the time before. */
function Reason({ row }: { row: RefundRow }) {
  const { earlier, channel } = row
  return (
    <>
      <span title={reasonText(row)}>{reasonText(row)}</span>
      {earlier === null ? null : (
        <SubLine>
          <Link title={pastText(row)} to={refundLink({ refundId: earlier.refundId, channel })}>
            {pastText(row)}
          </Link>
        </SubLine>
      )}
    </>
  )
}

const buyerText = (row: RefundRow): string => [row.buyerNick || '—', buyerCasesText(row)].filter(Boolean).join('，')

function Buyer({ row }: { row: RefundRow }) {
  const cases = buyerCasesText(row)
  return (
    <>
      {row.buyerNick || '—'}
      {cases === '' ? null : <SubLine>{cases}</SubLine>}
    </>
  )
}

/** Why there is no parcel yet; a case that is over or was refused waits for none. */
const UNSENT: Readonly<Partial<Record<RefundRow['state'], string>>> = {
  awaiting_merchant: '同意后寄回',
  awaiting_address: '等买家寄回',
  awaiting_return: '等买家寄回',
}

/** The parcel that comes back, and whether it is here. */
function ReturnParcel({ row }: { row: RefundRow }) {
  if (row.returnWaybill === '') {
    return <span className="muted">{isReturned(row) ? (UNSENT[row.state] ?? '没有寄回') : '不用寄回'}</span>
  }
  const step = row.recheckedAt ? '已复检' : row.receivedAt ? '已签收' : ''
  return (
    <>
      {row.returnCarrierName} <span className="code">{row.returnWaybill}</span> {step}
    </>
  )
}

/** What the buyer gets; an exchange and a resending pay nothing, which is said. */
function Amount({ row }: { row: RefundRow }) {
  if (row.paysFen !== null) {
    return (
      <>
        <Money fen={row.paysFen} strong />
        {row.verdict === 'awaitingSeller' ? <SubLine>{amountLabel(row)}的</SubLine> : null}
      </>
    )
  }
  return <span className="muted">{amountText(row)}</span>
}

const amountText = ({ paysFen }: RefundRow): string => (paysFen === null ? NO_REFUND : formatFen(paysFen))

/** What the box for codes takes. */
export const CODE_PLACEHOLDER = '售后 / 订单号 / 退货运单 / 手机 / 封袋码'

const KINDS = REFUND_KINDS.map(({ code, label }) => ({ value: code, label }))
const REASONS = REFUND_REASONS.map(({ code, label }) => ({ value: code, label }))
const CHANNELS = Object.entries(CHANNEL_LABELS).map(([value, label]) => ({ value, label }))

/** The filters behind the box for codes. */
export const REFUND_FILTERS = [
  { kind: 'text', name: 'keyword', label: '标题、买家', placeholder: '标题或昵称' },
  { kind: 'select', name: 'channel', label: '渠道', options: CHANNELS, counted: true },
  { kind: 'select', name: 'kind', label: '类型', options: KINDS, counted: true },
  { kind: 'select', name: 'reasonCode', label: '原因', options: REASONS, counted: true },
  {
    kind: 'select',
    name: 'awaitsApproval',
    label: '审批',
    options: [{ value: 'true', label: '待批准' }],
    single: true,
  },
  {
    kind: 'select',
    name: 'approvable',
    label: '我的审批',
    options: [{ value: 'true', label: '待我批准' }],
    single: true,
  },
  {
    kind: 'select',
    name: 'notReceived',
    label: '退货签收',
    options: [{ value: 'true', label: '未签收' }],
    single: true,
  },
  { kind: 'select', name: 'refused', label: '闲鱼拒绝', options: [{ value: 'true', label: '处理被拒' }], single: true },
  { kind: 'search', name: 'modelId', label: '机型', search: searchModels, counted: true },
  { kind: 'select', name: 'shopAccountId', label: '店铺', options: shopOptions, counted: true },
  { kind: 'days', name: 'openedFrom', to: 'openedTo', label: '申请时间' },
] as const

export const CELLS = {
  refundNo: { widthPx: 196 },
  state: { widthPx: 196, cell: (row) => <State row={row} />, text: refundStateText },
  deadline: { widthPx: 212, text: deadlineText, cell: (row) => <Deadline row={row} /> },
  kind: { widthPx: 92 },
  goods: {
    widthPx: 230,
    grows: 1,
    shows: ['grade'],
    cell: (row) => <GoodsCell goods={row} title={row.title} desired={row.desired} />,
  },
  reason: { widthPx: 208, cell: (row) => <Reason row={row} />, text: reasonAndPast },
  amount: { widthPx: 112, cell: (row) => <Amount row={row} />, text: amountText },
  buyer: { widthPx: 112, cell: (row) => <Buyer row={row} />, text: buyerText },
  returnWaybill: { widthPx: 236, cell: (row) => <ReturnParcel row={row} />, copy: (row) => row.returnWaybill },
  remark: { widthPx: 180, cell: (row) => row.remark || '—' },
} satisfies Readonly<Record<string, Cell<RefundRow>>>
