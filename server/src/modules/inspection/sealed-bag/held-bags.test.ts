import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { recordAction } from '@huanji/contract/features/inspection/record-action'
import { bagRoll, sealBag } from '@huanji/contract/features/inspection/sealed-bag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedInEmployee } from '../../../../../tests/support/people.ts'
import { CLEAN_ANSWERS } from '../../../demo/trade/inspecting.ts'
import { nextImei, startTradingGateway, type TradingGateway } from '../../../sync/testing/trading-gateway.ts'
import { findBag } from './store.ts'

let shop: TradingGateway
let owner: SignedInEmployee

beforeAll(async () => {
  shop = await startTradingGateway()
  owner = await shop.merchant('甲行')
})
afterAll(() => shop.close())

const inMerchant = <T>(work: Parameters<typeof shop.db.tenant<T>>[1]) => shop.db.tenant(owner.actor.merchantId, work)
const register = (firstCode: string, count: number) =>
  shop.call(bagRoll.registerRoll, { firstCode, count }, owner.login)
const bind = (inspectionId: string, bagCode: string, replaceReason = '') =>
  shop.call(bagRoll.bind, { inspectionId, bagCode, replaceReason }, owner.login)
const records = (filter: object) => shop.data(sealBag.records, filter, owner.login)
const stateOf = async (bagCode: string) => (await inMerchant((tx) => findBag(tx, bagCode)))?.state

describe('a bag that is scanned before the photographs are complete', () => {
  const shotsOf = (record: { photoTaskId: string; missingShots: readonly { code: string }[] }) =>
    [record.photoTaskId, record.missingShots.map(({ code }) => code)] as const
  const actsOf = async (bagCode: string) =>
    (await records({ bagCode })).list.map(({ action, state, at }) => ({ action, state, at })).reverse()
  const bagOfRecord = async (inspectionId: string) =>
    (await shop.data(detRecord.getDetRecordDetails, { inspectionId }, owner.login)).bagCode

  test('defect: a bag was bound while its phone still lay before the camera', async () => {
    await register('HOLD00000001', 1)
    const record = await shop.save(owner, { bagCode: 'HOLD00000001' })
    expect(await stateOf('HOLD00000001')).toBe('held')
    expect(await bagOfRecord(record.inspectionId)).toBe('HOLD00000001')
    const scannedAt = shop.clock.now().toISOString()
    shop.clock.advance(5 * 60_000)
    const [taskId, shots] = shotsOf(record)
    const { inspectionState } = await shop.shoot(owner, taskId, shots.slice(0, -1))
    expect([inspectionState, await stateOf('HOLD00000001')]).toEqual(['awaiting_photos', 'held'])
    const last = await shop.shoot(owner, taskId, shots.slice(-1))
    expect([last.inspectionState, await stateOf('HOLD00000001')]).toEqual(['listable', 'bound'])
    const closedAt = shop.clock.now().toISOString()
    const acts = await actsOf('HOLD00000001')
    expect(acts.slice(1)).toEqual([
      { action: 'hold', state: 'held', at: scannedAt },
      { action: 'bind', state: 'bound', at: closedAt },
    ])
  })

  test('is nobody else’s, whoever asks', async () => {
    await register('MINE00000011', 1)
    const { inspectionId, inspectionNo } = await shop.save(owner, { bagCode: 'MINE00000011' })
    const other = await shop.photographed(owner)
    expect((await bind(other.inspectionId, 'MINE00000011'))._bizErrCode).toBe('BAG_USED')
    const submitted = await shop.call(
      detRecord.addDetectRecord,
      shop.submission({ bagCode: 'MINE00000011' }),
      owner.login,
    )
    expect(submitted._bizErrCode).toBe('BAG_USED')
    const check = await shop.data(bagRoll.check, { bagCode: 'MINE00000011' }, owner.login)
    expect(check).toMatchObject({ availability: 'used', inspectionId, inspectionNo })
    expect((await shop.call(bagRoll.voidRoll, { firstCode: 'MINE00000011', count: 1 }, owner.login))._bizErrCode).toBe(
      'BAG_ROLL_USED',
    )
    const verified = await shop.data(detRecord.verifyBarCode, { code: 'MINE00000011', channel: 'auction' }, owner.login)
    expect(verified).toMatchObject({ result: 'inspecting', openInspectionId: inspectionId, codeKind: 'bagCode' })
  })

  test('is taken by ten phones at once for one of them', async () => {
    await register('TENS00000001', 1)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        shop.call(detRecord.addDetectRecord, shop.submission({ bagCode: 'TENS00000001' }), owner.login),
      ),
    )
    expect(answers.map((answer) => answer._bizErrCode).sort()).toEqual(['', ...Array(9).fill('BAG_USED')])
  })

  test('can be scanned later too, and is exchanged without being lost', async () => {
    await register('SWOP00000001', 2)
    const record = await shop.save(owner)
    const { inspectionId } = record
    expect((await bind(inspectionId, 'SWOP00000001'))._data?.inspectionState).toBe('awaiting_photos')
    expect(await stateOf('SWOP00000001')).toBe('held')
    expect((await bind(inspectionId, 'SWOP00000002'))._bizErrCode).toBe('BAG_ALREADY_BOUND')
    expect((await bind(inspectionId, 'SWOP00000002', '封袋破损'))._errCode).toBe('0')
    expect([await stateOf('SWOP00000001'), await stateOf('SWOP00000002')]).toEqual(['unused', 'held'])
    await shop.shoot(owner, ...shotsOf(record))
    expect(await stateOf('SWOP00000002')).toBe('bound')
    expect((await records({ bagCode: 'SWOP00000001' })).list[0]).toMatchObject({
      action: 'release',
      state: 'unused',
      inspectionId,
      note: '封袋破损；换为SWOP00000002',
    })
  })

  test('stays held while the inspection is corrected, and is free without it', async () => {
    await register('OPEN00000001', 2)
    const code = { kind: 'imei', imei: nextImei() } as const
    const first = await shop.save(owner, { code, bagCode: 'OPEN00000001' })
    const { inspectionId } = first
    const kept = await shop.save(owner, { inspectionId, version: first.version, code, bagCode: 'OPEN00000001' })
    expect(await stateOf('OPEN00000001')).toBe('held')
    const other = await shop.save(owner, { inspectionId, version: kept.version, code, bagCode: 'OPEN00000002' })
    expect([await stateOf('OPEN00000001'), await stateOf('OPEN00000002')]).toEqual(['unused', 'held'])
    await shop.save(owner, { inspectionId, version: other.version, code })
    expect(await stateOf('OPEN00000002')).toBe('unused')
    expect(await bagOfRecord(inspectionId)).toBeNull()
  })

  test('is free again when its record is voided, without a word about bags', async () => {
    await register('FREE00000001', 1)
    const { inspectionId } = await shop.save(owner, { bagCode: 'FREE00000001' })
    const rows = [{ inspectionId }]
    const { results } = await shop.data(recordAction.deleteDetRecord, { rows, reason: '录入错误' }, owner.login)
    expect(results).toMatchObject([{ ok: true, message: '已作废，预留的封袋FREE00000001可继续使用' }])
    expect(await stateOf('FREE00000001')).toBe('unused')
    expect(await bagOfRecord(inspectionId)).toBeNull()
    const { inspectionId: next } = await shop.save(owner, { bagCode: 'FREE00000001' })
    expect(await bagOfRecord(next)).toBe('FREE00000001')
  })

  test('waits on the curated channel too, where it need not be there', async () => {
    await register('CURA00000001', 1)
    const record = await shop.save(owner, {
      channel: 'curated',
      answers: { ...CLEAN_ANSWERS, A18: { options: ['A18-1'] } },
      bagCode: 'CURA00000001',
    })
    expect(await stateOf('CURA00000001')).toBe('held')
    expect((await shop.shoot(owner, ...shotsOf(record))).inspectionState).toBe('listable')
    expect(await stateOf('CURA00000001')).toBe('bound')
  })

  test('is bound at once when the photographs are there already', async () => {
    await register('ONCE00000001', 1)
    const draft = await shop.save(owner, { mode: 'draft' })
    const { code } = await shop.data(detRecord.getDetRecordDetails, { inspectionId: draft.inspectionId }, owner.login)
    await shop.shoot(owner, ...shotsOf(draft))
    const { inspectionId, version } = draft
    const saved = await shop.save(owner, { inspectionId, version, code, bagCode: 'ONCE00000001' })
    expect(saved.state).toBe('listable')
    expect((await actsOf('ONCE00000001')).map(({ action }) => action)).toEqual(['register', 'bind'])
  })
})
