import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { InputOf } from '@huanji/contract/call'
import { auditTrail } from '@huanji/contract/features/audit/calls'
import { catalogue } from '@huanji/contract/features/catalogue/calls'
import { detConfig } from '@huanji/contract/features/inspection/detect-config'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { releasedCatalogue } from '@huanji/domain/catalogue/released'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKind } from '../../../../tests/support/databases.ts'
import type { SignedInEmployee } from '../../../../tests/support/people.ts'
import { CLEAN_ANSWERS } from '../../demo/trade/inspecting.ts'
import { buy } from '../../demo/trade/market.ts'
import { publishAuction, publishCurated } from '../../demo/trade/selling.ts'
import {
  HOUR_MS,
  nextImei,
  type ShopOwner,
  startTradingGateway,
  type TradingGateway,
} from '../../sync/testing/trading-gateway.ts'
import { unitModelOf } from '../inspection/submission.ts'
import { modelOfUnit } from '../inspection/unit-store.ts'
import { enterUnit } from '../inspection/units.ts'
import { mergeAll } from '../model-merge/jobs.ts'
import { runCatalogueCommand } from './command.ts'
import { holdModel } from './known.ts'

let gateway: TradingGateway
let owner: ShopOwner
let other: ShopOwner

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('机型商家')
  other = await gateway.shopOwner('别的商家')
})
afterAll(() => gateway.close())

type Create = InputOf<typeof catalogue.createModel>
const NEW_MODEL: Create = {
  brand: '魅族',
  name: '88 Max',
  numbers: ['M0881Q'],
  storages: ['8GB+256GB', '12GB+512GB'],
  colours: ['曜夜', '霜白'],
  likeModelId: 'oneplus-12',
}
const create = (change: Partial<Create> = {}, by: SignedInEmployee = owner) =>
  gateway.data(catalogue.createModel, { ...NEW_MODEL, ...change }, by.login)
const refusalOf = (change: Partial<Create>, by: SignedInEmployee = owner) =>
  gateway.refusalOf(catalogue.createModel, { ...NEW_MODEL, ...change }, by)
const search = async (query: string, by: SignedInEmployee = owner) =>
  (await gateway.data(detConfig.productSearch, { query, limit: 5 }, by.login)).models
const listed = async (by: SignedInEmployee = owner) => (await gateway.data(catalogue.listModels, {}, by.login)).list

const said: string[] = []
const command = (...words: string[]) => {
  said.length = 0
  const { db, app } = gateway
  return runCatalogueCommand({ db, clock: app.services.clock, say: (line) => said.push(line) }, words)
}
const HEAD = 'id,brand,name,released,numbers,storages,colours,features,aliases,price,sources,note'
/** A file of models, in the gateway's own folder. */
function fileOf(...rows: string[]): string {
  const file = path.join(gateway.database.dataFolder, `models-${rows.length}-${said.length}.csv`)
  writeFileSync(file, [HEAD, ...rows, ''].join('\n'))
  return file
}

async function waitingForLocks(): Promise<number> {
  const text = `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const { rows } = await gateway.database.open.ownerQuery(text)
  return Number((rows[0] as { count: unknown }).count)
}

describe('a search for a model', () => {
  it('finds short forms and numbers, and says which model is only like it', async () => {
    expect((await search('13pm'))[0]).toMatchObject({ modelId: 'apple-iphone-13-pro-max', isNamed: true })
    expect((await search('ALN-AL00'))[0]).toMatchObject({ modelId: 'huawei-mate-60-pro', isNamed: true })
    expect((await search('NX789J')).filter(({ isNamed }) => isNamed).length).toBeGreaterThan(1)
    expect((await search('mate 60 pr')).every(({ isNamed }) => !isNamed)).toBe(true)
  })

  it('says the SKU that is written beside the model, or that a part number stands for', async () => {
    expect((await search('苹果13 128G 午夜色'))[0]?.sku).toMatchObject({ storage: '128GB', colour: '午夜色' })
    const [byPart] = await search('1PMLPF3CH/A')
    expect(byPart).toMatchObject({ modelId: 'apple-iphone-13', isNamed: true })
    expect(byPart?.sku).toMatchObject({ storage: '128GB', colour: '午夜色' })
  })
})

describe('a model that the catalogue lacks', () => {
  it('defect: a phone outside the catalogue was a dead end: it is written down and used at once', async () => {
    const made = await create()
    expect(made.title).toBe('魅族 88 Max')
    expect((await search('88max'))[0]).toMatchObject({ modelId: made.modelId, isNamed: true })
    expect((await search('m0881q'))[0]).toMatchObject({ modelId: made.modelId, isNamed: true })
    const { properties } = await gateway.data(detConfig.getPropertyInfo, { modelId: made.modelId }, owner.login)
    expect(properties.find(({ key }) => key === 'storage')?.values).toEqual(['256GB', '512GB'])
    const template = { modelId: made.modelId, channel: 'auction' } as const
    const own = await gateway.data(detConfig.getDetectOptionTpl, template, owner.login)
    const like = await gateway.data(detConfig.getDetectOptionTpl, { ...template, modelId: 'oneplus-12' }, owner.login)
    const codes = ({ groups }: typeof own) => groups.flatMap(({ items }) => items.map(({ code }) => code))
    expect(codes(own)).toEqual(codes(like))
    const { list } = await gateway.data(auditTrail.list, { subject: 'model' }, owner.login)
    expect(list[0]).toMatchObject({ actionLabel: '新建机型', subjectLabel: '魅族 88 Max' })
  })

  it('is the merchant’s alone', async () => {
    expect(await search('88max', other)).toEqual([])
    const { modelId } = await create({ name: '77', numbers: ['M771Q'] }, other)
    expect((await search('M771Q')).filter(({ isNamed }) => isNamed)).toEqual([])
    expect(await gateway.refusalOf(detConfig.getProductInfo, { modelId }, owner)).toBe('MODEL_UNKNOWN')
    expect((await listed(other)).map(({ title }) => title)).toEqual(['魅族 77'])
  })

  it.each<[string, string, Partial<Create>]>([
    ['of a name that the catalogue has', 'MODEL_KNOWN', { brand: '苹果', name: 'iPhone 13', storages: [] }],
    ['of a number that the catalogue has', 'MODEL_KNOWN', { name: '另一个', numbers: ['A2634'] }],
    ['twice', 'MODEL_KNOWN', { numbers: [] }],
    ['with a capacity that is none', 'MODEL_INVALID', { name: 'x1', numbers: [], storages: ['很大'] }],
    ['with a number that is none', 'MODEL_INVALID', { name: 'x2', numbers: ['（型号）'] }],
    ['like a model that is none', 'MODEL_UNKNOWN', { name: 'x3', numbers: [], likeModelId: 'no-such-phone' }],
  ])('is refused %s', async (_what, word, change) => expect(await refusalOf(change)).toBe(word))

  it('whose variants nobody knows is asked for the usual ones, and keeps what is chosen', async () => {
    const { modelId } = await create({ name: '99', numbers: [], storages: [], colours: [] })
    const { properties } = await gateway.data(detConfig.getPropertyInfo, { modelId }, owner.login)
    expect(properties.find(({ key }) => key === 'ram')).toMatchObject({ allowsOther: true })
    expect(properties.find(({ key }) => key === 'storage')?.values).toContain('256GB')
    const sku = { regulatoryNo: '', ram: '12GB', storage: '256GB', colour: '骚粉' }
    await gateway.save(owner, { modelId, sku })
    const learned = await gateway.data(detConfig.getPropertyInfo, { modelId }, owner.login)
    expect(learned.properties.find(({ key }) => key === 'colour')?.values[0]).toBe('骚粉')
  })

  it('is edited by its version, and removed only while there was no phone of it', async () => {
    const made = await create({ name: '66', numbers: [] })
    const edit = { ...NEW_MODEL, name: '66 Pro', numbers: [], modelId: made.modelId }
    expect(await gateway.data(catalogue.editModel, { ...edit, version: 1 }, owner.login)).toEqual({ version: 2 })
    expect(await gateway.refusalOf(catalogue.editModel, { ...edit, version: 1 }, owner)).toBe('VERSION_CONFLICT')
    expect((await search('66pro'))[0]?.modelId).toBe(made.modelId)
    expect(await gateway.refusalOf(catalogue.removeModel, { modelId: made.modelId }, other)).toBe('NOT_FOUND')
    await gateway.data(catalogue.removeModel, { modelId: made.modelId }, owner.login)
    expect(await search('66pro')).toEqual([])
    const [used] = (await listed()).filter(({ units }) => units > 0)
    expect(used?.allowedActions).toEqual(['edit'])
    expect(await gateway.refusalOf(catalogue.removeModel, { modelId: used?.modelId ?? '' }, owner)).toBe('MODEL_IN_USE')
  })
})

describe('a phone of a model that nobody knew', () => {
  const sku = { regulatoryNo: 'M0551Q', ram: '8GB', storage: '256GB', colour: '曜夜' }

  it('is inspected, published and sold at the auction market like any other', async () => {
    const { modelId } = await create({ name: '55', numbers: ['M0551Q'] })
    const [bagCode, imei] = ['BAGMODEL0002', nextImei()]
    const change = { modelId, sku, code: { kind: 'imei', imei } } as const
    const { inspectionId } = await gateway.listable(owner, bagCode, change)
    const row = await gateway.row(owner, [inspectionId])
    const listingId = await publishAuction(gateway.personOf(owner), row)
    await gateway.runJobs()
    await gateway.pass(HOUR_MS / 60)
    const order = await gateway.paid(owner, { listingId, inspectionId, imei, bagCode })
    expect(order).toMatchObject({ state: 'awaiting_shipment', modelName: '魅族 55', skuText: '8GB+256GB 曜夜' })
  })

  it('is sold on the curated channel as well', async () => {
    const modelId = (await search('M0551Q'))[0]?.modelId ?? ''
    const answers = { ...CLEAN_ANSWERS }
    const record = await gateway.photographed(owner, { modelId, sku, answers, channel: 'curated', bagCode: '' })
    const listingId = await publishCurated(gateway.personOf(owner), {
      kind: 'single',
      inspectionIds: [record.inspectionId],
      shopAccountId: owner.shopAccountId,
      priceFen: 199_900,
      priceConfirmed: true,
    })
    await gateway.runJobs()
    await gateway.pass(HOUR_MS / 60)
    await buy(gateway.control, listingId)
    await gateway.pass(HOUR_MS / 60)
    const { list } = await gateway.data(curatedOrder.list, {}, owner.login)
    expect(list[0]).toMatchObject({ modelName: '魅族 55' })
  })
})

describe('what an operator brings', () => {
  it('is refused whole, with the row, where one cannot be right', async () => {
    const file = fileOf(
      'meizu-aa,魅族,AA,2026-11,M001Q,8GB+256GB,黑色,nfc,,,numbers=operator:1,',
      'meizu-bb,魅族,BB,去年,M002Q,,,,,,,',
    )
    await expect(command('import', file)).rejects.toThrow('一行也没有导入')
    expect(said).toEqual([expect.stringContaining('第3行：上市时间“去年”写法不对')])
    expect(await search('M001Q')).toEqual([])
  })

  it('is used by everybody at once, and takes over what merchants wrote down by the same number', async () => {
    const mine = (await search('88max'))[0]?.modelId ?? ''
    const sku = { regulatoryNo: 'M0881Q', ram: '8GB', storage: '256GB', colour: '曜夜' }
    const { inspectionId } = await gateway.listable(owner, 'BAGMODEL0001', { modelId: mine, sku })
    const row = await gateway.row(owner, [inspectionId])
    const unit = { listingId: await publishAuction(gateway.personOf(owner), row) }
    await command(
      'import',
      fileOf(
        'meizu-88-max,魅族,88 Max 旗舰,2026-11,M0881Q,8GB+256GB; 12GB+512GB,曜夜; 霜白,nfc; -simTray,,3999-4999,numbers=operator:1,',
      ),
    )
    expect(said.join()).toContain('已导入 1 个机型')
    await expect.poll(async () => (await search('M0881Q', other))[0]?.modelId).toBe('meizu-88-max')
    await mergeAll(gateway.services)
    expect(await search('88max')).toEqual([expect.objectContaining({ modelId: 'meizu-88-max' })])
    const detail = await gateway.listing(owner, unit)
    expect(detail).toMatchObject({ modelId: 'meizu-88-max', modelName: '魅族 88 Max 旗舰' })
    const [merged] = (await listed()).filter(({ state }) => state === 'merged')
    expect(merged).toMatchObject({ title: '魅族 88 Max', mergedTitle: '魅族 88 Max 旗舰', units: 0 })
    const { list } = await gateway.data(auditTrail.list, { subject: 'model' }, owner.login)
    expect(list[0]).toMatchObject({ who: '系统', actionLabel: '机型并入机型库' })
  })

  it('defect: what stood open with an own model was refused once the catalogue had taken it over', async () => {
    const mine = (await listed()).find(({ state }) => state === 'merged')?.modelId ?? ''
    const sku = { regulatoryNo: 'M0881Q', ram: '8GB', storage: '256GB', colour: '曜夜' }
    const { inspectionId } = await gateway.photographed(owner, {
      modelId: mine,
      sku,
      code: { kind: 'imei', imei: nextImei() },
    })
    const record = await gateway.data(detRecord.getDetRecordDetails, { inspectionId }, owner.login)
    expect(record).toMatchObject({ modelId: 'meizu-88-max', modelName: '魅族 88 Max 旗舰' })
  })

  it.skipIf(databaseKind() !== 'postgres')(
    'defect: a phone that was written down while the catalogue took its model over kept the old one',
    async () => {
      const { modelId } = await create({ name: '77 Max', numbers: ['M0771Q'] })
      await command(
        'import',
        fileOf('meizu-77-max,魅族,77 Max,2026-11,M0771Q,8GB+256GB,曜夜,nfc,,,numbers=operator:1,'),
      )
      await expect.poll(async () => (await search('M0771Q', other))[0]?.modelId).toBe('meizu-77-max')
      const codes = { kind: 'imei', imei: nextImei(), imei2: '', meid: '', sn: '' } as const
      const sku = { regulatoryNo: 'M0771Q', ram: '8GB', storage: '256GB', colour: '曜夜' }
      let merging: Promise<void> | undefined
      const unitId = await gateway.db.tenant(owner.actor.merchantId, async (tx) => {
        const model = unitModelOf(await holdModel(tx, modelId), sku)
        merging = mergeAll(gateway.services)
        await expect.poll(waitingForLocks).toBeGreaterThan(0)
        return (await enterUnit(tx, codes, model, gateway.app.services.clock.now(), null)).unitId
      })
      await merging
      const kept = await gateway.db.tenant(owner.actor.merchantId, (tx) => modelOfUnit(tx, unitId))
      expect(kept).toMatchObject({ modelId: 'meizu-77-max', modelName: '魅族 77 Max' })
    },
  )

  it('is told of a number that stands at two models', async () => {
    const file = fileOf('meizu-cc,魅族,CC,2026-11,A2634,,,,,,,')
    await expect(command('check', file)).rejects.toThrow('有 1 处不对')
    expect(said[0]).toContain('型号 A2634 同时是')
  })

  it('may be a list in Markdown, of the brand that is said', async () => {
    const file = path.join(gateway.database.dataFolder, 'LIST.MD')
    writeFileSync(file, '## 某系列\n\n`ZZ100` `ZZ101`: 某某 100\n\n`ZZ200`: 某某 200 / 某某 200 Pro\n')
    await expect(command('import', file)).rejects.toThrow('--brand')
    await command('import', file, '--brand', '某某')
    await expect.poll(async () => (await search('ZZ101'))[0]).toMatchObject({ name: '某某 100', isNamed: true })
    expect((await search('ZZ200')).filter(({ isNamed }) => isNamed)).toHaveLength(2)
  })

  it('is shown by brand, and found by a text', async () => {
    await command('show')
    expect(said.at(-1)).toMatch(/^共 \d+ 个机型/)
    await command('find', '13pm')
    expect(said[0]).toMatch(/^苹果 iPhone 13 Pro Max/)
  })
})

it('an update that takes a model away leaves what was recorded readable', async () => {
  const unit = await gateway.onSale(owner)
  const { catalogue: whole } = releasedCatalogue()
  await gateway.database.open.ownerQuery("delete from catalogue_model where id = 'apple-iphone-13'")
  await gateway.database.open.ownerQuery("update catalogue_version set hash = 'other'")
  await gateway.db.global(async (tx) => tx.signal('catalogue', 'test'))
  await expect.poll(async () => (await search('A2634')).filter(({ isNamed }) => isNamed)).toEqual([])
  expect(whole.find('apple-iphone-13')).not.toBeNull()
  expect(await gateway.listing(owner, unit)).toMatchObject({ modelName: '苹果 iPhone 13' })
})
