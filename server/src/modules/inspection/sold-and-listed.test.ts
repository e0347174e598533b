import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedInEmployee } from '../../../../tests/support/people.ts'
import { CLEAN_ANSWERS } from '../../demo/trade/inspecting.ts'
import { newId } from '../../platform/ids.ts'
import { nextImei, startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'
import { inspectionsForListing, markListed, markReleased, markReturned, markSold, markUnlisted } from './commands.ts'
import { countInspectionsByState } from './store.ts'

let shop: TradingGateway
let owner: SignedInEmployee

beforeAll(async () => {
  shop = await startTradingGateway()
  owner = await shop.merchant('甲行')
})
afterAll(() => shop.close())

const detail = (inspectionId: string, by = owner) =>
  shop.data(detRecord.getDetRecordDetails, { inspectionId }, by.login)
const inMerchant = <T>(work: Parameters<typeof shop.db.tenant<T>>[1]) => shop.db.tenant(owner.actor.merchantId, work)

describe('selling', () => {
  const now = () => shop.clock.now()

  test('hands over what a listing needs', async () => {
    const record = await shop.listable(owner, 'LIST00000001', {
      answers: { ...CLEAN_ANSWERS, D06: { options: ['D06-1'] } },
    })
    const rows = await inMerchant((tx) => inspectionsForListing(tx, [record.inspectionId, newId()]))
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      inspectionId: record.inspectionId,
      bagCode: 'LIST00000001',
      grade: '99',
      state: 'listable',
      exceptionsText: '',
    })
    expect(rows[0]?.summaryText).toContain('机身外观 已检4项正常，其余7项未检')
  })

  test('a phone that came back becomes a new unit with a new bar code, its history beside it', async () => {
    const imei = nextImei()
    const code = { kind: 'imei', imei } as const
    const sold = await shop.listable(owner, 'BACK00000001', { code })
    const { inspectionId } = sold
    await inMerchant(async (tx) => {
      await markListed(tx, [inspectionId], owner.actor, now())
      await markSold(tx, [inspectionId], 'marketplace', now())
      await markReturned(tx, [inspectionId], owner.actor, now(), '退货')
    })
    const again = await shop.save(owner, { code, reusedInspectionId: inspectionId })
    expect(again.barCode).not.toBe(sold.barCode)
    expect((await detail(again.inspectionId)).versions).toMatchObject([{ inspectionId, state: 'voided' }])
    const old = await shop.data(detRecord.verifyBarCode, { code: sold.barCode, channel: 'auction' }, owner.login)
    expect(old).toMatchObject({ result: 'inspecting', barCode: again.barCode })
  })

  test('a closed order frees the phone, unless it was inspected anew meanwhile', async () => {
    const code = { kind: 'imei', imei: nextImei() } as const
    const kept = await shop.listable(owner, 'FREE00000001')
    const lost = await shop.listable(owner, 'FREE00000002', { code })
    const ids = [kept.inspectionId, lost.inspectionId]
    await inMerchant(async (tx) => {
      await markListed(tx, ids, owner.actor, now())
      await markUnlisted(tx, ids, owner.actor, now(), '改价')
      await markListed(tx, ids, owner.actor, now())
      await markSold(tx, ids, 'marketplace', now())
    })
    await shop.save(owner, { code })
    await inMerchant((tx) => markReleased(tx, ids, 'marketplace', now(), '订单关闭'))
    expect((await detail(kept.inspectionId)).state).toBe('listable')
    expect((await detail(lost.inspectionId)).state).toBe('voided')
  })
})

describe('the list', () => {
  test('filters, counts the tabs under the same filters, and pages by cursor', async () => {
    const lister = await shop.merchant('丙行')
    const worn = { ...CLEAN_ANSWERS, B03: { options: ['B03-4'] } }
    for (let index = 0; index < 3; index += 1) {
      shop.clock.advance(1000)
      await shop.save(lister, { mode: 'draft' })
    }
    shop.clock.advance(1000)
    const marked = await shop.save(lister, { answers: worn })
    const list = (filter: object) =>
      shop.data(detRecord.getDetectRecordList, { channel: 'auction', ...filter }, lister.login)

    const all = await list({ pageSize: 3 })
    expect(all.total).toBe(4)
    expect(all.counts).toMatchObject({ draft: 3, awaiting_photos: 1, listable: 0 })
    expect(all.list.map((row) => row.state)).toEqual(['awaiting_photos', 'draft', 'draft'])
    const next = await list({ pageSize: 3, page: 2, cursor: all.nextCursor ?? '' })
    expect(next.list).toHaveLength(1)

    expect(await list({ state: 'draft' })).toMatchObject({ total: 3, counts: { draft: 3, awaiting_photos: 1 } })
    expect((await list({ grade: '90' })).list.map((row) => row.inspectionId)).toEqual([marked.inspectionId])
    for (const code of [marked.barCode, marked.inspectionNo.toLowerCase()]) {
      expect((await list({ code })).list.map((row) => row.inspectionId)).toEqual([marked.inspectionId])
    }
    expect((await list({ code: 'HJ0000000000' })).total).toBe(0)
    expect((await list({ channel: 'curated' })).total).toBe(0)
    const counts = await shop.db.tenant(lister.actor.merchantId, (tx) =>
      countInspectionsByState(tx, ['draft', 'awaiting_photos', 'sold']),
    )
    expect(counts).toMatchObject({ draft: 3, awaiting_photos: 1, sold: 0 })
  })
})
