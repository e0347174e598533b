import { refund as refundCalls } from '@huanji/contract/features/refund/refund-calls'
import { refundHandling } from '@huanji/contract/features/refund/refund-handling'
import { REFUND_STATES } from '@huanji/domain/states/refund'
import type { OrderDocument, RefundDocument } from '@huanji/marketplace/sandbox/documents'
import type { Random } from '@huanji/marketplace/sandbox/random'
import type { World } from './world.ts'

/** A case as it stands here; money in fen. */
interface CaseRow {
  readonly refundId: string
  readonly refundNo: string
  readonly orderId: string
  readonly orderNo: string
  readonly state: string
  readonly verdict: string | null
  readonly amountFen: number
  readonly imeis: readonly string[]
}

const CASES = `
  select r.id::text as "refundId", r.refund_no as "refundNo", r.order_id::text as "orderId", r.order_no as "orderNo",
      r.state, r.verdict, r.amount_fen::float8 as "amountFen",
      array(select u.imei from sale_order_unit u where u.merchant_id = r.merchant_id and u.order_id = r.order_id) as imeis
    from refund r where r.merchant_id = `

const readCases = ({ rows, merchantId }: World): Promise<CaseRow[]> =>
  rows<CaseRow>(`${CASES}'${merchantId}' order by r.opened_at, r.refund_no`)

/** How often a case is left to its clock when its seller looks at it. */
const LEFT_SHARE = 0.5

/** The seller decides what waits, sometimes, by the calls that people use; what a call refuses is let be. */
export async function decideCases(world: World, random: Random): Promise<void> {
  for (const one of await readCases(world)) {
    if (random.chance(LEFT_SHARE)) continue
    const { refundId } = one
    if (one.verdict === 'awaitingSeller' && one.state === 'awaiting_merchant') {
      await world.ask(refundCalls.takePlan, { refundId, plan: random.pick(['keep', 'return'] as const) })
    } else if (one.state === 'awaiting_merchant' && random.chance(0.7)) {
      await world.ask(refundCalls.agree, { refundId })
    } else if (one.state === 'awaiting_merchant') {
      await world.ask(refundCalls.refuse, { refundId, reason: '其他', explanation: '描述里已写明' })
    } else if (one.state === 'awaiting_receipt') {
      await receive(world, one)
      await world.ask(refundCalls.confirm, { refundId, confirmDifferent: true, note: '已当面核对' })
    }
  }
}

async function receive(world: World, { refundId, imeis }: CaseRow): Promise<void> {
  for (const unitCode of imeis) await world.ask(refundHandling.receive, { refundId, unitCode, confirmDifferent: true })
}

const ENDED = /^(closed|succeeded)$/

/**
 * Whether both sides say the same of every case, and whether what they paid is what went back on the orders. Gives a
 * sentence for each difference, and how many cases there were and ended.
 */
export async function caseDifferences(world: World) {
  const cases = await readCases(world)
  const { refund = {}, order = {} } = await world.dump()
  const byNo = new Map(cases.map((one) => [one.refundNo, one]))
  const found = Object.values(refund as Record<string, RefundDocument>).flatMap((theirs) => {
    const mine = byNo.get(theirs.refundNo)
    if (!mine) return [`case ${theirs.refundNo} is not known here`]
    const state = REFUND_STATES.states.find(({ wireCode }) => wireCode === theirs.status)?.code
    const isSame = state === mine.state && theirs.amountFen === mine.amountFen
    return isSame
      ? []
      : [`case ${theirs.refundNo}: ${state}, ${theirs.amountFen} there, ${mine.state}, ${mine.amountFen} here`]
  })
  const orders = Object.values(order as Record<string, OrderDocument>)
  for (const { orderNo, refundedFen } of orders) {
    const paidFen = cases
      .filter((one) => one.orderNo === orderNo && one.state === 'succeeded')
      .reduce((sum, { amountFen }) => sum + amountFen, 0)
    const hasCase = cases.some((one) => one.orderNo === orderNo)
    if (hasCase && paidFen !== refundedFen)
      found.push(`order ${orderNo}: ${refundedFen} went back, ${paidFen} by its cases`)
  }
  return { found, cases: cases.length, ended: cases.filter(({ state }) => ENDED.test(state)).length }
}
