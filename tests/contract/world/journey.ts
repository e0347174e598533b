import type { OutputOf } from '@huanji/contract/call'
import { auctionOrder } from '@huanji/contract/calls/auction-order'
import { bill } from '@huanji/contract/calls/bill'
import { detConfig } from '@huanji/contract/calls/detect-config'
import { extAuction, goods } from '@huanji/contract/calls/goods'
import { detRecord } from '@huanji/contract/calls/inspection'
import { realPhoto } from '@huanji/contract/calls/photo'
import { extSealBag } from '@huanji/contract/calls/sealed-bag'
import { shop } from '@huanji/contract/calls/shop'
import type { EntryDocument, ProductDocument } from '@huanji/marketplace/sandbox/documents'
import type { Client } from './client.ts'
import type { Outside } from './outside.ts'
import { greyPicture } from './picture.ts'

/** One phone on its way through the trade; each stage adds what is known of it. */
export interface Phone {
  readonly imei: string
  readonly bagCode: string
}
export interface Inspected extends Phone {
  readonly inspectionId: string
  readonly photoTaskId: string
}
export interface Listed extends Inspected {
  readonly listingId: string
}
export interface Ordered extends Listed {
  readonly orderId: string
  readonly orderNo: string
}

const CHANNEL = 'auction' as const
const MODEL = 'apple-iphone-13'
const SKU = { regulatoryNo: 'A2634', storage: '128GB', colour: '午夜色' }
const START_PRICE_FEN = 200_000
const RESERVE_PRICE_FEN = 220_000
const DEAL_PRICE_FEN = 230_000
/** Long enough for whatever heals itself only with the next poll. */
const WAIT_MS = 150_000

/** Asks again until there is an answer, for what happens in the background. @throws Error naming what was awaited */
export async function eventually<T>(
  client: Client,
  what: string,
  ask: () => Promise<T | null | undefined>,
): Promise<T> {
  const deadline = performance.now() + WAIT_MS
  for (;;) {
    const found = await ask()
    if (found !== null && found !== undefined) return found
    if (performance.now() > deadline) throw new Error(`waited ${WAIT_MS / 1000} s in vain: ${what}`)
    await client.rest()
  }
}

/** Waits for the merchant's shop to be known and usable, and gives its id. */
export function usableShop(client: Client): Promise<string> {
  return eventually(client, 'a usable shop', async () => {
    const { options } = await client.call(shop.options, { channel: CHANNEL })
    return options.find((option) => option.usable)?.value
  })
}

/** Registers a roll of bags whose codes start with `prefix`, and gives the codes. */
export async function registerBags(client: Client, prefix: string, count: number, step: string): Promise<string[]> {
  const codeOf = (index: number) => `${prefix}${String(index + 1).padStart(6, '0')}`
  await client.call(extSealBag.registerRoll, { firstCode: codeOf(0), count }, step)
  return Array.from({ length: count }, (_, index) => codeOf(index))
}

type Answers = OutputOf<typeof detConfig.getDetectOptionTpl>['defaults']

/** Answers of a phone without a fault: the template's own ones, and the first harmless option of whatever is still missing. */
async function cleanAnswers(client: Client): Promise<Answers> {
  const template = await client.call(detConfig.getDetectOptionTpl, { modelId: MODEL, channel: CHANNEL, full: true })
  const items = new Map(template.groups.flatMap((group) => group.items).map((item) => [item.code, item]))
  let answers: Answers = template.defaults
  for (;;) {
    const graded = await client.call(detConfig.getDetectGradLevel, { modelId: MODEL, channel: CHANNEL, answers })
    const missing = graded.missing.filter((code) => answers[code] === undefined)
    if (missing.length === 0) return answers
    answers = { ...answers, ...Object.fromEntries(missing.map((code) => [code, harmless(items.get(code))])) }
  }
}

type TemplateItem = OutputOf<typeof detConfig.getDetectOptionTpl>['groups'][number]['items'][number]

function harmless(item: TemplateItem | undefined): Answers[string] {
  if (item?.mode === 'input' && item.options.length === 0) return { options: [], value: '95' }
  const option =
    item?.options.find((one) => SKU_NAMES.has(one.name)) ??
    item?.options.find((one) => one.effect === 'normal') ??
    item?.options[0]
  return { options: option ? [option.code] : [] }
}
const SKU_NAMES: ReadonlySet<string> = new Set(Object.values(SKU))

/** Scans, drafts and submits one phone, takes its photos and seals it: it can be listed afterwards. */
export async function inspect(client: Client, phone: Phone, shopAccountId: string, step: string): Promise<Inspected> {
  const { imei } = phone
  await client.call(detRecord.verifyBarCode, { code: imei, channel: CHANNEL })
  const record = { channel: CHANNEL, code: { kind: 'imei' as const, imei }, modelId: MODEL, sku: SKU, shopAccountId }
  const draft = await client.call(
    detRecord.addDetectRecord,
    { ...record, intent: 'draft', answers: {} },
    `${step}:draft`,
  )
  const { inspectionId, photoTaskId } = draft
  const submitted = await client.call(
    detRecord.addDetectRecord,
    { ...record, intent: 'submit', inspectionId, version: draft.version, answers: await cleanAnswers(client) },
    `${step}:submit`,
  )
  for (const [index, shot] of submitted.missingShots.entries())
    await takePhoto(client, photoTaskId, shot.code, index, `${step}:photo:${shot.code}`)
  await client.call(extSealBag.bind, { inspectionId, bagCode: phone.bagCode }, `${step}:seal`)
  return { ...phone, inspectionId, photoTaskId }
}

/** Uploads a picture and saves it as one shot of a photo task. */
export async function takePhoto(
  client: Client,
  photoTaskId: string,
  position: string,
  shade: number,
  step: string,
): Promise<void> {
  const picture = greyPicture(shade * 10)
  const contentType = 'image/png'
  const sign = await client.call(
    detConfig.getUploadSign,
    { photoTaskId, contentType, sizeBytes: picture.length },
    `${step}:sign`,
  )
  const form = new FormData()
  for (const [name, value] of Object.entries(sign.fields)) form.append(name, value)
  form.append('file', new Blob([picture], { type: contentType }), 'photo.png')
  const response = await fetch(new URL(sign.url, client.url), { method: sign.method, body: form })
  if (!response.ok) throw new Error(`the upload was answered ${response.status}: ${await response.text()}`)
  await client.call(
    realPhoto.saveRealPhoto,
    { photoTaskId, photos: [{ uploadId: sign.uploadId, position }] },
    `${step}:save`,
  )
}

/** Publishes a phone into the session after the next, which does not close meanwhile, and waits until the marketplace has it. */
export async function publish(client: Client, phone: Inspected, shopAccountId: string, step: string): Promise<Listed> {
  const session = await eventually(client, 'a session that can be entered', async () => {
    const { sessions } = await client.call(extAuction.sessions, {})
    return sessions[1]
  })
  const { results } = await client.call(
    goods.publish,
    {
      channel: CHANNEL,
      listings: [
        {
          inspectionIds: [phone.inspectionId],
          shopAccountId,
          scheduleDate: session.scheduleDate,
          scheduleNumber: session.scheduleNumber,
          startPriceFen: START_PRICE_FEN,
          reservePriceFen: RESERVE_PRICE_FEN,
          priceConfirmed: true,
        },
      ],
    },
    `${step}:publish`,
  )
  const listingId = results[0]?.listingId
  if (!listingId) throw new Error(`publishing was refused: ${results[0]?.refusal} ${results[0]?.message}`)
  return { ...phone, listingId }
}

/** Waits until a listing is on sale at the marketplace. @throws Error with the failure's text when it was refused there */
export function onSale(client: Client, listingId: string): Promise<true> {
  return eventually(client, `listing ${listingId} on sale`, async () => {
    const listing = await client.call(goods.detail, { listingId })
    if (listing.state === 'publish_failed') throw new Error(`the marketplace refused it: ${listing.failure}`)
    return listing.state === 'on_sale' ? true : null
  })
}

/** Lets buyers bid on a listing and the highest one win; gives the order once it is known here. */
export async function win(client: Client, outside: Outside, phone: Listed): Promise<Ordered> {
  const entryId = await eventually(client, 'the entry at the marketplace', () => entryOf(outside, phone.listingId))
  await outside.concludeEntry(entryId, DEAL_PRICE_FEN)
  const order = await eventually(client, `an order for ${phone.imei}`, async () => {
    const { list } = await client.call(auctionOrder.list, { code: phone.imei })
    return list[0]
  })
  return { ...phone, orderId: order.orderId, orderNo: order.orderNo }
}

/** The sandbox's number of the entry that stands for a listing of ours: by way of the product, which carries our id. */
async function entryOf(outside: Outside, listingId: string): Promise<number | null> {
  const { product = {}, entry = {} } = await outside.dump()
  const products = Object.values(product) as Pick<ProductDocument, 'productId' | 'fields'>[]
  const productId = products.find(({ fields }) => fields.outer_id === listingId)?.productId
  const entries = Object.values(entry) as Pick<EntryDocument, 'productId' | 'entryId'>[]
  return entries.find((one) => productId !== undefined && one.productId === productId)?.entryId ?? null
}

/** Waits for a state of an order. */
export function orderIn(client: Client, orderId: string, state: string): Promise<OutputOf<typeof auctionOrder.detail>> {
  return eventually(client, `order ${orderId} to be ${state}`, async () => {
    const order = await client.call(auctionOrder.detail, { orderId })
    return order.state === state ? order : null
  })
}

/** Ships an order against its scanned phone and bag, and waits until the marketplace knows. */
export async function ship(client: Client, phone: Ordered, step: string): Promise<void> {
  await client.call(
    auctionOrder.delivery,
    {
      orderId: phone.orderId,
      carrierCode: 'SF',
      waybill: `SF${phone.imei.slice(-13)}`,
      scans: [{ unitCode: phone.imei, bagCode: phone.bagCode }],
    },
    `${step}:ship`,
  )
  await eventually(client, 'the marketplace to know of the shipment', async () => {
    const order = await client.call(auctionOrder.detail, { orderId: phone.orderId })
    return order.deliverySync === 'done' ? true : null
  })
}

/** Lets the buyers of shipped orders confirm and the marketplace settle; waits for the bill rows of each. */
export async function settle(client: Client, outside: Outside, phones: readonly Ordered[]): Promise<void> {
  for (const phone of phones) {
    await outside.confirmReceipt(phone.orderNo)
    await orderIn(client, phone.orderId, 'completed')
  }
  await outside.advance(SETTLED_AFTER_MS)
  for (const { orderNo } of phones) {
    await eventually(client, `bill rows of ${orderNo}`, async () => {
      const { list } = await client.call(bill.list, { orderNo })
      return list.length > 0 ? list : null
    })
  }
}
const SETTLED_AFTER_MS = 2 * 24 * 60 * 60 * 1000
