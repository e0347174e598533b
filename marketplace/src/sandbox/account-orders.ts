import { formatFen } from '@huanji/domain/money'
import { type AccountOwner, accountOf, availableFen, moveAccount } from './accounts.ts'
import { change, type SandboxContext } from './context.ts'
import type { AccountOrder, Adjustment } from './options.ts'
import { writeSettlement } from './settlements.ts'

// What the marketplace and its bank do with an account, by hand. Each refuses in words, and gives null when it is done.

/** A shop by its name; a sentence where there is none, or more than one. */
function ownerOf(
  context: SandboxContext,
  { userName, sellerId }: { userName: string; sellerId?: number },
): AccountOwner | string {
  const shops = context.store
    .all('shop')
    .filter((shop) => shop.userName === userName && (sellerId === undefined || shop.sellerId === sellerId))
  const [shop] = shops
  if (!shop) return '店铺不存在'
  return shops.length > 1 ? '多个商家有同名店铺，请指明商家' : shop
}

const BY_HAND = {
  depositFreeze: { direction: 'out', remark: '保证金冻结' },
  depositUnfreeze: { direction: 'in', remark: '保证金解冻' },
  withdrawal: { direction: 'out', remark: '提现' },
  topUp: { direction: 'in', remark: '充值' },
} as const

/** Takes a deposit or gives it free, pays out or in. Nothing leaves that is not there. */
export function moveByHand(
  context: SandboxContext,
  type: keyof typeof BY_HAND,
  { amountFen, ...shop }: AccountOrder,
): string | null {
  const owner = ownerOf(context, shop)
  if (typeof owner === 'string') return owner
  if (!Number.isSafeInteger(amountFen) || amountFen < 1) return '金额应为正整数（分）'
  const account = accountOf(context, owner)
  const freeFen = availableFen(account)
  if (type === 'depositUnfreeze' && amountFen > account.depositFen) {
    return `已冻结保证金只有${formatFen(account.depositFen)}`
  }
  const { direction, remark } = BY_HAND[type]
  if (direction === 'out' && amountFen > freeFen) return `可用余额只有${formatFen(freeFen)}`
  moveAccount(context, owner, { type, direction, amountFen, remark })
  return null
}

/** The marketplace corrects: an order by a settlement of its own, else the account alone. */
export function adjust(context: SandboxContext, adjustment: Adjustment): string | null {
  const { amountFen, reason } = adjustment
  if (!Number.isSafeInteger(amountFen) || amountFen === 0) return '调账金额不能为零'
  const direction = amountFen < 0 ? 'out' : 'in'
  const amount = Math.abs(amountFen)
  if ('orderNo' in adjustment) {
    const order = context.store.get('order', adjustment.orderNo)
    if (!order) return '订单不存在'
    writeSettlement(context, order, [{ type: 'adjustment', direction, amount }], { remark: reason })
    return null
  }
  const owner = ownerOf(context, adjustment)
  if (typeof owner === 'string') return owner
  moveAccount(context, owner, { type: 'adjustment', direction, amountFen: amount, remark: reason })
  return null
}

/** The settlement that an order awaits will be wrong in its deal line. */
export function misstate(context: SandboxContext, orderNo: string, fen: number): string | null {
  const order = context.store.get('order', orderNo)
  if (!order) return '订单不存在'
  if (order.settledMs > 0) return '订单已结算'
  if (!Number.isSafeInteger(fen) || order.goodsFen + fen < 0) return '成交价不能为负'
  change(context.store, 'order', orderNo, order, { misstatedFen: fen })
  return null
}
