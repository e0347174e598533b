import { batch, batchEdit } from '@huanji/contract/features/inspection/batch'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { bagRoll } from '@huanji/contract/features/inspection/sealed-bag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedInEmployee } from '../../../../../tests/support/people.ts'
import { CLEAN_ANSWERS } from '../../../demo/trade/inspecting.ts'
import { newId } from '../../../platform/ids.ts'
import { nextImei, startTradingGateway, type TradingGateway } from '../../../sync/testing/trading-gateway.ts'
import { historyOf } from '../../history/store.ts'
import { markListed, moveInspection } from '../commands.ts'
import { batchFixtures, COMMON, FINE_SCRATCHES, phone, phones, SCRATCHES } from '../testing/batches.ts'

let shop: TradingGateway
let owner: SignedInEmployee
let rival: SignedInEmployee
let does: ReturnType<typeof batchFixtures>

beforeAll(async () => {
  shop = await startTradingGateway()
  owner = await shop.merchant('甲行')
  rival = await shop.merchant('乙行')
  does = batchFixtures(shop)
})
afterAll(() => shop.close())

const inMerchant = <T>(work: Parameters<typeof shop.db.tenant<T>>[1]) => shop.db.tenant(owner.actor.merchantId, work)
const detail = (inspectionId: string | null | undefined) =>
  shop.data(detRecord.getDetRecordDetails, { inspectionId: inspectionId ?? '' }, owner.login)
const bags = (firstCode: string, count: number) => shop.data(bagRoll.registerRoll, { firstCode, count }, owner.login)
const check = (units: Parameters<typeof does.add>[1], batchId?: string) =>
  shop.data(
    batchEdit.check,
    { channel: 'curated', ...(batchId === undefined ? { common: COMMON } : { batchId }), units: [...units] },
    owner.login,
  )

describe('a new batch', () => {
  test('makes a record of each phone, which holds only what differs', async () => {
    const shopAccountId = await shop.shop(owner)
    const scratched = phone(nextImei(), { answers: FINE_SCRATCHES, remark: '后盖' })
    const made = await does.add(owner, [...phones(2), scratched], { shopAccountId, remark: '同行一批' })
    expect(made.batchNo).toMatch(/^PC261120\d{4}$/)
    expect(made).toMatchObject({ batchVersion: 1, grade: '99' })
    expect(made.rows.map(({ ok, state, problem }) => [ok, state, problem])).toEqual(
      Array(3).fill([true, 'awaiting_photos', '']),
    )
    expect(made.rows.map(({ barCode }) => Number(barCode.slice(2)))).toEqual(
      [0, 1, 2].map((index) => Number(made.rows[0]?.barCode.slice(2)) + index),
    )
    const [first, second, third] = await Promise.all(made.rows.map((row) => detail(row.inspectionId)))
    expect(second).toMatchObject({
      batchNo: made.batchNo,
      grade: '99',
      systemGrade: '99',
      repairFlag: 'R0',
      shopName: '焕机小店',
      modelName: '苹果 iPhone 13',
      exceptionCount: 0,
      answers: { A14: { options: ['A14-1'], value: '95' } },
    })
    expect(second?.groups).toEqual(first?.groups)
    expect(second?.history).toMatchObject([
      { action: 'create', actionLabel: '新建质检', note: `批次${made.batchNo}` },
      { action: 'submit', toState: 'awaiting_photos' },
    ])
    expect(third).toMatchObject({ exceptionCount: 1, remark: '后盖', answers: { B01: { options: ['B01-2'] } } })
    const { rows } = await shop.database.open.ownerQuery(
      'select id, answers, report is null as shared from inspection where batch_id = $1',
      [made.batchId],
    )
    const kept = new Map((rows as { id: string; answers: object; shared: boolean }[]).map((row) => [row.id, row]))
    expect(made.rows.map(({ inspectionId }) => kept.get(inspectionId ?? ''))).toMatchObject([
      { answers: {}, shared: false },
      { answers: {}, shared: true },
      { answers: FINE_SCRATCHES, shared: false },
    ])
    const lines = await inMerchant((tx) => historyOf(tx, 'batch', made.batchId ?? ''))
    expect(lines).toMatchObject([{ action: 'create', actionLabel: '新建批次', note: '3台' }])
  })

  test('is not made for common answers that a single inspection would not take', async () => {
    const refusal = async (common: object) => {
      const input = { channel: 'curated' as const, common: { ...COMMON, ...common }, units: phones(1) }
      const { _bizErrCode, _errStr } = await shop.call(batch.addMultiCommodity, input, owner.login)
      return `${_bizErrCode} ${_errStr}`
    }
    const { A14: _battery, ...withoutBattery } = CLEAN_ANSWERS
    expect(await refusal({ answers: withoutBattery })).toBe('ANSWERS_MISSING 还有1项未检：电池健康度')
    expect(await refusal({ sku: {} })).toContain('SKU_INCOMPLETE')
    expect(await refusal({ modelId: 'nothing' })).toContain('MODEL_UNKNOWN')
    expect(await refusal({ answers: { ...CLEAN_ANSWERS, A14: { options: [], value: '200' } } })).toContain(
      'ANSWERS_INVALID',
    )
    expect(await refusal({ finalGrade: 'NEW', overrideReason: '很新' })).toContain('OVERRIDE_INVALID')
    expect(await refusal({ finalGrade: '95' })).toContain('OVERRIDE_INVALID')
    expect(await refusal({ answers: { ...CLEAN_ANSWERS, A16: { options: ['A16-2'] } } })).toContain('GRADE_NOT_ALLOWED')
    expect(await shop.refusalOf(batch.addMultiCommodity, { channel: 'curated', units: phones(1) }, owner)).toBe(
      'BATCH_COMMON_MISSING',
    )
  })

  test('an override downwards is the grade of all its phones, with its reason', async () => {
    const common = { ...COMMON, finalGrade: '95' as const, overrideReason: '整体偏旧' }
    const made = await does.add(owner, [phone(), phone(nextImei(), { answers: SCRATCHES })], { common })
    expect(made).toMatchObject({ grade: '95' })
    const [plain, scratched] = await Promise.all(made.rows.map((row) => detail(row.inspectionId)))
    expect(plain).toMatchObject({ grade: '95', systemGrade: '99', overrideReason: '整体偏旧' })
    expect(scratched).toMatchObject({ grade: '95', systemGrade: '95', overrideReason: '' })
  })

  test('is not made where no phone is taken', async () => {
    const taken = await shop.save(owner)
    const { imei } = await detail(taken.inspectionId)
    const made = await does.add(owner, [phone(imei), phone('123')])
    expect(made).toMatchObject({ batchId: null, batchNo: '', grade: null })
    expect(made.rows.map(({ problem }) => problem)).toEqual(['IMEI_IN_INSPECTION', 'CODE_INVALID'])
    const before = await shop.data(batch.getMultiDetRecordList, {}, owner.login)
    await does.add(owner, [phone(imei)])
    expect((await shop.data(batch.getMultiDetRecordList, {}, owner.login)).total).toBe(before.total)
  })
})

describe('each phone has its own answer', () => {
  test('of a batch of 40 with 5 exceptions and 3 wrong rows 37 are taken, and a check says so before', async () => {
    const units = phones(40)
    for (const index of [4, 11, 18, 25, 32]) units[index] = phone(nextImei(), { answers: FINE_SCRATCHES })
    units[7] = phone('490154203237519')
    units[20] = phone(units[3]?.code.imei)
    units[36] = phone(nextImei(), { answers: SCRATCHES })
    const counts = () => shop.database.open.ownerQuery('select count(*)::int as count from unit_code')
    const before = (await counts()).rows
    const checked = await check(units)
    expect((await counts()).rows).toEqual(before)
    const made = await does.add(owner, units)
    const words = (rows: readonly { ok: boolean; problem: string; message: string; remedy: string }[]) =>
      rows.flatMap(({ ok, problem, message, remedy }, index) =>
        ok ? [] : [{ row: index + 1, problem, message, remedy }],
      )
    expect(words(made.rows)).toEqual([
      expect.objectContaining({ row: 8, problem: 'CODE_INVALID', remedy: 'rescan' }),
      { row: 21, problem: 'BATCH_ROW_TWICE', message: '与第4行重复', remedy: 'remove' },
      {
        row: 37,
        problem: 'BATCH_GRADE_BELOW',
        message: '该机成色为95新，低于本批的99新，请移出后单独质检',
        remedy: 'inspectSingly',
      },
    ])
    expect(words(checked.rows)).toEqual(words(made.rows))
    expect(checked.rows.map(({ grade }) => grade)).toEqual(made.rows.map(({ grade }) => grade))
    const { batch: shown, list } = await does.details(owner, made.batchId)
    expect(shown).toMatchObject({ totalCount: 37, waitingCount: 37, availableCount: 0 })
    expect(list).toHaveLength(37)
    expect(list.filter(({ ownExceptions }) => ownExceptions.startsWith('后盖划痕：细微划痕'))).toHaveLength(5)
    const { rows } = await shop.database.open.ownerQuery(
      `select count(*)::int as units, (select count(*)::int from inspection where batch_id = $1) as records
       from unit where id in (select unit_id from inspection where batch_id = $1)`,
      [made.batchId],
    )
    expect(rows).toEqual([{ units: 37, records: 37 }])
  })

  test('a phone that is somewhere else is refused with the way to it', async () => {
    const draft = await shop.save(owner, { mode: 'draft' })
    const finished = await shop.photographed(owner)
    const listed = await shop.listable(owner, 'BATCHLISTED1')
    await inMerchant((tx) => markListed(tx, [listed.inspectionId], owner.actor, shop.clock.now()))
    const other = await does.add(owner, [phone()])
    const imeis = await Promise.all(
      [draft.inspectionId, finished.inspectionId, listed.inspectionId, other.rows[0]?.inspectionId].map(
        async (id) => (await detail(id)).imei,
      ),
    )
    const { rows } = await does.add(owner, [...imeis.map((imei) => phone(imei)), phone()])
    expect(rows).toMatchObject([
      {
        problem: 'IMEI_IN_INSPECTION',
        remedy: 'openRecord',
        openInspectionId: draft.inspectionId,
        message: `这台检过一半（单号${draft.inspectionNo}）`,
      },
      { problem: 'IMEI_IN_INSPECTION', remedy: 'remove', openInspectionId: null },
      { problem: 'UNIT_ON_SALE', remedy: 'remove' },
      {
        problem: 'IMEI_IN_INSPECTION',
        remedy: 'remove',
        message: `该手机已在批次${other.batchNo}（单号${other.rows[0]?.inspectionNo}），请移出本行`,
      },
      { ok: true },
    ])
  })

  test('a phone that must not be sold is inspected singly', async () => {
    const { rows } = await does.add(owner, [phone(), phone(nextImei(), { answers: { A16: { options: ['A16-2'] } } })])
    expect(rows[1]).toMatchObject({ ok: false, problem: 'GRADE_NOT_ALLOWED', remedy: 'inspectSingly', grade: 'X' })
  })

  test('bags are bound, and a wrong one leaves nothing of its phone', async () => {
    await bags('BATCHBAG0001', 4)
    const used = await shop.photographed(owner)
    await shop.data(bagRoll.bind, { inspectionId: used.inspectionId, bagCode: 'BATCHBAG0001' }, owner.login)
    const units = ['batchbag-0002', 'BATCHBAG0001', 'BATCHBAG9999', '短', 'BATCHBAG0002', 'BATCHBAG0003'].map(
      (bagCode) => phone(nextImei(), { bagCode }),
    )
    const made = await does.add(owner, units, { channel: 'auction' })
    expect(made.rows.map(({ problem, remedy }) => [problem, remedy])).toEqual([
      ['', 'none'],
      ['BAG_USED', 'changeBag'],
      ['BAG_UNKNOWN', 'changeBag'],
      ['BAG_INVALID', 'changeBag'],
      ['BAG_USED', 'changeBag'],
      ['', 'none'],
    ])
    expect(made.rows[4]?.message).toBe('封袋码与第1行重复')
    expect((await detail(made.rows[0]?.inspectionId)).bagCode).toBe('BATCHBAG0002')
    for (const index of [1, 2, 3, 4]) {
      const { result } = await shop.data(
        detRecord.verifyBarCode,
        { code: units[index]?.code.imei ?? '', channel: 'auction' },
        owner.login,
      )
      expect(result).toBe('free')
    }
  })

  test('the IMEI of another model is a doubt, and no obstacle', async () => {
    const tac = phone().code.imei?.slice(0, 8)
    const common = {
      ...COMMON,
      modelId: 'apple-iphone-12',
      sku: { regulatoryNo: 'A2404', storage: '128GB', colour: '黑色' },
    }
    const [row] = (await does.add(owner, [phone()], { common })).rows
    expect(tac).toBe('86024604')
    expect(row).toMatchObject({ ok: true, message: '该IMEI多为苹果 iPhone 13，请核对机型' })
  })
})

describe('adding to a batch', () => {
  test('a list that is sent again repeats nothing', async () => {
    const units = phones(3)
    const made = await does.add(owner, units)
    const batchId = made.batchId ?? ''
    const again = await does.add(owner, [...units, phone()], { batchId })
    expect(again.rows.map(({ ok, isKnown }) => [ok, isKnown])).toEqual([
      [true, true],
      [true, true],
      [true, true],
      [true, false],
    ])
    expect(again.rows.slice(0, 3)).toMatchObject(
      made.rows.map(({ inspectionId, inspectionNo, barCode }) => ({ inspectionId, inspectionNo, barCode })),
    )
    expect((await does.details(owner, batchId)).batch).toMatchObject({ totalCount: 4, waitingCount: 4 })
  })

  test('a repeat under the same key answers what was answered', async () => {
    const input = { channel: 'curated' as const, common: COMMON, units: phones(2) }
    const key = newId()
    const send = () => shop.call(batch.addMultiCommodity, input, owner.login, key)
    const [one, other] = [await send(), await send()]
    expect(other._data).toEqual(one._data)
    expect(one._data).toMatchObject({ rows: [{ ok: true }, { ok: true }] })
  })

  test('a batch is its merchant’s alone', async () => {
    const { batchId } = await does.add(owner, phones(1))
    const input = { batchId: batchId ?? '', channel: 'curated' as const, units: phones(1) }
    expect(await shop.refusalOf(batch.addMultiCommodity, input, rival)).toBe('NOT_FOUND')
    expect(await shop.refusalOf(batchEdit.check, input, rival)).toBe('NOT_FOUND')
    expect(await shop.refusalOf(batch.getDetRecordDetailsByDetRecordId, { batchId: batchId ?? '' }, rival)).toBe(
      'NOT_FOUND',
    )
  })

  test('a voided phone can be added again', async () => {
    const unit = phone()
    const made = await does.add(owner, [phone(), unit])
    const first = made.rows[1]?.inspectionId ?? ''
    await inMerchant((tx) => moveInspection(tx, first, 'void', { who: owner.actor, now: shop.clock.now() }))
    const again = await does.add(owner, [unit], { batchId: made.batchId ?? '' })
    expect(again.rows).toMatchObject([{ ok: true, isKnown: false, barCode: made.rows[1]?.barCode }])
    expect((await does.details(owner, made.batchId)).batch.totalCount).toBe(2)
  })
})
