import type { CallSpec, InputOf } from '@huanji/contract/call'
import { detConfig } from '@huanji/contract/features/inspection/detect-config'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { newInspection, recordAction } from '@huanji/contract/features/inspection/record-action'
import { bagRoll } from '@huanji/contract/features/inspection/sealed-bag'
import { goods } from '@huanji/contract/features/listing/goods'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedInEmployee } from '../../../../tests/support/people.ts'
import { CLEAN_ANSWERS } from '../../demo/trade/inspecting.ts'
import {
  nextImei,
  type ShopOwner,
  startTradingGateway,
  type TradingGateway,
} from '../../sync/testing/trading-gateway.ts'

let shop: TradingGateway
let owner: ShopOwner
let colleague: SignedInEmployee

beforeAll(async () => {
  shop = await startTradingGateway()
  owner = await shop.shopOwner('抢手商家')
  const grants = [detRecord.addDetectRecord, detRecord.verifyBarCode, recordAction.deleteDetRecord, bagRoll.bind]
  colleague = await shop.colleague(
    owner,
    '同事',
    grants.map(({ path }) => path),
  )
  await shop.data(bagRoll.registerRoll, { firstCode: 'RACE00000001', count: 99 }, owner.login)
})
afterAll(() => shop.close())

const detail = (inspectionId: string) => shop.data(detRecord.getDetRecordDetails, { inspectionId }, owner.login)

/** Whether a call, or its one row, was done, and the sentence that the person reads. */
interface Told {
  readonly done: boolean
  readonly message: string
}

async function told<S extends CallSpec>(spec: S, payload: InputOf<S>, by: SignedInEmployee): Promise<Told> {
  const { _errCode, _errStr, _data } = await shop.call(spec, payload, by.login)
  const [row] = (_data as { results?: { ok: boolean; message: string }[] } | null)?.results ?? []
  if (row) return { done: row.ok, message: row.message }
  return { done: _errCode === '0', message: _errStr }
}

/** Who lost is told a sentence that says why. */
function expectTold(losers: readonly Told[]): void {
  for (const { done, message } of losers) if (!done) expect(message).toMatch(/[一-龥]{4,}/)
}

const TURNS = 4

describe('two people and one phone', () => {
  test('inspect it anew at once: one new record, and the other is told its number', async () => {
    for (let turn = 0; turn < TURNS; turn += 1) {
      const { inspectionId } = await shop.inspected(owner)
      const { version, bagCode: oldBag } = await detail(inspectionId)
      const again = { inspectionId, version, reason: '抽检' }
      const both = await Promise.all([owner, colleague].map((by) => told(newInspection.reinspect, again, by)))
      expect(both.filter(({ done }) => done)).toHaveLength(1)
      const { replacedBy, state, bagCode } = await detail(inspectionId)
      expect({ state, bagCode }).toEqual({ state: 'voided', bagCode: oldBag })
      expect(both.find(({ done }) => !done)?.message).toContain(`新单号${replacedBy?.inspectionNo}`)
      expect((await detail(replacedBy?.inspectionId ?? '')).versions).toHaveLength(1)
    }
  })

  test('one voids it while the other submits', async () => {
    for (let turn = 0; turn < TURNS; turn += 1) {
      const code = { kind: 'imei', imei: nextImei() } as const
      const { inspectionId, version } = await shop.save(owner, { mode: 'draft', code })
      const submission = shop.submission({ inspectionId, version, code })
      const row = { rows: [{ inspectionId }], reason: '重复录入' }
      const [submitted, voided] = await Promise.all([
        told(detRecord.addDetectRecord, submission, owner),
        told(recordAction.deleteDetRecord, row, colleague),
      ])
      expect(voided.done).toBe(true)
      expect((await detail(inspectionId)).state).toBe('voided')
      expectTold([submitted])
      const scan = { code: code.imei, channel: 'auction' } as const
      expect(await shop.data(detRecord.verifyBarCode, scan, owner.login)).toMatchObject({ result: 'free' })
    }
  })

  test('one voids it while the other puts it on sale', async () => {
    for (let turn = 0; turn < TURNS; turn += 1) {
      const { inspectionId } = await shop.inspected(owner)
      const listings = [await shop.row(owner, [inspectionId])]
      const row = { rows: [{ inspectionId }], reason: '送修', voidsBag: true }
      const both = await Promise.all([
        told(goods.publish, { channel: 'auction', listings }, owner),
        told(recordAction.deleteDetRecord, row, colleague),
      ])
      const [published, voided] = both
      expect([published?.done, voided?.done].sort()).toEqual([false, true])
      const { state, bagCode } = await detail(inspectionId)
      expect(state).toBe(published?.done ? 'listed' : 'voided')
      const { availability } = await shop.data(bagRoll.check, { bagCode: bagCode ?? '' }, owner.login)
      expect(availability === 'voided').toBe(voided?.done)
      expectTold(both)
    }
  })

  test('one changes its shop while the other puts it on sale', async () => {
    for (let turn = 0; turn < TURNS; turn += 1) {
      const { inspectionId } = await shop.inspected(owner)
      const listings = [await shop.row(owner, [inspectionId])]
      const { shopAccountId } = owner
      const [published, changed] = await Promise.all([
        told(goods.publish, { channel: 'auction', listings }, owner),
        told(recordAction.updateXyUid, { rows: [{ inspectionId }], shopAccountId }, owner),
      ])
      expect(published.done).toBe(true)
      const record = await detail(inspectionId)
      expect(record).toMatchObject({ state: 'listed', shopAccountId: changed.done ? shopAccountId : null })
      expectTold([changed])
    }
  })

  test('one edits what the other inspects anew or moves to another channel', async () => {
    const code = { kind: 'imei', imei: nextImei() } as const
    const { inspectionId, version } = await shop.save(owner, { mode: 'draft', code })
    const edits = (['auction', 'curated'] as const).map((channel) =>
      told(detRecord.addDetectRecord, shop.submission({ mode: 'draft', inspectionId, version, code, channel }), owner),
    )
    const both = await Promise.all(edits)
    expect(both.filter(({ done }) => done)).toHaveLength(1)
    expect(both.find(({ done }) => !done)?.message).toContain('修改过这条记录')
  })
})

test('one bag for two phones, one of each channel, is one phone’s, and the other is told', async () => {
  const channel = 'curated'
  const template = await shop.data(detConfig.getDetectOptionTpl, { modelId: 'apple-iphone-13', channel }, owner.login)
  const answers = { ...template.defaults, ...CLEAN_ANSWERS }
  for (let turn = 0; turn < TURNS; turn += 1) {
    const bagCode = `RACE${String(turn + 1).padStart(8, '0')}`
    const phones = [await shop.photographed(owner), await shop.photographed(owner, { channel, answers })]
    const both = await Promise.all(
      phones.map(({ inspectionId }, index) =>
        told(bagRoll.bind, { inspectionId, bagCode }, index === 0 ? owner : colleague),
      ),
    )
    expect(both.filter(({ done }) => done)).toHaveLength(1)
    expect(both.find(({ done }) => !done)?.message).toBe('该封袋码已被使用')
    const bags = await Promise.all(phones.map(async ({ inspectionId }) => (await detail(inspectionId)).bagCode))
    expect(bags.filter((bag) => bag === bagCode)).toHaveLength(1)
    const states = await Promise.all(phones.map(async ({ inspectionId }) => (await detail(inspectionId)).state))
    expect(states).toEqual([bags[0] === bagCode ? 'listable' : 'awaiting_seal', 'listable'])
  }
})
