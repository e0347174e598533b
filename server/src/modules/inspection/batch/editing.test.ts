import { batch, batchEdit } from '@huanji/contract/features/inspection/batch'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedInEmployee } from '../../../../../tests/support/people.ts'
import { CLEAN_ANSWERS } from '../../../demo/trade/inspecting.ts'
import { nextImei, startTradingGateway, type TradingGateway } from '../../../sync/testing/trading-gateway.ts'
import { historyOf } from '../../history/store.ts'
import { inspectionsForListing, markListed, markSold, markUnlisted } from '../commands.ts'
import { publicPhotosOf } from '../photo/store.ts'
import { batchFixtures, COMMON, FINE_SCRATCHES, phone, phones, SCRATCHES } from '../testing/batches.ts'

let shop: TradingGateway
let owner: SignedInEmployee
let colleague: SignedInEmployee
let does: ReturnType<typeof batchFixtures>

beforeAll(async () => {
  shop = await startTradingGateway()
  owner = await shop.merchant('甲行')
  colleague = await shop.colleague(owner, '小李', [batch.addMultiCommodity.path])
  does = batchFixtures(shop)
})
afterAll(() => shop.close())

const inMerchant = <T>(work: Parameters<typeof shop.db.tenant<T>>[1]) => shop.db.tenant(owner.actor.merchantId, work)
const detail = (inspectionId: string | null | undefined) =>
  shop.data(detRecord.getDetRecordDetails, { inspectionId: inspectionId ?? '' }, owner.login)
const refusalText = async (input: Parameters<typeof does.edit>[1], by = owner) => {
  const { _bizErrCode, _errStr } = await shop.call(batchEdit.edit, input, by.login)
  return `${_bizErrCode} ${_errStr}`
}
const scratchedAnswers = { ...CLEAN_ANSWERS, ...SCRATCHES }
const WORN_BATTERY = { A14: { options: [], value: '88' } }

/** A curated batch whose phones can be sold; gives the ids of their records. */
async function listableBatch(units = phones(3)) {
  const made = await does.add(owner, units)
  await does.shootSample(owner, made.batchId)
  return { batchId: made.batchId ?? '', ids: made.rows.map(({ inspectionId }) => inspectionId ?? '') }
}
const list = (ids: readonly string[]) => inMerchant((tx) => markListed(tx, ids, owner.actor, shop.clock.now()))

describe('a change before anything was on sale', () => {
  test('is made in place, and every phone follows with its own answers', async () => {
    const own = phone(nextImei(), { answers: WORN_BATTERY })
    const made = await does.add(owner, [phone(), phone(), own], {
      common: { ...COMMON, answers: scratchedAnswers },
    })
    const batchId = made.batchId ?? ''
    expect(made).toMatchObject({ grade: '95', rows: [{ ok: true }, { ok: true }, { ok: true }] })
    const edited = await does.edit(owner, {
      batchId,
      version: 1,
      answers: { ...CLEAN_ANSWERS, B01: { options: ['B01-4'] } },
      remark: '改过',
    })
    expect(edited).toEqual({ version: 2, batchVersion: 1, grade: '90', movedCount: 3, keptCount: 0 })
    const [sample, plain, worn] = await Promise.all(made.rows.map((row) => detail(row.inspectionId)))
    expect(plain).toMatchObject({ grade: '90', systemGrade: '90', exceptionCount: 1, version: 2 })
    expect(worn).toMatchObject({
      grade: '90',
      exceptionCount: 2,
      answers: { A14: { value: '88' }, B01: { options: ['B01-4'] } },
    })
    expect(sample?.groups).toEqual(plain?.groups)
    expect(plain?.history.at(-1)).toMatchObject({ action: 'followBatch', note: `批次${made.batchNo}，版本1` })
    const shown = (await does.details(owner, batchId)).batch
    expect(shown).toMatchObject({
      grade: '90',
      remark: '改过',
      versions: [{ number: 1, frozenAt: null, unitCount: 3 }],
    })
    const lines = await inMerchant((tx) => historyOf(tx, 'batch', batchId))
    expect(lines.at(-1)).toMatchObject({ action: 'edit', note: '成色95新改为9成新' })
    const { missingShots } = await shop.save(owner, { mode: 'draft' })
    expect(missingShots.length).toBeGreaterThan(0)
  })

  test('is refused where phones would be below, naming the first five', async () => {
    const scratched = Array.from({ length: 6 }, () => phone(nextImei(), { answers: SCRATCHES }))
    const common = { ...COMMON, finalGrade: '95' as const, overrideReason: '整体偏旧' }
    const { batchId } = await does.add(owner, [phone(), ...scratched], { common })
    const codes = scratched.slice(0, 5).map(({ code }) => code.imei)
    const input = { batchId: batchId ?? '', version: 1 }
    expect(await refusalText({ ...input, answers: CLEAN_ANSWERS })).toBe(
      `BATCH_UNITS_BELOW 有6台手机的成色会低于批次，请先移出：${codes.join('、')}等`,
    )
    expect((await does.details(owner, batchId)).batch).toMatchObject({ grade: '95', version: 1 })
    expect(await refusalText({ ...input, answers: { ...CLEAN_ANSWERS, A16: { options: ['A16-2'] } } })).toContain(
      'GRADE_NOT_ALLOWED',
    )
    expect(await refusalText({ ...input, finalGrade: 'NEW' })).toContain('OVERRIDE_INVALID')
    expect(await refusalText({ ...input, answers: {} })).toContain('ANSWERS_MISSING')
  })

  test('shop and remark alone change no answers', async () => {
    const shopAccountId = await shop.shop(owner)
    const { batchId, rows } = await does.add(owner, phones(2))
    const input = { batchId: batchId ?? '', version: 1, shopAccountId, remark: '二店' }
    expect(await does.edit(owner, input)).toMatchObject({ version: 2, batchVersion: 1, grade: '99', movedCount: 2 })
    expect(await detail(rows[1]?.inspectionId)).toMatchObject({ shopAccountId, grade: '99' })
    expect((await does.details(owner, batchId)).batch).toMatchObject({ shopAccountId, remark: '二店' })
  })

  test('a late editor is told who was faster, and when', async () => {
    const { batchId } = await does.add(owner, phones(1))
    const input = { batchId: batchId ?? '', version: 1 }
    await does.edit(colleague, { ...input, remark: '小李改的' })
    expect(await refusalText(input)).toMatch(/^VERSION_CONFLICT 小李已于.+修改过这条记录/)
    expect(await refusalText({ batchId: input.batchId, version: 2, remark: '老板改的' })).toBe(' ')
  })
})

describe('a change after something was on sale', () => {
  test('what was listed or sold is shown as it was for ever', async () => {
    const { batchId, ids } = await listableBatch()
    const [sample = '', sold = '', other = ''] = ids
    await list([sold])
    await inMerchant((tx) => markSold(tx, [sold], 'marketplace', shop.clock.now()))
    const shown = async () => {
      const [offered] = await inMerchant((tx) => inspectionsForListing(tx, [sold]))
      const { report: _report, ...facts } = offered ?? { report: null }
      const photos = await inMerchant((tx) => publicPhotosOf(tx, [sold]))
      const { coverUrl: _cover, history: _history, versions: _versions, ...page } = await detail(sold)
      return { page, facts, report: offered?.report, photos: photos.map(({ photoId }) => photoId) }
    }
    const before = await shown()
    expect(before.photos.length).toBeGreaterThan(5)
    const edited = await does.edit(owner, { batchId, version: 1, answers: scratchedAnswers })
    expect(edited).toEqual({ version: 2, batchVersion: 2, grade: '95', movedCount: 2, keptCount: 1 })
    expect(await shown()).toEqual(before)
    const again = await does.edit(owner, {
      batchId,
      version: 2,
      answers: { ...CLEAN_ANSWERS, B01: { options: ['B01-4'] } },
    })
    expect(again).toMatchObject({ batchVersion: 2, grade: '90' })
    expect(await shown()).toEqual(before)
    expect(await detail(other)).toMatchObject({ grade: '90', state: 'listable', exceptionCount: 1 })
    expect(await detail(sample)).toMatchObject({ grade: '90', state: 'listable' })
    const { batch: page, list: units } = await does.details(owner, batchId)
    expect(page.versions).toMatchObject([
      { number: 2, grade: '90', frozenAt: null, unitCount: 2, createdBy: '老板' },
      { number: 1, grade: '99', frozenAt: shop.clock.now().toISOString(), unitCount: 1 },
    ])
    expect(units.find(({ inspectionId }) => inspectionId === sold)).toMatchObject({ batchVersion: 1, grade: '99' })
    expect((await inMerchant((tx) => historyOf(tx, 'batch', batchId))).at(-2)).toMatchObject({
      note: '版本1改为2，成色99新改为95新',
    })
  })

  test('phones that are added come into the newest version', async () => {
    const { batchId, ids } = await listableBatch(phones(2))
    await list([ids[1] ?? ''])
    await does.edit(owner, { batchId, version: 1, answers: scratchedAnswers })
    const added = await does.add(owner, [phone(nextImei(), { answers: FINE_SCRATCHES })], { batchId })
    expect(added).toMatchObject({ batchVersion: 2, grade: '95', rows: [{ ok: true, grade: '95' }] })
    expect(await detail(added.rows[0]?.inspectionId)).toMatchObject({ answers: FINE_SCRATCHES, systemGrade: '99' })
  })

  test('what was on sale once freezes its version, and follows when it is off sale', async () => {
    const { batchId, ids } = await listableBatch(phones(2))
    const [, once = ''] = ids
    await list([once])
    await inMerchant((tx) => markUnlisted(tx, [once], owner.actor, shop.clock.now(), ''))
    expect((await does.details(owner, batchId)).batch.versions[0]?.frozenAt).not.toBeNull()
    const edited = await does.edit(owner, { batchId, version: 1, answers: scratchedAnswers })
    expect(edited).toMatchObject({ batchVersion: 2, movedCount: 2, keptCount: 0 })
    expect(await detail(once)).toMatchObject({ grade: '95' })
  })
})
