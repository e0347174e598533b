import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { realPhoto } from '@huanji/contract/features/inspection/photo'
import { newInspection, recordAction } from '@huanji/contract/features/inspection/record-action'
import { bagRoll } from '@huanji/contract/features/inspection/sealed-bag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedInEmployee } from '../../../../tests/support/people.ts'
import { CLEAN_ANSWERS } from '../../demo/trade/inspecting.ts'
import { newId } from '../../platform/ids.ts'
import { nextImei, startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'

let shop: TradingGateway
let owner: SignedInEmployee
let rival: SignedInEmployee

beforeAll(async () => {
  shop = await startTradingGateway()
  owner = await shop.merchant('甲行')
  rival = await shop.merchant('乙行')
  await shop.data(bagRoll.registerRoll, { firstCode: 'LOGS00000001', count: 9 }, owner.login)
})
afterAll(() => shop.close())

const logOf = async (inspectionId: string, wholePhone = false) =>
  (await shop.data(recordAction.getDetRecordLogList, { inspectionId, wholePhone }, owner.login)).list
const codeOf = async (inspectionId: string) =>
  (await shop.data(detRecord.getDetRecordDetails, { inspectionId }, owner.login)).code

describe('the log of a record', () => {
  test('says what an edit changed of a submitted record, item by item', async () => {
    const shopAccountId = await shop.shop(owner)
    const { inspectionId, version } = await shop.save(owner, { remark: '原装盒子' })
    const code = await codeOf(inspectionId)
    await shop.save(owner, {
      inspectionId,
      version,
      code,
      shopAccountId,
      bagCode: 'LOGS00000001',
      answers: { ...CLEAN_ANSWERS, B01: { options: ['B01-3'] }, A14: { options: [], value: '88' } },
    })
    const list = await logOf(inspectionId)
    expect(list.map((line) => line.action)).toEqual(['create', 'submit', 'revise', 'bag.hold'])
    const revision = list.find((line) => line.action === 'revise')
    expect(revision).toMatchObject({ actionLabel: '修改质检结果', fromState: 'awaiting_photos' })
    expect(revision?.changes).toEqual([
      { label: '电池健康度', before: '95%、≥90%', after: '88%、85%–89%' },
      { label: '后盖划痕', before: '无划痕', after: '轻微划痕（≤3条且＜10mm）' },
      { label: '成色', before: '99新', after: '95新' },
      { label: '封袋码', before: '无', after: 'LOGS00000001' },
      { label: '店铺', before: '无', after: '焕机小店' },
      { label: '备注', before: '原装盒子', after: '无' },
    ])
    expect(list[0]?.changes).toEqual([])
  })

  test('defect: what was changed of a record that was made a draft again was told nowhere', async () => {
    const { inspectionId, version } = await shop.save(owner)
    const code = await codeOf(inspectionId)
    const worn = { ...CLEAN_ANSWERS, B01: { options: ['B01-3'] } }
    const reopened = await shop.save(owner, { inspectionId, version, code, mode: 'draft' })
    const edited = await shop.save(owner, {
      inspectionId,
      version: reopened.version,
      code,
      mode: 'draft',
      answers: worn,
    })
    await shop.save(owner, { inspectionId, version: edited.version, code, answers: worn })
    const list = await logOf(inspectionId)
    expect(list.map((line) => [line.action, line.changes.map((change) => change.label)])).toEqual([
      ['create', []],
      ['submit', []],
      ['reopen', []],
      ['revise', ['后盖划痕', '成色']],
      ['submit', []],
    ])
  })

  test('keeps quiet about a draft that was never submitted, and about its photographs', async () => {
    const { inspectionId, photoTaskId, version } = await shop.save(owner, { mode: 'draft', answers: {} })
    await shop.shoot(owner, photoTaskId, ['back'])
    shop.clock.advance(1000)
    await shop.shoot(owner, photoTaskId, ['back'])
    await shop.save(owner, { inspectionId, version, code: await codeOf(inspectionId), mode: 'draft' })
    expect((await logOf(inspectionId)).map((line) => line.action)).toEqual(['create'])
  })

  test('tells of photographs that were replaced or removed afterwards, and of bags', async () => {
    const { inspectionId, photoTaskId } = await shop.listable(owner, 'LOGB00000001')
    shop.clock.advance(1000)
    await shop.shoot(owner, photoTaskId, ['back', 'corners'])
    shop.clock.advance(1000)
    const { photos } = await shop.data(realPhoto.getDetectRealPhoto, { photoTaskId }, owner.login)
    const corners = photos.find((photo) => photo.position === 'corners')?.photoId ?? ''
    await shop.data(realPhoto.saveRealPhoto, { photoTaskId, photos: [], removePhotoIds: [corners] }, owner.login)
    shop.clock.advance(1000)
    const change = { inspectionId, bagCode: 'LOGS00000002', replaceReason: '封口破损' }
    await shop.data(bagRoll.bind, change, owner.login)
    const list = await logOf(inspectionId)
    expect(list.slice(-4)).toMatchObject([
      { action: 'photo.replace', actionLabel: '更换照片', note: '背面', who: '老板' },
      { action: 'photo.remove', actionLabel: '删除照片', note: '四角/磕碰', who: '老板' },
      { action: 'bag.rebind', note: 'LOGB00000001；封口破损；换为LOGS00000002', who: '老板' },
      { action: 'bag.bind', note: 'LOGS00000002；换绑，原封袋LOGB00000001' },
    ])
  })

  test('has the lines of the phone’s other records, each with its number, when it is asked for', async () => {
    const code = { kind: 'imei', imei: nextImei() } as const
    const old = await shop.listable(owner, 'LOGW00000001', { code })
    shop.clock.advance(1000)
    const again = { inspectionId: old.inspectionId, version: old.version, reason: '抽检' }
    const { inspectionId, inspectionNo } = await shop.data(newInspection.reinspect, again, owner.login)
    const own = await logOf(inspectionId)
    expect(own.map((line) => [line.inspectionNo, line.action])).toEqual([[inspectionNo, 'reinspect']])
    expect(own[0]?.note).toBe(`抽检；原单号${old.inspectionNo}`)
    const whole = await logOf(inspectionId, true)
    expect(whole.slice(-3).map((line) => [line.inspectionNo, line.action, line.note])).toEqual([
      [old.inspectionNo, 'replace', `抽检；新单号${inspectionNo}`],
      [inspectionNo, 'reinspect', `抽检；原单号${old.inspectionNo}`],
      [old.inspectionNo, 'bag.void', 'LOGW00000001；重检后更换封袋'],
    ])
    expect(whole.map((line) => line.at)).toEqual(whole.map((line) => line.at).toSorted())
  })

  test('is another merchant’s or nobody’s record to nobody', async () => {
    const { inspectionId } = await shop.save(rival)
    for (const id of [inspectionId, newId()]) {
      expect(await shop.refusalOf(recordAction.getDetRecordLogList, { inspectionId: id }, owner)).toBe('NOT_FOUND')
    }
  })
})
