import { refund } from '@huanji/contract/features/refund/refund-calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stockGoods } from '../../sync/testing/stock-goods.ts'
import { type ShopOwner, startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'
import { claims } from './testing/claims.ts'

let gateway: TradingGateway
let owner: ShopOwner
let cases: ReturnType<typeof claims>

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('二次售后')
  cases = claims(gateway)
})
afterAll(() => gateway.close())

it('defect: a second case of an order came without its past', async () => {
  const first = await cases.opened(owner, 'refundOnly')
  const { orderNo } = first
  const begun = await cases.detail(owner, first)
  expect(begun).toMatchObject({ earlier: null, stateText: '等您处理' })
  gateway.control.withdrawRefund(orderNo)
  await gateway.pass(1_000)
  expect(await cases.detail(owner, first)).toMatchObject({ state: 'closed', stateText: '已关闭' })
  gateway.control.openRefund({ orderNo, kind: 'refundOnly', detail: '有拆修未说明' })
  await gateway.pass(1_000)
  const { list } = await gateway.data(refund.list, { code: orderNo }, owner.login)
  const [second, other] = list
  const why = begun.reasonDetail || begun.reason
  const earlier = { ordinal: 2, refundId: first.refundId, refundNo: begun.refundNo, text: `${why}，买家撤回` }
  expect(second).toMatchObject({ state: 'awaiting_merchant', earlier })
  expect(other).toMatchObject({ refundId: first.refundId, earlier: null })
  expect(second?.buyerCaseCount).toBeGreaterThanOrEqual(2)
  expect(await cases.detail(owner, { refundId: second?.refundId ?? '' })).toMatchObject({ earlier })
})

it('defect: a buyer was counted by nickname, which others have and buyers change', async () => {
  const claims = [await cases.opened(owner, 'refundOnly'), await cases.opened(owner, 'refundOnly')] as const
  const other = await cases.opened(owner, 'refundOnly')
  const { sql } = stockGoods(gateway)
  const setBuyer = async ({ orderNo, refundId }: { orderNo: string; refundId: string }, id: string, nick: string) => {
    await sql('update sale_order set buyer_id = $2 where order_no = $1', [orderNo, id])
    await sql('update refund set buyer_nick = $2 where id = $1', [refundId, nick])
  }
  const countOf = async ({ refundId }: { refundId: string }) => (await cases.detail(owner, { refundId })).buyerCaseCount
  await setBuyer(claims[0], 'buyer-1', '小鱼')
  await setBuyer(claims[1], 'buyer-1', '大鱼')
  await setBuyer(other, 'buyer-2', '小鱼')
  expect([await countOf(claims[0]), await countOf(claims[1]), await countOf(other)]).toEqual([2, 2, 1])
  // the marketplace told no number of the buyer: by nickname
  await setBuyer(other, '', '小鱼')
  expect(await countOf(other)).toBe(2)
})

it('defect: an exchange had an amount that nobody pays', async () => {
  const claim = await cases.opened(owner, 'exchange', { isReceived: true })
  expect(await cases.detail(owner, claim)).toMatchObject({ kind: 'exchange', paysFen: null, amountFen: 200_000 })
  const money = await cases.opened(owner, 'refundOnly')
  expect(await cases.detail(owner, money)).toMatchObject({ paysFen: 200_000 })
})
