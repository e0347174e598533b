import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { newInspection, recordAction } from '@huanji/contract/features/inspection/record-action'
import { bagRoll } from '@huanji/contract/features/inspection/sealed-bag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedInEmployee } from '../../../../tests/support/people.ts'
import { CLEAN_ANSWERS } from '../../demo/trade/inspecting.ts'
import { newId } from '../../platform/ids.ts'
import { nextImei, startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'
import { markListed } from './commands.ts'

let shop: TradingGateway
let owner: SignedInEmployee
let rival: SignedInEmployee

beforeAll(async () => {
  shop = await startTradingGateway()
  owner = await shop.merchant('甲行')
  rival = await shop.merchant('乙行')
})
afterAll(() => shop.close())

const detail = (inspectionId: string, by = owner) =>
  shop.data(detRecord.getDetRecordDetails, { inspectionId }, by.login)
const inMerchant = <T>(work: Parameters<typeof shop.db.tenant<T>>[1]) => shop.db.tenant(owner.actor.merchantId, work)
const putOnSale = (inspectionId: string) =>
  inMerchant((tx) => markListed(tx, [inspectionId], owner.actor, shop.clock.now()))
const rowsOf = (...ids: string[]) => ids.map((inspectionId) => ({ inspectionId }))
const bag = (bagCode: string) => shop.data(bagRoll.check, { bagCode }, owner.login)

describe('changing the shop', () => {
  const change = (ids: string[], shopAccountId: string, by = owner) =>
    shop.data(recordAction.updateXyUid, { rows: rowsOf(...ids), shopAccountId }, by.login)

  test('is done row by row, told in the history, and refused rows leave nothing', async () => {
    const [one, other] = [await shop.shop(owner), await shop.shop(owner)]
    const draft = await shop.save(owner, { mode: 'draft', shopAccountId: one })
    const listed = await shop.listable(owner, 'SHOP00000001', { shopAccountId: one })
    await putOnSale(listed.inspectionId)
    const done = await shop.listable(owner, 'SHOP00000002')
    const foreign = await shop.save(rival)
    const ids = [done.inspectionId, listed.inspectionId, foreign.inspectionId, draft.inspectionId]
    const { results } = await change(ids, other)
    expect(results.map(({ inspectionId, ok }) => [inspectionId, ok])).toEqual([
      [done.inspectionId, true],
      [listed.inspectionId, false],
      [foreign.inspectionId, false],
      [draft.inspectionId, true],
    ])
    expect(results[0]).toMatchObject({ inspectionNo: done.inspectionNo, message: '已换为“焕机小店”' })
    expect(results[1]?.message).toBe('当前状态为“已上架”，不能换店铺，请刷新后重试')
    expect(results[2]).toMatchObject({ inspectionNo: '', message: '记录不存在或已被删除，请刷新后重试' })
    expect((await detail(draft.inspectionId)).shopAccountId).toBe(other)
    expect((await detail(listed.inspectionId)).shopAccountId).toBe(one)
    const { list } = await shop.data(recordAction.getDetRecordLogList, { inspectionId: done.inspectionId }, owner.login)
    expect(list.at(-1)).toMatchObject({
      action: 'changeShop',
      actionLabel: '换店铺',
      changes: [{ label: '店铺', before: '无', after: '焕机小店' }],
    })
  })

  test('makes a new version, so that an edit of the old one does not bring the old shop back', async () => {
    const shopAccountId = await shop.shop(owner)
    const { inspectionId, version } = await shop.save(owner, { mode: 'draft' })
    await change([inspectionId], shopAccountId)
    const { code } = await detail(inspectionId)
    const edit = shop.submission({ mode: 'draft', inspectionId, version, code })
    expect(await shop.refusalOf(detRecord.addDetectRecord, edit, owner)).toBe('VERSION_CONFLICT')
    expect((await change([inspectionId], shopAccountId)).results).toMatchObject([{ ok: true }])
    expect((await detail(inspectionId)).version).toBe(version + 1)
  })

  test('is refused for a shop that cannot sell on the channel, or is not the merchant’s', async () => {
    const { inspectionId } = await shop.save(owner)
    const unusable = await shop.shop(owner, false)
    for (const shopAccountId of [unusable, await shop.shop(rival), newId()]) {
      expect((await change([inspectionId], shopAccountId)).results).toMatchObject([{ ok: false }])
    }
    expect((await detail(inspectionId)).shopAccountId).toBeNull()
  })
})

describe('voiding', () => {
  const voided = (ids: string[], voidsBag = false) =>
    shop.data(recordAction.deleteDetRecord, { rows: rowsOf(...ids), reason: '录入错误', voidsBag }, owner.login)

  test('frees the phone, which can be inspected anew as if it had not been', async () => {
    const imei = nextImei()
    const wrong = await shop.save(owner, { code: { kind: 'imei', imei, imei2: nextImei() } })
    const { results } = await voided([wrong.inspectionId])
    expect(results).toMatchObject([{ ok: true, message: '已作废', inspectionNo: wrong.inspectionNo }])
    const scan = await shop.data(detRecord.verifyBarCode, { code: imei, channel: 'auction' }, owner.login)
    expect(scan).toMatchObject({ result: 'free' })
    const again = await shop.save(owner, { code: { kind: 'imei', imei } })
    expect((await detail(again.inspectionId)).code).toMatchObject({ imei, imei2: '' })
    expect((await detail(again.inspectionId)).versions).toMatchObject([{ state: 'voided' }])
    expect((await detail(wrong.inspectionId)).history.at(-1)).toMatchObject({ action: 'void', note: '录入错误' })
  })

  test('asks before it voids a bag, and voids it with the record', async () => {
    const { inspectionId } = await shop.listable(owner, 'VOID00000001')
    expect((await voided([inspectionId])).results).toMatchObject([
      { ok: false, message: '该手机已封袋（VOID00000001），请确认同时作废封袋' },
    ])
    expect(await detail(inspectionId)).toMatchObject({ state: 'listable', bagCode: 'VOID00000001' })
    expect((await voided([inspectionId], true)).results).toMatchObject([{ ok: true }])
    expect(await detail(inspectionId)).toMatchObject({ state: 'voided', bagCode: 'VOID00000001' })
    expect((await bag('VOID00000001')).availability).toBe('voided')
  })

  test('is refused on sale and a second time, also within one call, and the others are voided', async () => {
    const listed = await shop.listable(owner, 'VOID00000002')
    await putOnSale(listed.inspectionId)
    const draft = await shop.save(owner, { mode: 'draft' })
    const { results } = await voided([draft.inspectionId, listed.inspectionId, draft.inspectionId], true)
    expect(results.map(({ ok }) => ok)).toEqual([true, false, true])
    expect((await voided([draft.inspectionId])).results).toMatchObject([
      { ok: false, message: '当前状态为“作废”，不能作废，请刷新后重试' },
    ])
    expect((await detail(draft.inspectionId)).reportPath).toBeNull()
    expect((await detail(listed.inspectionId)).state).toBe('listed')
  })
})

describe('inspecting anew', () => {
  const reinspect = (inspectionId: string, version: number, key?: string) =>
    shop.call(newInspection.reinspect, { inspectionId, version, reason: '抽检' }, owner.login, key)

  test('ends the old record and its bag, and starts a draft of the same phone from its answers', async () => {
    const shopAccountId = await shop.shop(owner)
    const worn = { ...CLEAN_ANSWERS, B01: { options: ['B01-3'] } }
    const old = await shop.save(owner, { answers: worn, shopAccountId, remark: '边框有磕碰' })
    await shop.shoot(
      owner,
      old.photoTaskId,
      old.missingShots.map(({ code }) => code),
    )
    await shop.shootDefect(owner, old.photoTaskId, 'B01', 'B01-3')
    await shop.data(bagRoll.registerRoll, { firstCode: 'ANEW00000001', count: 1 }, owner.login)
    await shop.data(bagRoll.bind, { inspectionId: old.inspectionId, bagCode: 'ANEW00000001' }, owner.login)
    const scan = { code: old.barCode, channel: 'auction' } as const
    const verified = await shop.data(detRecord.verifyBarCode, scan, owner.login)
    expect(verified).toMatchObject({ result: 'inspected', openInspectionId: old.inspectionId })
    expect(verified.message).toContain('如需重新质检，请选择重检')

    const key = newId()
    const answer = await reinspect(old.inspectionId, old.version, key)
    expect(answer._data).toMatchObject({ version: 1, state: 'draft' })
    expect((await reinspect(old.inspectionId, old.version, key))._data).toEqual(answer._data)
    const { inspectionId = '', inspectionNo = '' } = answer._data ?? {}
    const before = await detail(old.inspectionId)
    expect(before).toMatchObject({
      state: 'voided',
      bagCode: 'ANEW00000001',
      replacedBy: { inspectionId, inspectionNo },
    })
    expect((await bag('ANEW00000001')).availability).toBe('voided')
    const fresh = await detail(inspectionId)
    expect(fresh).toMatchObject({
      state: 'draft',
      shopAccountId,
      remark: '边框有磕碰',
      barCode: old.barCode,
      channel: 'auction',
      photos: [],
      grade: null,
      reportPath: null,
      sku: before.sku,
      versions: [{ inspectionId: old.inspectionId, isReplaced: true }],
    })
    expect(fresh.answers).toEqual(before.answers)
    const done = await shop.save(owner, { inspectionId, version: 1, code: fresh.code, answers: CLEAN_ANSWERS })
    expect(done.explanation?.grade).toBe('99')
    expect((await detail(old.inspectionId)).replacedBy?.inspectionId).toBe(inspectionId)
  })

  test('is refused for an old version, an unfinished record, one on sale, and a second time', async () => {
    const unfinished = await shop.save(owner)
    expect((await reinspect(unfinished.inspectionId, 1))._errStr).toContain('当前状态为“待拍摄”，不能重检')
    const record = await shop.listable(owner, 'ANEW00000002')
    const conflict = await reinspect(record.inspectionId, record.version + 1)
    expect(conflict).toMatchObject({ _bizErrCode: 'VERSION_CONFLICT' })
    expect((await detail(record.inspectionId)).bagCode).toBe('ANEW00000002')
    await putOnSale(record.inspectionId)
    expect((await reinspect(record.inspectionId, record.version))._errStr).toContain('重检，请先下架')
    const other = await shop.listable(owner, 'ANEW00000003')
    const { _data } = await reinspect(other.inspectionId, other.version)
    const again = await reinspect(other.inspectionId, other.version)
    expect(again).toMatchObject({ _bizErrCode: 'STATE_CHANGED' })
    expect(again._errStr).toContain(`已重检，新单号${_data?.inspectionNo}`)
    expect(
      (await shop.call(newInspection.reinspect, { inspectionId: newId(), version: 1, reason: '抽检' }, owner.login))
        ._bizErrCode,
    ).toBe('NOT_FOUND')
  })
})
