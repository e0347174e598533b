import type { ComponentType } from 'react'
import { api } from '../../api/client.ts'
import { type Action, type ActionContext, defineAction } from '../../components/actions/action.ts'
import { latePart } from '../../components/late/late-part.ts'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { toast } from '../../components/toast/toast.ts'
import { refundDetailOf, refundLink } from '../links/refund-links.ts'
import { refreshAndFollow, requestActions } from '../request/request-actions.ts'
import type { RefundApproval, RefundDetail, RefundRow } from './types.ts'

/** What a form of after-sale gives once it is done. */
export interface DoneRefund {
  readonly refund: RefundRow
  readonly approval: RefundApproval | null
}

export interface RefundDialogProps {
  /** The case as it was when the form was opened. */
  refund: RefundDetail
  /** Gets the case once it was changed or something was asked for it, and nothing when the person gave up. */
  onClose: (done?: DoneRefund) => void
}

type RefundDialog = ComponentType<RefundDialogProps>

const AgreeDialog = latePart(async () => (await import('./dialogs/agree-dialog.tsx')).AgreeDialog)
const RefuseDialog = latePart(async () => (await import('./dialogs/refuse-dialog.tsx')).RefuseDialog)
const ConfirmDialog = latePart(async () => (await import('./dialogs/confirm-dialog.tsx')).ConfirmDialog)
const PlanDialog = latePart(async () => (await import('./dialogs/plan-dialog.tsx')).PlanDialog)
const ResendDialog = latePart(async () => (await import('./dialogs/resend-dialog.tsx')).ResendDialog)
const SendBackDialog = latePart(async () => (await import('./dialogs/resend-dialog.tsx')).SendBackDialog)
const ApproveDialog = latePart(async () => (await import('./dialogs/approve-dialog.tsx')).ApproveDialog)
const DeclineDialog = latePart(async () => (await import('./dialogs/approve-dialog.tsx')).DeclineDialog)
const ReceiveDrawer = latePart(async () => (await import('./dialogs/receive-drawer.tsx')).ReceiveDrawer)
const RecheckDrawer = latePart(async () => (await import('./dialogs/recheck-drawer.tsx')).RecheckDrawer)
const RemarkDialog = latePart(async () => (await import('./dialogs/remark-dialog.tsx')).RemarkDialog)

const APPROVAL_SAID = '金额超出您的额度，已提交审批，等待同事批准'

/**
 * Opens a form for a case, with what only the case's own page knows of it; the rows again once it is done.
 * @param said what is told then
 */
function opening(Form: RefundDialog, said: string, isAsked = false) {
  return async ([row]: readonly RefundRow[], { refresh, updateRow }: ActionContext<RefundRow>) => {
    if (!row) return
    const refund = await refundDetailOf(row.channel)({ refundId: row.refundId })
    const done = await openOverlay<DoneRefund>((close) => <Form refund={refund} onClose={close} />)
    if (!done) return
    updateRow(row, () => done.refund)
    // an approval that was decided over is given back as well
    if (done.approval?.decision === null) toast('info', APPROVAL_SAID)
    else toast('success', said)
    if (isAsked) void refreshAndFollow(refresh)
    else await refresh()
  }
}

const REQUESTS = [
  api.refund.agree.path,
  api.refund.confirm.path,
  api.refund.takePlan.path,
  api.refund.refuse.path,
  api.refundHandling.resend.path,
]
const PAYING = [api.refund.agree.path, api.refund.confirm.path, api.refund.takePlan.path]

const { retryAction, giveUpAction } = requestActions<RefundRow>({
  grant: REQUESTS,
  labelOf: (refund) => refund.refundNo,
  retry: ({ refundId }, options) => api.refundHandling.retry({ refundId }, options),
  giveUp: ({ refundId }, options) => api.refundHandling.giveUp({ refundId }, options),
})

const DECISIONS: readonly Action<RefundRow>[] = [
  defineAction<RefundRow>({
    key: 'approve',
    name: '批准',
    icon: 'check',
    tone: 'primary',
    shortcut: 'p',
    grant: PAYING,
    allowed: 'approve',
    run: opening(ApproveDialog, '已批准，等闲鱼确认', true),
  }),
  defineAction<RefundRow>({
    key: 'decline',
    name: '不批准',
    grant: PAYING,
    allowed: 'decline',
    run: opening(DeclineDialog, '已不批准，售后保持原状'),
  }),
  defineAction<RefundRow>({
    key: 'take-back',
    name: '撤回申请',
    grant: PAYING,
    allowed: 'takeBack',
    run: opening(DeclineDialog, '已撤回申请，售后保持原状'),
  }),
  defineAction<RefundRow>({
    key: 'take-plan',
    name: '选处理办法',
    tone: 'primary',
    shortcut: 'c',
    grant: api.refund.takePlan.path,
    allowed: 'takePlan',
    run: opening(PlanDialog, '已选处理办法，等闲鱼确认', true),
  }),
  defineAction<RefundRow>({
    key: 'agree',
    name: '同意',
    icon: 'check',
    tone: 'primary',
    shortcut: 'a',
    grant: api.refund.agree.path,
    allowed: 'agree',
    run: opening(AgreeDialog, '已点同意，等闲鱼确认', true),
  }),
]

const isExchange = ({ kind }: RefundRow): boolean => kind === 'exchange'

/** That the phone is back: it pays the buyer, or lets another phone go out, and is called by which of them it does. */
const confirming = (key: string, name: string, suits: (refund: RefundRow) => boolean): Action<RefundRow> =>
  defineAction<RefundRow>({
    key,
    name,
    suits,
    icon: 'check',
    tone: 'primary',
    shortcut: 'q',
    grant: api.refund.confirm.path,
    allowed: 'confirm',
    run: opening(ConfirmDialog, '已点收货，等闲鱼确认', true),
  })

const PARCELS: readonly Action<RefundRow>[] = [
  defineAction<RefundRow>({
    key: 'receive',
    name: '退货签收',
    icon: 'scan',
    tone: 'primary',
    shortcut: 's',
    grant: api.refundHandling.receive.path,
    allowed: 'receive',
    run: opening(ReceiveDrawer, '已签收'),
  }),
  defineAction<RefundRow>({
    key: 'recheck',
    name: '退货复检',
    icon: 'inspect',
    tone: 'primary',
    shortcut: 'e',
    grant: api.refundHandling.recheck.path,
    allowed: 'recheck',
    run: opening(RecheckDrawer, '复检已保存'),
  }),
  confirming('confirm', '确认收货退款', (refund) => !isExchange(refund)),
  confirming('confirm-exchange', '确认收货（换货）', isExchange),
  defineAction<RefundRow>({
    key: 'resend',
    name: '补发',
    icon: 'truck',
    tone: 'primary',
    shortcut: 'f',
    grant: api.refundHandling.resend.path,
    allowed: 'resend',
    run: opening(ResendDialog, '已填补发运单，等闲鱼确认', true),
  }),
  defineAction<RefundRow>({
    key: 'send-back',
    name: '寄回买家',
    icon: 'truck',
    grant: api.refundHandling.resend.path,
    allowed: 'sendBack',
    run: opening(SendBackDialog, '寄回买家的运单已记录'),
  }),
]

const refuseAction = defineAction<RefundRow>({
  key: 'refuse',
  name: '拒绝',
  icon: 'close',
  tone: 'danger',
  shortcut: 'r',
  grant: api.refund.refuse.path,
  allowed: 'refuse',
  run: opening(RefuseDialog, '已点拒绝，等闲鱼确认', true),
})

/** What can be done with a case on its own page, most wanted first. */
export const REFUND_PAGE_ACTIONS: readonly Action<RefundRow>[] = [
  ...DECISIONS,
  ...PARCELS,
  retryAction,
  giveUpAction,
  refuseAction,
]

/** What the rows of the list offer. */
export const REFUND_ROW_ACTIONS: Action<RefundRow>[] = [
  ...DECISIONS,
  ...PARCELS,
  retryAction,
  giveUpAction,
  defineAction<RefundRow>({
    key: 'open',
    name: '查看',
    run: ([row], { navigate }) => {
      if (row) void navigate(refundLink(row))
    },
  }),
  defineAction<RefundRow>({
    key: 'remark',
    name: '备注',
    icon: 'edit',
    shortcut: 'b',
    grant: api.refund.remark.path,
    allowed: 'remark',
    run: opening(RemarkDialog, '备注已保存'),
  }),
  refuseAction,
]
