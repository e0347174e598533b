import { detConfig } from '@huanji/contract/features/inspection/detect-config'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { realPhoto } from '@huanji/contract/features/inspection/photo'
import { goods, listingHandling } from '@huanji/contract/features/listing/goods'
import { merchant } from '@huanji/contract/features/merchant/calls'
import { shop } from '@huanji/contract/features/shop/calls'
import { SHOT_ORDER } from '@huanji/domain/photos/shots'
import type { Grade } from '@huanji/domain/template/types'
import { TASK_RESULTS, TASK_TYPES } from '@huanji/marketplace/protocol/pushes'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { storedFigures } from '../modules/figure/figure-store.ts'
import { foldMarks } from '../modules/figure/fold.ts'
import { plainCount, type ReadRows } from '../modules/figure/testing/plain-count.ts'
import { takeProductResult } from './curated-listing.ts'
import { lookAgain } from './requests/index.ts'
import { refreshShops } from './shops.ts'
import { stockGoods } from './testing/stock-goods.ts'
import {
  HOUR_MS,
  nextImei,
  type ShopOwner,
  startTradingGateway,
  type TradingGateway,
} from './testing/trading-gateway.ts'

let gateway: TradingGateway
let owner: ShopOwner
let stock: ReturnType<typeof stockGoods>

beforeAll(async () => {
  gateway = await startTradingGateway()
  // verdicts come to the address that a call names
  Object.assign(gateway.services.settings, { publicUrl: gateway.url })
  owner = await gateway.shopOwner('严选手机')
  stock = stockGoods(gateway)
})
afterAll(() => gateway.close())

const BLACK = { regulatoryNo: '', ram: '', storage: '128GB', colour: '午夜色' }
const LARGE = { ...BLACK, storage: '256GB' }
const PRICE = 125_000

/** A phone of the curated channel with a picture that buyers may see. */
async function phone({ grade = '95' as Grade, sku = BLACK } = {}) {
  const imei = nextImei()
  const draft = await gateway.save(owner, { mode: 'draft', code: { kind: 'imei', imei } })
  await gateway.shoot(owner, draft.photoTaskId, [SHOT_ORDER[0] ?? ''])
  const { rows } = await stock.sql(
    `update inspection set channel = 'curated', state = 'listable', final_grade = $2 where id = $1 returning unit_id`,
    [draft.inspectionId, grade],
  )
  const unitId = (rows as { unit_id: string }[])[0]?.unit_id ?? ''
  await stock.sql('update unit set sku = $2 where id = $1', [unitId, JSON.stringify(sku)])
  return { imei, unitId, inspectionId: draft.inspectionId }
}

const publish = async (listing: Record<string, unknown>) => {
  const row = { shopAccountId: owner.shopAccountId, priceConfirmed: true, ...listing }
  const input = { channel: 'curated' as const, listings: [row as never] }
  return (await gateway.data(goods.publish, input, owner.login)).results[0]
}
const operate = async (action: 'off_shelf' | 'relist' | 'change_price' | 'restock', row: Record<string, unknown>) =>
  (await gateway.data(goods.operate, { action, rows: [row as never] }, owner.login)).results[0]
const recordsToRetake = async (channel: 'auction' | 'curated') => {
  const filter = { channel, retakeAsked: true }
  return (await gateway.data(detRecord.getDetectRecordList, filter, owner.login)).list
}

/** Whoever may not photograph asks for other pictures of the goods, and gets them. */
async function asksForPictures(listingId: string, inspectionId: string): Promise<void> {
  expect(await recordsToRetake('curated')).toEqual([])
  expect(await gateway.data(listingHandling.askRetake, { listingId }, owner.login)).toEqual({ inspectionId })
  const [asked, ...others] = await recordsToRetake('curated')
  expect(others).toEqual([])
  const { askedBy, reason } = asked?.retake ?? {}
  expect(asked?.inspectionId).toBe(inspectionId)
  expect(askedBy).toBe('老板')
  expect(reason).toContain('第一张照片太糊')
  expect(asked?.allowedActions).toContain('retake')
  expect((await detail(listingId)).retakeAskedAt).not.toBeNull()
  const { todos } = await gateway.data(merchant.business, {}, owner.login)
  expect(todos).toContainEqual(expect.objectContaining({ key: 'curated_retakes', count: 1 }))
  const { rows } = await stock.sql(`select subject_id from notice where kind = 'retakeAsked' and subject_id = $1`, [
    inspectionId,
  ])
  expect(rows).toHaveLength(1)
  const record = await gateway.data(detRecord.getDetRecordDetails, { inspectionId }, owner.login)
  const { shots } = await gateway.data(realPhoto.getDetectRealPhoto, { photoTaskId: record.photoTaskId }, owner.login)
  const positions = shots.map(({ code }) => code)
  await gateway.shoot(owner, record.photoTaskId, positions)
  expect(await recordsToRetake('curated')).toEqual([])
  const now = await detail(listingId)
  expect(now.retakeAskedAt).toBeNull()
  // the new picture stands where the old one stood
  const small = now.photos.map(({ thumbUrl }) => thumbUrl.split('?')[0])
  expect(small).toContain(now.coverUrl?.split('?')[0])
  expect(now.photos.every(({ included }) => included)).toBe(true)
  const { history } = await gateway.data(detRecord.getDetRecordDetails, { inspectionId }, owner.login)
  expect(history.map(({ actionLabel }) => actionLabel)).toEqual(expect.arrayContaining(['请重拍', '重拍完成']))
}
const detail = (listingId: string) => gateway.listing(owner, { listingId })
const settle = async () => {
  await gateway.runJobs()
  await gateway.retryUntilQuiet()
}
const productOf = async (listingId: string) => {
  const { productId } = await detail(listingId)
  return gateway.services.marketplace.productDetail(owner.seller.sellerId, { product_id: Number(productId) })
}

describe('a single phone at a fixed price', () => {
  it('is published, bought, comes back to the shelf when the order falls through, and is taken off', async () => {
    const unit = await phone()
    const published = await publish({ kind: 'single', inspectionIds: [unit.inspectionId], priceFen: PRICE })
    expect(published).toMatchObject({ ok: true })
    const listingId = published?.listingId ?? ''
    expect(await publish({ kind: 'single', inspectionIds: [unit.inspectionId], priceFen: PRICE })).toMatchObject({
      refusal: 'UNIT_ALREADY_LISTED',
    })
    await settle()
    expect(await detail(listingId)).toMatchObject({ state: 'on_sale', priceFen: PRICE, failure: null, desired: null })

    const { product_id: productId } = await productOf(listingId)
    const orderNo = gateway.control.buyProduct(productId, 1, 0)
    await settle()
    expect(await detail(listingId)).toMatchObject({ state: 'sold_out' })
    gateway.control.closeOrder(orderNo)
    await settle()
    expect(await detail(listingId)).toMatchObject({ state: 'on_sale', desired: null })
    expect(await productOf(listingId)).toMatchObject({ stock: 1, product_status: 22 })

    expect(await operate('off_shelf', { listingId })).toMatchObject({ ok: true })
    await settle()
    expect(await detail(listingId)).toMatchObject({ state: 'off_shelf' })
    const { list } = await gateway.data(goods.listable, { channel: 'curated', code: unit.imei }, owner.login)
    expect(list).toHaveLength(1)
    expect(await operate('relist', { listingId, priceFen: 128_000, priceConfirmed: true })).toMatchObject({ ok: true })
    await settle()
    expect(await detail(listingId)).toMatchObject({ state: 'on_sale', priceFen: 128_000 })
    expect(await productOf(listingId)).toMatchObject({ price: 128_000, product_status: 22 })
  })

  it('is changed by an edit: texts by the verdict of the marketplace, prices at once', async () => {
    const unit = await phone()
    const published = await publish({ kind: 'single', inspectionIds: [unit.inspectionId], priceFen: PRICE })
    const listingId = published?.listingId ?? ''
    await settle()
    const { version } = await detail(listingId)
    const change = { title: '苹果 iPhone 13 好机', priceFen: 120_000, priceConfirmed: true }
    const edited = await gateway.data(goods.edit, { listingId, version, ...change }, owner.login)
    expect(edited).toMatchObject({ changed: true, listing: { desired: { want: 'edited', state: 'pending' } } })
    await settle()
    expect(await detail(listingId)).toMatchObject({ title: change.title, priceFen: 120_000, desired: null })
    expect(await productOf(listingId)).toMatchObject({ title: change.title, price: 120_000 })
    const again = await gateway.call(goods.edit, { listingId, version, title: '别的' }, owner.login)
    expect(again._bizErrCode).toBe('VERSION_CONFLICT')
    const now = (await detail(listingId)).version
    const refused = await gateway.call(goods.edit, { listingId, version: now, title: '汉'.repeat(31) }, owner.login)
    expect(refused._bizErrCode).toBe('TITLE_INVALID')
  })

  it('says which field a refusal of the marketplace is about, and where it is mended', async () => {
    const unit = await phone()
    const published = await publish({ kind: 'single', inspectionIds: [unit.inspectionId], priceFen: PRICE })
    gateway.control.failPublish('TOP_IMAGE_NOT_FOUND', '图片不存在')
    await settle()
    const failed = await detail(published?.listingId ?? '')
    expect(failed).toMatchObject({ state: 'publish_failed', failure: { field: 'images', cure: 'inspection' } })
    expect(failed.allowedActions).toContain('relist')
  })

  it('defect: a blurred picture could be taken anew only by voiding the report and the bag', async () => {
    const unit = await phone()
    const { photoTaskId } = await gateway.data(
      detRecord.getDetRecordDetails,
      { inspectionId: unit.inspectionId },
      owner.login,
    )
    const sign = async () => {
      const file = { photoTaskId, contentType: 'image/jpeg' as const, sizeBytes: 1024 }
      return (await gateway.call(detConfig.getUploadSign, file, owner.login))._bizErrCode
    }
    const published = await publish({ kind: 'single', inspectionIds: [unit.inspectionId], priceFen: PRICE })
    const listingId = published?.listingId ?? ''
    expect(await sign()).toBe('STATE_CHANGED')
    gateway.control.failPublish('10001', '商品主图不清晰')
    await settle()
    const failed = await detail(listingId)
    expect(failed.failure?.message).toContain('第一张照片太糊，请换一张')
    // buyers have seen nothing of it
    expect(await sign()).toBe('')
    const reason = failed.failure?.message
    await asksForPictures(listingId, unit.inspectionId)
    const title = '苹果 iPhone 13 换了照片'
    await gateway.data(goods.edit, { listingId, version: failed.version, title }, owner.login)
    const edited = await detail(listingId)
    expect(edited).toMatchObject({
      title,
      failure: { message: reason },
      desired: { state: 'refused', problem: reason },
    })
    // asking once more for the run that is over would be refused at once, without a reason
    expect(edited.allowedActions).not.toContain('retry')
    const again = await gateway.call(listingHandling.retry, { listingId }, owner.login)
    expect(again._bizErrCode).toBe('STATE_CHANGED')
    expect(await operate('relist', { listingId })).toMatchObject({ ok: true })
    await settle()
    expect(await detail(listingId)).toMatchObject({ state: 'on_sale', failure: null, desired: null })
    expect(await sign()).toBe('STATE_CHANGED')
  })
})

describe('a verdict that does not come', () => {
  const QUARTER_MS = 16 * 60_000
  const lookLater = async () => {
    await gateway.pass(QUARTER_MS)
    await lookAgain(gateway.services)
    await gateway.runJobs()
  }
  const single = async () => {
    const unit = await phone()
    const published = await publish({ kind: 'single', inspectionIds: [unit.inspectionId], priceFen: PRICE })
    return published?.listingId ?? ''
  }

  it('on an edit is read from the product, and the edit is not sent again', async () => {
    const listingId = await single()
    await settle()
    const title = '苹果 iPhone 13 换个标题'
    gateway.control.setFaults({ dropPushes: true })
    await gateway.data(goods.edit, { listingId, version: (await detail(listingId)).version, title }, owner.login)
    await settle()
    gateway.control.setFaults({ dropPushes: false })
    expect(await detail(listingId)).toMatchObject({ desired: { want: 'edited', state: 'pending' } })
    const edit = vi.spyOn(gateway.services.marketplace, 'editProduct')
    await lookLater()
    expect(await detail(listingId)).toMatchObject({ title, desired: null, failure: null })
    expect(edit).not.toHaveBeenCalled()
    edit.mockRestore()
  })

  it('on a publication is read from the product, says so, and gives way to the reason when that comes late', async () => {
    gateway.control.failPublish('TOP_IMAGE_NOT_FOUND', '图片不存在')
    gateway.control.setFaults({ dropPushes: true })
    const listingId = await single()
    await settle()
    gateway.control.setFaults({ dropPushes: false })
    expect(await detail(listingId)).toMatchObject({ state: 'publishing' })
    await lookLater()
    const failed = await detail(listingId)
    expect(failed).toMatchObject({ state: 'publish_failed', failure: { code: 'UNTOLD', cure: 'editor' } })
    const { product_id, product_status, publish_status, publish_shop } = await productOf(listingId)
    const { sellerId } = owner.seller
    await takeProductResult(gateway.services, owner.seller, {
      seller_id: sellerId,
      product_id,
      product_status,
      publish_status,
      item_biz_type: 19,
      user_name: publish_shop[0]?.user_name ?? '',
      task_type: TASK_TYPES.publishNew,
      task_time: 0,
      task_result: TASK_RESULTS.failure,
      err_code: 'TOP_IMAGE_NOT_FOUND',
      err_msg: '图片不存在',
    })
    const told = await detail(listingId)
    expect(told).toMatchObject({ state: 'publish_failed', failure: { field: 'images', cure: 'inspection' } })
    expect(await operate('relist', { listingId })).toMatchObject({ ok: true })
    await settle()
    expect(await detail(listingId)).toMatchObject({ state: 'on_sale', failure: null, desired: null })
  })
})

it('defect: of two listings that took one phone again at the same moment one ended in an internal error', async () => {
  const unit = await phone()
  const listingIds: string[] = []
  for (let turn = 0; turn < 2; turn += 1) {
    const published = await publish({ kind: 'single', inspectionIds: [unit.inspectionId], priceFen: PRICE })
    const listingId = published?.listingId ?? ''
    await settle()
    expect(await operate('off_shelf', { listingId })).toMatchObject({ ok: true })
    await settle()
    listingIds.push(listingId)
  }
  const answers = await Promise.all(listingIds.map((listingId) => operate('relist', { listingId })))
  expect(answers.map((one) => (one?.ok ? 'ok' : one?.refusal)).sort()).toEqual(['UNIT_ALREADY_LISTED', 'ok'])
})

describe('an offer below the reserve', () => {
  const answer = async (action: 'accept_offer' | 'refuse_offer', listingId: string) =>
    (await gateway.data(goods.operate, { action, rows: [{ listingId }] }, owner.login)).results[0]

  it.each([
    ['accept_offer', 'won', 'sold_out'],
    ['refuse_offer', 'unsold', 'auto_off'],
  ] as const)('%s ends as %s', async (action, entry, state) => {
    const unit = await gateway.onSale(owner)
    gateway.control.concludeEntry(gateway.remoteEntry(unit), { priceFen: 160_000, isOffer: true })
    await gateway.poll(owner.seller)
    const waiting = await detail(unit.listingId)
    expect(waiting).toMatchObject({ entry: { state: 'negotiating' }, offerExpiresAt: expect.any(String) })
    const { entry: run, offerExpiresAt, offer } = waiting
    const gapFen = 160_000 - (run?.reservePriceFen ?? 0)
    expect(offer).toEqual({ amountFen: 160_000, expiresAt: offerExpiresAt, gapFen, marginFen: null, relisting: null })
    expect(gapFen).toBeLessThan(0)
    expect(waiting.allowedActions).toEqual(expect.arrayContaining(['acceptOffer', 'refuseOffer']))
    expect(await answer(action, unit.listingId)).toMatchObject({ ok: true })
    expect(await answer('refuse_offer', unit.listingId)).toMatchObject({ refusal: 'STATE_CHANGED' })
    await settle()
    expect(await detail(unit.listingId)).toMatchObject({ state, entry: { state: entry }, desired: null })
  })
})

describe('a listing of stock', () => {
  it('shows what can be shipped, less at once, more after its orders, and returns with new phones', async () => {
    const [a, b, c] = [await phone(), await phone(), await phone({ sku: LARGE })]
    const skus = [
      { skuId: '128GB/午夜色', priceFen: PRICE },
      { skuId: '256GB/午夜色', priceFen: 140_000 },
    ]
    const worse = await phone({ grade: '90' })
    const inspectionIds = [a, b, c].map((one) => one.inspectionId)
    const mixed = await publish({ kind: 'stock', inspectionIds: [...inspectionIds, worse.inspectionId], skus })
    expect(mixed).toMatchObject({ ok: false, refusal: 'STOCK_INVALID', field: 'inspectionIds' })
    const published = await publish({ kind: 'stock', inspectionIds, skus })
    expect(published).toMatchObject({ ok: true, message: '' })
    const listingId = published?.listingId ?? ''
    await settle()
    expect(await detail(listingId)).toMatchObject({
      state: 'on_sale',
      stock: { shown: 3, free: 3, reserved: 0, sold: 0 },
      skus: [{ shown: 2 }, { shown: 1 }],
    })
    const product = await productOf(listingId)
    const small = product.sku_items?.find((sku) => sku.outer_id === '128GB/午夜色')?.sku_id ?? 0
    const large = product.sku_items?.find((sku) => sku.outer_id === '256GB/午夜色')?.sku_id ?? 0
    gateway.control.buyProduct(product.product_id, 2, small)
    gateway.control.buyProduct(product.product_id, 1, large)
    await settle()
    expect(await detail(listingId)).toMatchObject({ state: 'sold_out', stock: { shown: 0, free: 3, reserved: 3 } })

    const more = await phone()
    expect(await operate('restock', { listingId, inspectionIds: [more.inspectionId] })).toMatchObject({ ok: true })
    await settle()
    expect(await detail(listingId)).toMatchObject({ state: 'on_sale', stock: { shown: 1, free: 4, reserved: 3 } })
    const change = { listingId, skus: [{ skuId: '128GB/午夜色', priceFen: 122_000 }], priceConfirmed: true }
    expect(await operate('change_price', change)).toMatchObject({ ok: true })
    await settle()
    expect((await detail(listingId)).skus[0]).toMatchObject({ priceFen: 122_000, shown: 1 })

    // defect: a price that was typed beside phones that come to the stock was dropped in silence
    const another = {
      inspectionIds: [(await phone()).inspectionId],
      skus: [{ skuId: '128GB/午夜色', priceFen: 121_000 }],
    }
    expect(await operate('restock', { listingId, ...another, priceConfirmed: true })).toMatchObject({ ok: true })
    await settle()
    expect((await detail(listingId)).skus[0]).toMatchObject({ priceFen: 121_000, shown: 2 })

    expect(await operate('off_shelf', { listingId })).toMatchObject({ ok: true })
    await settle()
    const off = await detail(listingId)
    // what buyers wait for stays
    expect(off).toMatchObject({ state: 'off_shelf', stock: { shown: 0, free: 3, reserved: 3 } })
  })

  it('defect: the day on which a phone was first offered was not counted anew when an older listing of another shop took it', async () => {
    const { merchantId, sellerId } = owner.seller
    gateway.control.openShop({ sellerId, userName: 'second', nick: '二店' })
    await refreshShops(gateway.services, merchantId)
    const { options } = await gateway.data(shop.options, {}, owner.login)
    const otherShop = options.find(({ value }) => value !== owner.shopAccountId)?.value ?? ''
    const [first, moving] = [await phone(), await phone()]
    const older = await publish({
      kind: 'stock',
      inspectionIds: [first.inspectionId],
      shopAccountId: otherShop,
      skus: [{ skuId: '128GB/午夜色', priceFen: PRICE }],
    })
    await settle()
    const single = await publish({ kind: 'single', inspectionIds: [moving.inspectionId], priceFen: PRICE })
    await settle()
    await expectCounted()
    await gateway.pass(24 * HOUR_MS)
    expect(await operate('off_shelf', { listingId: single?.listingId })).toMatchObject({ ok: true })
    await settle()
    const restocked = { listingId: older?.listingId, inspectionIds: [moving.inspectionId] }
    expect(await operate('restock', restocked)).toMatchObject({ ok: true })
    await settle()
    await expectCounted()
  })
})

/** Counts what is marked, and compares it with the rows. */
async function expectCounted(): Promise<void> {
  const { merchantId } = owner.seller
  await foldMarks(gateway.db, merchantId, () => gateway.clock.now())
  const ever = { from: '2000-01-01', to: '2999-12-31' }
  const stored = await gateway.db.tenant(merchantId, (tx) => storedFigures(tx, ever))
  const read: ReadRows = async <Row>(text: string) => (await gateway.database.open.ownerQuery(text)).rows as Row[]
  const plain = await plainCount(read, merchantId)
  expect(Object.fromEntries([...stored].sort())).toEqual(Object.fromEntries([...plain].sort()))
}
