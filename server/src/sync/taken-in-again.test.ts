import { batchEdit } from '@huanji/contract/features/inspection/batch'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import type { Channel } from '@huanji/domain/channel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLEAN_ANSWERS, IPHONE_13 } from '../demo/trade/inspecting.ts'
import { curatedTrade } from './testing/curated-trade.ts'
import { type ShopOwner, startTradingGateway, type TradingGateway } from './testing/trading-gateway.ts'

let gateway: TradingGateway
let owner: ShopOwner
let curated: ReturnType<typeof curatedTrade>

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('再次收货')
  curated = curatedTrade(gateway)
})
afterAll(() => gateway.close())

/** The phone with this IMEI is inspected as if it had just come in. */
const takeIn = (imei: string, channel: Channel) =>
  gateway.call(
    detRecord.addDetectRecord,
    gateway.submission({ channel, code: { kind: 'imei', imei }, mode: 'draft' }),
    owner.login,
  )
const verified = (imei: string) =>
  gateway.data(detRecord.verifyBarCode, { code: imei, channel: 'auction' }, owner.login)

/** Neither by itself nor as one of a batch, and whoever scans it is told. */
async function expectRefused(imei: string, orderNo: string) {
  for (const channel of ['auction', 'curated'] as const) {
    const { _bizErrCode, _errStr } = await takeIn(imei, channel)
    expect(_bizErrCode).toBe('UNIT_IN_ORDER')
    expect(_errStr).toContain(orderNo)
  }
  const common = { ...IPHONE_13, answers: CLEAN_ANSWERS }
  const units = [{ code: { kind: 'imei' as const, imei } }]
  const { rows } = await gateway.data(batchEdit.check, { channel: 'auction', common, units }, owner.login)
  expect(rows).toMatchObject([{ ok: false, problem: 'UNIT_IN_ORDER', remedy: 'remove' }])
  expect(await verified(imei)).toMatchObject({ result: 'sold', message: expect.stringContaining(orderNo) })
}

describe('defect: a phone that was sold and had not left could be inspected as another one, and sold a second time', () => {
  it('on the curated channel it is refused from the payment until its parcel has left, and comes back afterwards', async () => {
    const listing = await curated.single(owner)
    const imei = listing.phones[0]?.imei ?? ''
    const { orderId, orderNo } = await curated.sold(owner, listing)
    await expectRefused(imei, orderNo)
    const parcel = { orderId, carrierCode: 'SF', waybill: 'SF1234567890123', scans: [{ unitCode: imei, bagCode: '' }] }
    await gateway.data(curatedOrder.delivery, parcel, owner.login)
    expect(await verified(imei)).toMatchObject({ result: 'free' })
    expect((await takeIn(imei, 'auction'))._bizErrCode).toBe('')
  })

  it('on the auction market it is refused until the order is closed, and then as a phone that lies here', async () => {
    const unit = await gateway.onSale(owner)
    const { orderId, orderNo } = await gateway.paid(owner, unit)
    await expectRefused(unit.imei, orderNo)
    await gateway.data(auctionOrder.close, { orderId, reasonCode: 'other', note: '买家要求' }, owner.login)
    await gateway.runJobs()
    await gateway.pass(1_000)
    expect((await takeIn(unit.imei, 'curated'))._bizErrCode).toBe('IMEI_IN_INSPECTION')
  })
})
