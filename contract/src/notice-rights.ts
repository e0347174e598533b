import { NOTICE_KIND_NAMES, type NoticeAudience, type NoticeKind } from '@huanji/domain/notices/kinds'

/** Which grant a kind needs, and which of them are given to whoever it is meant for. */
interface NoticeRight {
  /** Without it nothing of the kind is told, whatever was chosen; one for both channels or one for each. */
  readonly needs: string | Readonly<Record<'auction' | 'curated', string>>
  /** Whoever holds one of these has it shown unless they choose otherwise; null for everybody who may see it. */
  readonly meantFor: readonly string[] | null
  /** It tells an amount: only whoever may see what orders come to hears of it. */
  readonly tellsMoney?: true
  /** Only owners hear of it, whatever grants others hold. */
  readonly forOwners?: true
}

const ORDER = { auction: '/api/yushiorder/v1/order/detail', curated: '/api/saleorder/v1/order/detail' }
const REFUND = { auction: '/api/refund/v1/detail_yushi', curated: '/api/refund/v1/detail' }
const ASKING = [
  '/api/yushiorder/v1/order/close',
  '/api/saleorder/v1/order/close',
  '/api/saleorder/v1/order/changePrice',
]
const SHIPPING = ['/api/yushiorder/v1/order/delivery', '/api/saleorder/v1/order/delivery']
const RETAKING = '/xySaasDetectApi/realPhoto/saveRealPhoto'
const DECIDING = ['/api/refund/v1/agree', '/api/refund/v1/confirm', '/api/refund/v1/confirm_yushi']

/** Whoever may follow a notice to its thing may read it. */
const NOTICE_RIGHTS: Readonly<Record<NoticeKind, NoticeRight>> = {
  newOrder: { needs: ORDER, meantFor: [...SHIPPING, '/api/goods/publish'] },
  orderClosed: { needs: ORDER, meantFor: [...SHIPPING, '/api/goods/publish'] },
  orderDeadlineNear: { needs: ORDER, meantFor: SHIPPING },
  shipmentRefused: { needs: ORDER, meantFor: SHIPPING },
  orderRequestRefused: { needs: ORDER, meantFor: ASKING },
  offerWaiting: { needs: '/api/goods/list', meantFor: ['/api/goods/operate'] },
  offerLapsed: { needs: '/api/goods/detail', meantFor: ['/api/goods/operate'] },
  retakeAsked: { needs: RETAKING, meantFor: [RETAKING] },
  goodsRequestRefused: { needs: '/api/goods/detail', meantFor: ['/api/goods/operate', '/api/goods/edit'] },
  publicationFailed: { needs: '/api/goods/detail', meantFor: ['/api/goods/publish'] },
  refundOpened: { needs: REFUND, meantFor: DECIDING },
  refundDeadlineNear: { needs: REFUND, meantFor: [...DECIDING, '/api/ext/refund/resend'] },
  refundTimedOut: { needs: REFUND, meantFor: DECIDING, tellsMoney: true },
  refundRequestRefused: { needs: REFUND, meantFor: [...DECIDING, '/api/ext/refund/resend'] },
  refundNeedsDecision: { needs: REFUND, meantFor: DECIDING },
  // one's own files, which nobody else is told of
  exportFinished: { needs: '/api/goods/export_list', meantFor: null },
  shopExpiring: { needs: '/api/xyAccount/list', meantFor: ['/api/xyAccount/bind', '/api/goods/publish'] },
  bagsLow: { needs: '/xySaasDetect/sealBag/GetSealBagList', meantFor: ['/api/ext/sealBag/registerRoll'] },
  moneyMissed: { needs: '/api/ext/bill/reconcile', meantFor: null },
  ownersChanged: { needs: '/api/emp/list', meantFor: null, forOwners: true },
  webhookStopped: { needs: '/api/ext/webhook/list', meantFor: null },
}

interface Holder {
  readonly grants: ReadonlySet<string>
  readonly isOwner: boolean
}

const holds = ({ isOwner, grants }: Holder, grant: string): boolean => isOwner || grants.has(grant)

/** Whether somebody may be told of a kind and channel; without a channel, of either. */
export function mayHear(holder: Holder, { kind, channel }: NoticeAudience): boolean {
  const { needs, tellsMoney = false, forOwners = false } = NOTICE_RIGHTS[kind]
  if (forOwners && !holder.isOwner) return false
  if (tellsMoney && !holds(holder, 'field:orderMoney')) return false
  if (typeof needs === 'string') return holds(holder, needs)
  if (channel !== null) return holds(holder, needs[channel])
  return Object.values(needs).some((grant) => holds(holder, grant))
}

/** The kinds that somebody may be told of at all. */
export const kindsFor = (holder: Holder): NoticeKind[] =>
  NOTICE_KIND_NAMES.filter((kind) => mayHear(holder, { kind, channel: null }))

/** Whether a kind is shown to somebody who has chosen nothing: by what they may do, and so by their post. */
export function isMeantFor(holder: Holder, kind: NoticeKind): boolean {
  const { meantFor } = NOTICE_RIGHTS[kind]
  return meantFor === null || meantFor.some((grant) => holds(holder, grant))
}
