import { ORDER_STATUS, REFUND_STATUS } from '@huanji/marketplace/protocol/orders'
import type { OrderDocument, RefundDocument } from '@huanji/marketplace/sandbox/documents'
import { ControlRefused } from '@huanji/marketplace/sandbox/options'
import type { Random } from '@huanji/marketplace/sandbox/random'
import type { World } from './world.ts'

/** What the marketplace has of an order when something is done about it. */
interface Case {
  readonly world: World
  readonly random: Random
  readonly order: OrderDocument
  readonly refund: RefundDocument | undefined
}

/** What buyer, seller or marketplace does about an order after its sale; one that cannot be done is refused in words. */
type AfterSaleDeed = (one: Case) => unknown

const { awaitingSeller, awaitingReceipt } = REFUND_STATUS

const open =
  (kind: 'refundOnly' | 'returnAndRefund' | 'priceDifference'): AfterSaleDeed =>
  ({ world, random, order }) => {
    const most = order.paidFen - order.refundedFen
    const isWhole = kind !== 'priceDifference' && random.chance(0.3)
    world.control.openRefund({
      orderNo: order.orderNo,
      kind,
      amountFen: isWhole ? most : random.whole(1, Math.max(1, Math.floor(most / 4))),
      detail: random.pick(['成色不符', '七天无理由', '运输损坏']),
    })
  }

/** The seller, whose hand for it is the marketplace's own console. */
const agree: AfterSaleDeed = async ({ world, order, refund }) => {
  const { sellerId } = world.seller
  const { orderNo: order_no } = order
  if (refund?.verdict?.status === 'awaitingSeller') {
    return world.marketplace.performAuctionAftersale(sellerId, { order_no, service_type: 'onlyRefund' })
  }
  if (refund?.status === awaitingSeller || refund?.status === awaitingReceipt) {
    return world.marketplace.agreeRefund(sellerId, { order_no })
  }
}

const DEEDS: readonly AfterSaleDeed[] = [
  open('refundOnly'),
  open('returnAndRefund'),
  open('priceDifference'),
  agree,
  agree,
  agree,
  ({ world, order }) => world.control.returnGoods(order.orderNo),
  ({ world, order }) => world.control.withdrawRefund(order.orderNo),
  ({ world, random, order }) => world.control.giveVerdict(order.orderNo, random.pick(['buyer', 'seller'] as const)),
  ({ world, random, order }) => world.control.changeRefund(order.orderNo, random.whole(1, order.paidFen)),
  ({ world, order }) => world.control.settleOrder(order.orderNo),
  ({ world, random, order }) => {
    const amountFen = random.pick([-1, 1]) * random.whole(1, 5_000)
    world.control.adjust({ orderNo: order.orderNo, amountFen, reason: '模拟更正' })
  },
]

const SOLD: readonly number[] = [ORDER_STATUS.awaitingShipment, ORDER_STATUS.shipped, ORDER_STATUS.completed]

/** Does something about some order that was sold; says whether it could be done. */
export async function doAfterSale(world: World, random: Random): Promise<boolean> {
  const { order = {}, refund = {} } = await world.dump()
  const orders = (Object.values(order) as OrderDocument[]).filter(({ status }) => SOLD.includes(status))
  if (orders.length === 0) return false
  const picked = orders[random.whole(0, orders.length - 1)]
  const deed = DEEDS[random.whole(0, DEEDS.length - 1)]
  if (!picked || !deed) return false
  try {
    await deed({ world, random, order: picked, refund: (refund as Record<string, RefundDocument>)[picked.orderNo] })
    return true
  } catch (error) {
    if (error instanceof ControlRefused || (error as Error).name.startsWith('Marketplace')) return false
    throw error
  }
}

/** A buyer who has just received the goods gets a part back and keeps them, before the order is settled. */
export async function repayPart(world: World, random: Random): Promise<boolean> {
  const { order = {}, refund = {} } = await world.dump()
  const cases = refund as Record<string, RefundDocument>
  const fresh = (Object.values(order) as OrderDocument[]).find(
    ({ orderNo, status, settledMs }) =>
      status === ORDER_STATUS.completed && settledMs === 0 && cases[orderNo] === undefined,
  )
  if (!fresh) return false
  const { orderNo } = fresh
  await open('priceDifference')({ world, random, order: fresh, refund: undefined })
  if (fresh.channel === 'auction') world.control.giveVerdict(orderNo, 'buyer')
  const opened = ((await world.dump()).refund ?? {}) as Record<string, RefundDocument>
  await agree({ world, random, order: fresh, refund: opened[orderNo] })
  return true
}

/** What bank and marketplace do with an account; where there is too little, nothing. */
export function moveAccount({ control, seller }: World, random: Random): void {
  const account = {
    sellerId: seller.sellerId,
    userName: `shop${seller.sellerId}-1`,
    amountFen: random.whole(1, 50_000),
  }
  const move = random.pick([
    () => control.topUp(account),
    () => control.freezeDeposit(account),
    () => control.unfreezeDeposit(account),
    () => control.withdraw(account),
    () => control.adjust({ ...account, amountFen: -random.whole(1, 99), reason: '手续费更正' }),
  ])
  try {
    move()
  } catch (error) {
    if (!(error instanceof ControlRefused)) throw error
  }
}
