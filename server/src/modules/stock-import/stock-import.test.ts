import { ERR } from '@huanji/contract/errors'
import { auditTrail } from '@huanji/contract/features/audit/calls'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { recordAction } from '@huanji/contract/features/inspection/record-action'
import { listingHandling } from '@huanji/contract/features/listing/goods'
import { phoneRecord } from '@huanji/contract/features/phone/calls'
import { importedStock } from '@huanji/contract/features/stock-import/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedInEmployee } from '../../../../tests/support/people.ts'
import { nextImei, startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'
import { stockImports, tableOf } from './testing/stock-imports.ts'

let gateway: TradingGateway & ReturnType<typeof stockImports>
let owner: SignedInEmployee

beforeAll(async () => {
  const trading = await startTradingGateway()
  gateway = { ...trading, ...stockImports(trading) }
  owner = await gateway.merchant('东桥手机')
})
afterAll(() => gateway.close())

const PHONE = ['苹果13', '128G', '午夜色', '1,234.5'] as const

const lifeOf = async (code: string) => (await gateway.data(phoneRecord.life, { code }, owner.login)).life
const verify = (code: string) => gateway.data(detRecord.verifyBarCode, { code, channel: 'auction' }, owner.login)
const undo = (importId: string) => gateway.data(importedStock.undo, { importId }, owner.login)
const take = async (rows: string[][], change: Parameters<typeof tableOf>[1] = {}) => {
  const importId = await gateway.begin(tableOf(rows, change), owner)
  await gateway.runJobs()
  return importId
}

/** What an import may change: phones that are here with what they cost, and the records that are not finished with. */
async function stockOf({ actor }: SignedInEmployee): Promise<string> {
  const query = async (text: string) => (await gateway.database.open.ownerQuery(text, [actor.merchantId])).rows
  const phones = await query(`select c.kind, c.code, u.id, u.cost_price_fen, u.model_id, u.sku_text
    from unit_code c join unit u on u.merchant_id = c.merchant_id and u.id = c.unit_id
    where c.merchant_id = $1 order by c.kind, c.code`)
  const records = await query(`select id, state, version, remark, unit_id from inspection
    where merchant_id = $1 and state <> 'voided' order by id`)
  return JSON.stringify({ phones, records })
}

describe('what each line comes to', () => {
  it('is said before anything is written', async () => {
    const inWork = nextImei()
    await gateway.save(owner, { code: { kind: 'imei', imei: inWork }, mode: 'draft', answers: {} })
    const good = nextImei()
    const stranger = await gateway.merchant('西桥手机')
    const foreign = nextImei()
    await gateway.save(stranger, { code: { kind: 'imei', imei: foreign } })
    const before = await stockOf(owner)
    const { rows, counts, texts } = await gateway.check(
      tableOf([
        [good, ...PHONE],
        [good, ...PHONE],
        ['490154203237519', ...PHONE],
        ['3.56938E+14', ...PHONE],
        [nextImei(), '苹果十三', '128G', '', '1000'],
        [nextImei(), 'iPhone 13', '1TB', '', '1000'],
        [nextImei(), 'iPhone 13', '', '', '-5'],
        [inWork, ...PHONE],
        [foreign, ...PHONE],
        ['F2LX1234ABCD', '小米14', '12+256', '黑色', ''],
      ]),
      owner,
    )
    expect(rows.map(({ answer }) => answer)).toEqual([
      ...['new', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'new', 'new'],
    ])
    expect(rows[0]).toMatchObject({ line: 2, code: good, title: '苹果 iPhone 13 128GB 午夜色', costFen: 123_450 })
    expect(rows[1]?.message).toBe('与第2行是同一台手机，以第2行为准')
    expect(rows[3]?.message).toContain('设为“文本”格式')
    expect(rows[5]?.message).toContain('没有 1TB（有 128GB、256GB、512GB）')
    expect(rows[7]?.message).toContain('正在质检')
    expect(rows[9]).toMatchObject({ code: 'F2LX1234ABCD', title: '小米 Xiaomi 14 12GB+256GB 黑色' })
    expect(counts).toEqual({ new: 3, known: 0, differs: 0, jumps: 0, same: 0, refused: 7 })
    expect(texts).toMatchObject([{ text: '苹果十三', count: 1, modelId: null }])
    expect(await stockOf(owner)).toBe(before)
  })

  it('a model is chosen once for all lines with the same text', async () => {
    const models = [{ text: '苹果十三', modelId: 'apple-iphone-13' }]
    const row = () => [nextImei(), '苹果十三', '128G', '午夜色', '']
    const { counts, texts } = await gateway.check(tableOf([row(), row(), row()], { models }), owner)
    expect(counts.new).toBe(3)
    expect(texts).toMatchObject([{ text: '苹果十三', count: 3, modelId: 'apple-iphone-13' }])
  })
})

describe('an import', () => {
  it('makes phones in stock whose drafts wait at the station with all that is known', async () => {
    const imei = nextImei()
    const table = { fields: ['imei', 'model', 'cost', 'stockedOn', 'supplier', 'grade'] as const }
    const importId = await gateway.begin(
      {
        ...tableOf([[imei, '苹果13 128G 午夜色', '¥1,234.00', '2026/1/5', '老王', '95新']]),
        fields: [...table.fields],
      },
      owner,
    )
    expect((await gateway.look(importId, owner)).import).toMatchObject({ state: 'running', pastCount: 0, total: 1 })
    await gateway.runJobs()
    const done = await gateway.look(importId, owner)
    expect(done.import).toMatchObject({ state: 'done', madeCount: 1, pastCount: 1, allowedActions: ['undo'] })
    expect(done.rows).toMatchObject([{ line: 2, result: 'made', code: imei, costFen: 123_400 }])
    const scanned = await verify(imei)
    expect(scanned).toMatchObject({ result: 'inspecting', openInspectionId: done.rows[0]?.inspectionId })
    const record = await gateway.data(
      detRecord.getDetRecordDetails,
      { inspectionId: done.rows[0]?.inspectionId ?? '' },
      owner.login,
    )
    expect(record).toMatchObject({
      state: 'draft',
      channel: 'auction',
      modelId: 'apple-iphone-13',
      remark: '来料成色：95新；供应商：老王',
      sku: { storage: '128GB', colour: '午夜色' },
      costPriceFen: 123_400,
    })
    expect((await lifeOf(imei))?.units.at(-1)?.costPriceFen).toBe(123_400)
    const [stocked] = (
      await gateway.database.open.ownerQuery('select stocked_at from inspection where imei = $1', [imei])
    ).rows as { stocked_at: string }[]
    expect(new Date(stocked?.stocked_at ?? '').toISOString()).toBe('2026-01-04T16:00:00.000Z')
  })

  it('of phones that are here it takes the cost, and nothing a second time', async () => {
    const imei = nextImei()
    await take([[imei, ...PHONE]])
    const again = await take([[imei, '苹果13', '128G', '午夜色', '1300']])
    const { import: one, rows } = await gateway.look(again, owner)
    expect(one).toMatchObject({ updatedCount: 1, madeCount: 0 })
    expect(rows[0]).toMatchObject({ beforeFen: 123_450, costFen: 130_000 })
    const refused = await gateway.call(
      importedStock.start,
      { ...tableOf([[imei, '苹果13', '', '', '1300']]), name: '同一份' },
      owner.login,
    )
    expect(refused._bizErrCode).toBe('STOCK_IMPORT_EMPTY')
    expect(await undo(again)).toEqual({ undoneCount: 1, keptCount: 0 })
    expect((await lifeOf(imei))?.units.at(-1)?.costPriceFen).toBe(123_450)
  })

  it('remembers what the columns of a file hold', async () => {
    const titles = ['手机串码', '进货 价']
    expect(await gateway.data(importedStock.heads, { titles }, owner.login)).toEqual({ fields: null })
    const heads = [
      { title: '手机串码', field: 'imei' as const },
      { title: '进货 价', field: null },
    ]
    const table = { ...tableOf([[nextImei(), ...PHONE]]), name: '11月', heads }
    await gateway.data(importedStock.start, table, owner.login)
    await gateway.runJobs()
    const known = await gateway.data(importedStock.heads, { titles: ['手机串码', '进货价'] }, owner.login)
    expect(known).toEqual({ fields: ['imei', null] })
  })

  it('runs alone, and can be cancelled between its chunks', async () => {
    const rows = Array.from({ length: 5 }, () => [nextImei(), ...PHONE])
    const importId = await gateway.begin(tableOf(rows), owner)
    const second = await gateway.call(
      importedStock.start,
      { ...tableOf([[nextImei(), ...PHONE]]), name: '第二份' },
      owner.login,
    )
    expect(second._bizErrCode).toBe('STOCK_IMPORT_BUSY')
    await gateway.data(importedStock.cancel, { importId }, owner.login)
    await gateway.runJobs()
    const { import: one } = await gateway.look(importId, owner)
    expect(one).toMatchObject({ state: 'cancelled', skippedCount: 5, madeCount: 0, allowedActions: [] })
    const twice = await gateway.call(importedStock.cancel, { importId }, owner.login)
    expect(twice._bizErrCode).toBe('STATE_CHANGED')
  })

  it('is written down in the audit log, as its undo is', async () => {
    const importId = await take([[nextImei(), ...PHONE]])
    await undo(importId)
    const action = [importedStock.start.path, importedStock.undo.path]
    const { list } = await gateway.data(auditTrail.list, { action }, owner.login)
    expect(list.slice(0, 2)).toMatchObject([
      { actionLabel: '撤销库存导入', before: { 新建: '1' }, after: { 已撤销: '1', 保留: '0' } },
      { actionLabel: '导入库存', subjectLabel: '11月库存.xlsx', after: { 行数: '1', 将新建: '1' } },
    ])
  })
})

describe('an undo', () => {
  it('leaves nothing of what the import made', async () => {
    const known = nextImei()
    await take([[known, ...PHONE]])
    const before = await stockOf(owner)
    const rows = [...Array.from({ length: 230 }, () => [nextImei(), ...PHONE]), [known, '', '', '', '999']]
    const importId = await take(rows)
    expect((await gateway.look(importId, owner)).import).toMatchObject({ madeCount: 230, updatedCount: 1 })
    expect(await stockOf(owner)).not.toBe(before)
    expect(await undo(importId)).toEqual({ undoneCount: 231, keptCount: 0 })
    expect(await stockOf(owner)).toBe(before)
    // and the same table can be taken over once more
    const again = await take(rows)
    expect((await gateway.look(again, owner)).import).toMatchObject({ madeCount: 230, updatedCount: 1 })
    const twice = await gateway.call(importedStock.undo, { importId }, owner.login)
    expect(twice._bizErrCode).toBe('STATE_CHANGED')
  })

  it('leaves the phones alone to which something has happened since, and names them', async () => {
    const [inspected, recosted, voided, untouched] = [nextImei(), nextImei(), nextImei(), nextImei()]
    const importId = await take([inspected, recosted, voided, untouched].map((imei) => [imei, ...PHONE]))
    const scanned = await verify(inspected)
    const inspectionId = scanned.openInspectionId ?? ''
    await gateway.save(owner, { inspectionId, version: 1, code: { kind: 'imei', imei: inspected } })
    const unitId = (await lifeOf(recosted))?.unitId ?? ''
    await gateway.data(listingHandling.setCost, { rows: [{ unitId, costPriceFen: 1 }] }, owner.login)
    const { openInspectionId } = await verify(voided)
    await gateway.data(
      recordAction.deleteDetRecord,
      { rows: [{ inspectionId: openInspectionId ?? '' }], reason: '录错' },
      owner.login,
    )
    expect(await undo(importId)).toEqual({ undoneCount: 1, keptCount: 3 })
    const { rows } = await gateway.look(importId, owner)
    expect(rows.map(({ result, message }) => `${result} ${message}`)).toEqual([
      'kept 已开始质检，保留',
      'kept 成本之后又被修改，保留',
      'kept 质检记录已作废',
      'undone ',
    ])
    expect((await lifeOf(recosted))?.units.at(-1)?.costPriceFen).toBe(1)
  })

  it('in the wrong order can be done again, and says which import comes first', async () => {
    const imeis = [nextImei(), nextImei()]
    const first = await take(imeis.map((imei) => [imei, ...PHONE]))
    const second = await gateway.begin(tableOf(imeis.map((imei) => [imei, '苹果13', '', '', '1300'])), owner)
    await gateway.runJobs()
    expect(await undo(first)).toEqual({ undoneCount: 0, keptCount: 2 })
    const kept = await gateway.look(first, owner)
    expect(kept.import).toMatchObject({ state: 'done', keptCount: 2, allowedActions: ['undo'] })
    expect(kept.rows[0]?.message).toContain('成本之后又被导入“11月库存.xlsx”修改')
    expect(await undo(second)).toEqual({ undoneCount: 2, keptCount: 0 })
    expect(await undo(first)).toEqual({ undoneCount: 2, keptCount: 0 })
    expect((await gateway.look(first, owner)).import).toMatchObject({ state: 'undone', undoneCount: 2, keptCount: 0 })
  })

  it('is refused after seven days', async () => {
    const importId = await take([[nextImei(), ...PHONE]])
    gateway.clock.advance(7 * 24 * 3_600_000 + 1)
    const late = await gateway.call(importedStock.undo, { importId }, owner.login)
    expect(late._bizErrCode).toBe('STOCK_IMPORT_TOO_OLD')
  })
})

describe('a line that names a phone in stock', () => {
  const start = (rows: string[][], confirmed: number[]) =>
    gateway.call(importedStock.start, { ...tableOf(rows), name: '改价.xlsx', confirmed }, owner.login)

  it('as another model, storage or colour is a kind of its own, and waits for a person', async () => {
    const [model, storage, colour, same] = [nextImei(), nextImei(), nextImei(), nextImei()]
    await take([model, storage, colour, same].map((imei) => [imei, ...PHONE]))
    const rows = [
      [model, '小米14', '12+256', '黑', '1500'],
      [storage, '苹果13', '256G', '午夜色', '1500'],
      [colour, '苹果13', '', '星光色', '1500'],
      [same, '苹果13 128G', '', '', '1500'],
    ]
    const checked = await gateway.check(tableOf(rows), owner)
    expect(checked.rows.map(({ answer }) => answer)).toEqual(['differs', 'differs', 'differs', 'known'])
    expect(checked.counts).toMatchObject({ differs: 3, known: 1 })
    expect(checked.rows[0]?.message).toContain('表中为“小米14 12+256 黑”，与在库不同')
    await start(rows, [3])
    await gateway.runJobs()
    const costOf = async (imei: string) => (await lifeOf(imei))?.units.at(-1)?.costPriceFen
    expect(await Promise.all([model, storage, colour, same].map(costOf))).toEqual([123_450, 150_000, 123_450, 150_000])
  })

  it('with a cost that changes by more than half waits for a person', async () => {
    const [asked, confirmed] = [nextImei(), nextImei()]
    await take([asked, confirmed].map((imei) => [imei, ...PHONE]))
    const rows = [asked, confirmed].map((imei) => [imei, '苹果13', '', '', '300'])
    expect((await gateway.check(tableOf(rows), owner)).rows.map(({ answer }) => answer)).toEqual(['jumps', 'jumps'])
    expect((await start(rows, []))._bizErrCode).toBe('STOCK_IMPORT_EMPTY')
    await start(rows, [3])
    await gateway.runJobs()
    expect((await lifeOf(asked))?.units.at(-1)?.costPriceFen).toBe(123_450)
    expect((await lifeOf(confirmed))?.units.at(-1)?.costPriceFen).toBe(30_000)
  })
})

describe('a table', () => {
  it('with one line number twice is refused as malformed', async () => {
    const table = tableOf([[nextImei(), ...PHONE]])
    const rows = [...table.rows, ...table.rows]
    const answer = await gateway.call(importedStock.start, { ...table, rows, name: '两行' }, owner.login)
    expect(answer._errCode).toBe(ERR.malformed)
  })
})

describe('rights', () => {
  it('no sum stands in the words of a line for who may not know costs, whatever wrote them', async () => {
    const clerk = await gateway.colleague(owner, '理货', [importedStock.start.path])
    const imei = nextImei()
    await take([[imei, ...PHONE]])
    const importId = await take([
      [imei, '苹果13', '128G', '午夜色', '1300'],
      [nextImei(), '苹果13', '128G', '午夜色', '-987.65'],
    ])
    // as releases before wrote it
    await gateway.database.open.ownerQuery(
      `update stock_import_row set message = '条码HJ1，草稿；成本改为¥1,300.00，原为¥1,234.50'
        where import_id = $1 and result = 'updated'`,
      [importId],
    )
    const { rows } = await gateway.look(importId, clerk)
    expect(rows.map(({ beforeFen, costFen }) => [beforeFen, costFen])).toEqual([
      [null, null],
      [null, null],
    ])
    expect(rows.map(({ message }) => message)).toEqual(['条码HJ1，草稿', '进价一栏填写有误'])
    expect(JSON.stringify(rows)).not.toMatch(/1,?300|1,?234|987/)
    expect((await gateway.look(importId, owner)).rows[0]).toMatchObject({ beforeFen: 123_450, costFen: 130_000 })
  })

  it('whoever may not know costs imports none, and takes none back', async () => {
    const clerk = await gateway.colleague(owner, '库管', [importedStock.start.path])
    const imei = nextImei()
    const { rows } = await gateway.check(tableOf([[imei, ...PHONE]]), clerk)
    expect(rows[0]).toMatchObject({ answer: 'new', costFen: null, beforeFen: null })
    const importId = await take([[imei, ...PHONE]])
    expect((await gateway.look(importId, clerk)).rows[0]?.costFen).toBeNull()
    const refused = await gateway.call(importedStock.undo, { importId }, clerk.login)
    expect(refused._bizErrCode).toBe('STOCK_IMPORT_COST_CLOSED')
  })

  it('nobody else sees it, nor does it see theirs', async () => {
    const stranger = await gateway.merchant('南桥手机')
    const importId = await take([[nextImei(), ...PHONE]])
    for (const spec of [importedStock.rows, importedStock.cancel, importedStock.undo]) {
      expect((await gateway.call(spec, { importId }, stranger.login))._bizErrCode).toBe('NOT_FOUND')
    }
    expect((await gateway.data(importedStock.list, {}, stranger.login)).total).toBe(0)
    const nobody = await gateway.colleague(owner, '路人', [])
    for (const spec of Object.values(importedStock)) {
      expect((await gateway.call(spec, spec.example as never, nobody.login))._errCode).toBe(ERR.notGranted)
    }
  })
})
