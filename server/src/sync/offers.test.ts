import { goods } from '@huanji/contract/features/listing/goods'
import { merchant } from '@huanji/contract/features/merchant/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ShopOwner, startTradingGateway, type TradingGateway } from './testing/trading-gateway.ts'

const MINUTE_MS = 60_000
let gateway: TradingGateway
let owner: ShopOwner

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('议价手机')
})
afterAll(() => gateway.close())

const told = async (listingId: string) =>
  (
    await gateway.database.open.ownerQuery(
      `select kind, due_at is not null as is_due from notice
        where merchant_id = $1 and subject_id = $2 and kind like 'offer%' order by at, id`,
      [owner.seller.merchantId, listingId],
    )
  ).rows as { kind: string; is_due: boolean }[]

async function offered() {
  const unit = await gateway.onSale(owner)
  gateway.control.concludeEntry(gateway.remoteEntry(unit), { priceFen: 160_000, isOffer: true })
  await gateway.pass(1_000)
  return unit
}
const waiting = async () =>
  (await gateway.data(merchant.business, {}, owner.login)).todos.find(({ key }) => key === 'offers_waiting')?.count ?? 0

it('defect: an offer, which has the shortest deadline of all, and its end were told to nobody', async () => {
  const { listingId } = await offered()
  expect(await waiting()).toBe(1)
  expect(await told(listingId)).toEqual([{ kind: 'offerWaiting', is_due: true }])
  await gateway.pass(61 * MINUTE_MS)
  await gateway.poll(owner.seller)
  expect((await told(listingId)).map(({ kind }) => kind)).toEqual(['offerWaiting', 'offerLapsed'])
  expect(await waiting()).toBe(0)
})

it('an offer that was refused here did not lapse', async () => {
  const { listingId } = await offered()
  await gateway.data(goods.operate, { action: 'refuse_offer', rows: [{ listingId }] }, owner.login)
  await gateway.pass(MINUTE_MS)
  await gateway.poll(owner.seller)
  expect((await told(listingId)).map(({ kind }) => kind)).toEqual(['offerWaiting'])
})
