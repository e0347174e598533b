import { ERR } from '@huanji/contract/errors'
import { auditTrail } from '@huanji/contract/features/audit/calls'
import { goods, listingHandling } from '@huanji/contract/features/listing/goods'
import { phoneRecord } from '@huanji/contract/features/phone/calls'
import { phoneCost } from '@huanji/contract/features/phone/cost'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  nextImei,
  type OnSale,
  type ShopOwner,
  startTradingGateway,
  type TradingGateway,
} from '../../sync/testing/trading-gateway.ts'

let gateway: TradingGateway
let owner: ShopOwner
let stocked: readonly { readonly imei: string; readonly barCode: string; readonly unitId: string }[]
let sold: OnSale

const check = (rows: { line?: number; code: string; price: string }[], withSold = false) =>
  gateway.data(phoneCost.check, { rows, withSold }, owner.login)
const take = (rows: { code: string; price: string }[], withSold = false) =>
  gateway.data(phoneCost.import, { rows, withSold, name: '11月采购单' }, owner.login)
const costOf = async (code: string) =>
  (await gateway.data(phoneRecord.life, { code }, owner.login)).life?.units.at(-1)?.costPriceFen
const resultsOf = ({ rows }: { rows: { result: string }[] }) => rows.map(({ result }) => result)

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('东桥手机')
  const made = []
  for (let index = 0; index < 4; index += 1) {
    const imei = nextImei()
    const { barCode } = await gateway.save(owner, { code: { kind: 'imei', imei } })
    const { life } = await gateway.data(phoneRecord.life, { code: imei }, owner.login)
    made.push({ imei, barCode, unitId: life?.unitId ?? '' })
  }
  stocked = made
  sold = await gateway.onSale(owner)
  await gateway.paid(owner, sold)
})
afterAll(() => gateway.close())

const at = (place: number) => stocked[place] ?? { imei: '', barCode: '', unitId: '' }

it('defect: a line without a code was said to name a phone that is not there', async () => {
  const { rows } = await check([
    { code: '', price: '1000' },
    { code: ' \u3000', price: '1000' },
    { code: nextImei(), price: '1000' },
  ])
  expect(resultsOf({ rows })).toEqual(['no_code', 'no_code', 'unknown'])
  expect(rows[0]?.message).toBe('缺少编号：请填写IMEI、序列号或条码')
})

it('takes no cost of a known phone that no used phone can cost', async () => {
  const { rows, goodCount } = await check([{ code: at(3).imei, price: '100000' }])
  expect([rows[0]?.result, goodCount]).toEqual(['no_price', 0])
  expect(rows[0]?.message).toContain('请核对是否填错列')
})

it('judges each line by itself, in words', async () => {
  const stranger = await gateway.merchant('西桥手机')
  const foreign = nextImei()
  await gateway.save(stranger, { code: { kind: 'imei', imei: foreign } })
  const { rows, goodCount } = await check([
    { code: `IMEI: ${at(0).imei}`, price: '1,234.5' },
    { code: at(1).barCode.toLowerCase(), price: '￥1234' },
    { code: at(2).imei, price: '1234元' },
    { code: at(0).barCode, price: '1' },
    { code: nextImei(), price: '1000' },
    { code: foreign, price: '1000' },
    { code: '89860112345678901234', price: '1000' },
    { code: at(3).imei, price: '一千' },
    { code: at(3).imei, price: '1.234' },
    { code: sold.imei, price: '0' },
    { code: '', price: '1000' },
  ])
  expect(rows.map(({ result, afterFen }) => [result, afterFen])).toEqual([
    ['good', 123_450],
    ['good', 123_400],
    ['good', 123_400],
    ['doubled', 100],
    ['unknown', 100_000],
    ['unknown', 100_000],
    ['wrong_kind', 100_000],
    ['no_price', null],
    ['no_price', null],
    ['no_price', null],
    ['no_code', 100_000],
  ])
  expect(goodCount).toBe(3)
  expect(rows[3]?.message).toBe('与第1行是同一台手机，以第1行为准')
  expect(await costOf(at(0).imei)).toBeNull()
})

it('defect: read amounts and caps otherwise than stock import', async () => {
  const lines = ['1320.0000000000002', '1.2万', '1234块', 'RMB 1234', 'CNY1,234', '20261101', '—'].map((price) => ({
    code: at(0).imei,
    price,
  }))
  const answers = await Promise.all(lines.map(async (line) => (await check([line])).rows[0]))
  expect(answers.map((row) => row?.afterFen)).toEqual([132_000, 1_200_000, 123_400, 123_400, 123_400, null, null])
  expect(answers[5]).toMatchObject({ result: 'no_price', message: expect.stringContaining('超过¥99,999.00') })
})

it('defect: said of codes that a spreadsheet has spoilt that they are unknown, and dropped a second IMEI', async () => {
  const { rows } = await check([
    { code: '3.5E+14', price: '1000' },
    { code: '350003000000000', price: '1000' },
    { code: `${nextImei()}/${at(0).imei}`, price: '1000' },
    { code: `${at(1).imei} ${at(2).imei}`, price: '1000' },
  ])
  expect(rows.map(({ result }) => result)).toEqual(['wrong_kind', 'wrong_kind', 'good', 'several'])
  expect(rows[0]?.message).toContain('设为“文本”格式')
  expect(rows[2]?.barCode).toBe(at(0).barCode)
})

it('asks about a cost that jumps, and names lines as they stand in the file', async () => {
  const rows = [
    { line: 4, code: at(0).imei, price: '1000' },
    { line: 7, code: at(0).barCode, price: '1' },
  ]
  const first = await check(rows)
  expect(first.rows.map(({ line }) => line)).toEqual([4, 7])
  expect(first.rows[1]?.message).toBe('与第4行是同一台手机，以第4行为准')
  await gateway.data(listingHandling.setCost, { rows: [{ unitId: at(2).unitId, costPriceFen: 155_000 }] }, owner.login)
  const wild = [{ code: at(2).imei, price: '12345' }]
  const asked = await take(wild)
  expect(asked).toMatchObject({ importId: null, goodCount: 0 })
  expect(asked.rows[0]).toMatchObject({ result: 'jumps', message: expect.stringContaining('是不是多输了一位？') })
  expect(await costOf(at(2).imei)).toBe(155_000)
  const sure = { rows: wild, withJumps: true }
  expect(resultsOf(await gateway.data(phoneCost.check, sure, owner.login))).toEqual(['good'])
})

it('takes the good lines over, and back again', async () => {
  await gateway.data(listingHandling.setCost, { rows: [{ unitId: at(1).unitId, costPriceFen: 90_000 }] }, owner.login)
  const lines = [
    { code: at(0).imei, price: '1000' },
    { code: at(1).imei, price: '1100' },
    { code: at(2).imei, price: '1200' },
    { code: nextImei(), price: '1300' },
  ]
  const taken = await take(lines)
  expect(resultsOf(taken)).toEqual(['good', 'good', 'good', 'unknown'])
  expect(await Promise.all([at(0), at(1), at(2)].map(({ imei }) => costOf(imei)))).toEqual([100_000, 110_000, 120_000])
  const again = await take(lines)
  expect([again.importId, ...resultsOf(again)]).toEqual([null, 'unchanged', 'unchanged', 'unchanged', 'unknown'])

  await gateway.data(listingHandling.setCost, { rows: [{ unitId: at(2).unitId, costPriceFen: 125_000 }] }, owner.login)
  const importId = taken.importId ?? ''
  expect(await gateway.data(phoneCost.undo, { importId }, owner.login)).toEqual({ restoredCount: 2, keptCount: 1 })
  expect(await Promise.all([at(0), at(1), at(2)].map(({ imei }) => costOf(imei)))).toEqual([null, 90_000, 125_000])
  const twice = await gateway.call(phoneCost.undo, { importId }, owner.login)
  expect(twice).toMatchObject({ _bizErrCode: 'COST_IMPORT_UNDONE' })
  const { list } = await gateway.data(phoneCost.imports, {}, owner.login)
  expect(list).toMatchObject([{ importId, name: '11月采购单', unitCount: 3, undoneBy: list[0]?.importedBy }])
  const stranger = await gateway.merchant('南桥二店')
  const foreign = await gateway.call(phoneCost.undo, { importId }, stranger.login)
  expect(foreign).toMatchObject({ _bizErrCode: 'NOT_FOUND' })
})

it('leaves what a sold phone cost alone until that is asked for', async () => {
  expect(resultsOf(await take([{ code: sold.imei, price: '1500' }]))).toEqual(['good'])
  expect(resultsOf(await check([{ code: sold.imei, price: '1600' }]))).toEqual(['sold'])
  expect(resultsOf(await take([{ code: sold.imei, price: '1600' }], true))).toEqual(['good'])
  expect(await costOf(sold.imei)).toBe(160_000)
})

it('is told in the log to whoever may read costs, and shown to nobody else', async () => {
  await take([{ code: at(3).imei, price: '777' }])
  const entryFor = async (...grants: string[]) => {
    const reader = await gateway.colleague(owner, `日志${grants.length}`, ['/api/ext/audit/list', ...grants])
    const { list } = await gateway.data(auditTrail.list, { action: [phoneCost.import.path] }, reader.login)
    return list[0]
  }
  const name = `成本价 ${at(3).barCode}`
  expect(await entryFor('field:costPrice')).toMatchObject({
    before: { [name]: '未填写' },
    after: { [name]: '¥777.00' },
  })
  const kept = await entryFor()
  expect(kept?.after?.[name]).toBe('无权查看（已修改）')
  expect(JSON.stringify(kept)).not.toContain('777')
})

it('a clerk without the right meets no cost anywhere', async () => {
  const clerk = await gateway.colleague(owner, '李质检', [
    '/api/ext/phone/life',
    '/api/goods/list',
    '/api/goods/detail',
  ])
  for (const spec of Object.values(phoneCost)) {
    expect(await gateway.call(spec, spec.example, clerk.login), spec.path).toMatchObject({ _errCode: ERR.notGranted })
  }
  const { life } = await gateway.data(phoneRecord.life, { code: sold.imei }, clerk.login)
  expect(life?.units.map(({ costPriceFen }) => costPriceFen)).toEqual([null])
  const { list } = await gateway.data(goods.list, {}, clerk.login)
  expect(new Set(list.map(({ costPriceFen }) => costPriceFen))).toEqual(new Set([null]))
})

it('2,000 lines are judged and taken in one go', async () => {
  const rows = Array.from({ length: 2_000 }, (_, index) => ({
    code: `9${String(index).padStart(13, '0')}`,
    price: '1',
  }))
  const { goodCount, rows: judged } = await take([...rows.slice(1), { code: at(0).imei, price: '2,000' }])
  expect([goodCount, judged.length]).toEqual([1, 2_000])
})
