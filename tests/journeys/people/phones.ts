import { randomInt } from 'node:crypto'
import type { OutputOf } from '@huanji/contract/call'
import { detConfig } from '@huanji/contract/calls/detect-config'
import { detRecord } from '@huanji/contract/calls/inspection'
import { extDefPhoto, realPhoto } from '@huanji/contract/calls/photo'
import { extSealBag } from '@huanji/contract/calls/sealed-bag'
import { shop } from '@huanji/contract/calls/shop'
import { imeiCheckDigit } from '@huanji/domain/codes/luhn'
import type { Caller } from './caller.ts'
import { productUrl } from './caller.ts'
import { pictureOf } from './pictures.ts'

/** The phone that journeys inspect: an iPhone known by its model number, in one of its colours. */
export const MODEL = { id: 'apple-iphone-13', name: 'iPhone 13', modelNo: 'A2634', storage: '128GB', colour: '午夜色' }

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('')

/** The IMEI of a phone that nobody has seen before. */
export function newImei(): string {
  const body = `86${digits(12)}`
  return body + imeiCheckDigit(body)
}

/** The codes of bags that nobody has registered, in their order. */
function newBagCodes(count: number): string[] {
  const prefix = `JY${digits(6)}`
  return Array.from({ length: count }, (_, index) => `${prefix}${String(index + 1).padStart(4, '0')}`)
}

/** The first and the last code of a roll that nobody has registered. */
export function newRollCodes(count: number): readonly [first: string, last: string] {
  const codes = newBagCodes(count)
  return [codes.at(0) ?? '', codes.at(-1) ?? '']
}

/** Registers a roll of bags nobody has used and gives their codes. */
export async function newBags(caller: Caller, count: number): Promise<string[]> {
  const codes = newBagCodes(count)
  await caller.call(extSealBag.registerRoll, { firstCode: codes[0] ?? '', count })
  return codes
}

/** A phone that was inspected, photographed and sealed by calls, where that is not the subject of the journey. */
export interface InspectedPhone {
  readonly imei: string
  readonly bagCode: string
  readonly inspectionId: string
  readonly inspectionNo: string
  readonly shopAccountId: string
}

type Saved = OutputOf<typeof detRecord.addDetectRecord>

/** What an inspector has to say of every phone by themselves, with the answer of a clean one. */
const CLAIMS = {
  A08: { options: ['A08-1'] },
  A09: { options: ['A09-1'] },
  A11: { options: ['A11-1'] },
  A12: { options: ['A12-1'] },
  A14: { options: [], value: '95' },
  A16: { options: ['A16-1'] },
  A17: { options: ['A17-1'] },
  A18: { options: ['A18-1'] },
}

/** The first usable shop of the caller's merchant. */
export async function usableShop(caller: Caller): Promise<string> {
  const { options } = await caller.call(shop.options, { channel: 'auction' })
  const usable = options.find((option) => option.usable)
  if (!usable) throw new Error('the merchant has no usable shop')
  return usable.value
}

/** Sends one picture of a photo task by the real upload path and gives the upload's id. */
async function upload(caller: Caller, photoTaskId: string, picture: Buffer): Promise<string> {
  const wanted = { photoTaskId, contentType: 'image/jpeg' as const, sizeBytes: picture.length }
  const form = await caller.call(detConfig.getUploadSign, wanted)
  const body = new FormData()
  for (const [name, value] of Object.entries(form.fields)) body.append(name, value)
  body.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'photo.jpg')
  const response = await fetch(new URL(form.url, productUrl()), { method: 'POST', body })
  if (!response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`)
  return form.uploadId
}

async function photograph(caller: Caller, saved: Saved): Promise<void> {
  const { photoTaskId } = saved
  const photos = await Promise.all(
    saved.missingShots.map(async ({ code }) => ({
      position: code,
      uploadId: await upload(caller, photoTaskId, await pictureOf(code)),
    })),
  )
  const defects = await Promise.all(
    saved.missingDefectPhotos.map(async ({ itemCode, optionCode }) => ({
      itemCode,
      optionCode,
      uploadId: await upload(caller, photoTaskId, await pictureOf(itemCode)),
    })),
  )
  if (defects.length > 0) await caller.call(extDefPhoto.save, { photoTaskId, photos: defects })
  if (photos.length > 0) await caller.call(realPhoto.saveRealPhoto, { photoTaskId, photos })
}

/** Begins an inspection and leaves it as a draft. */
export async function draftPhone(
  caller: Caller,
): Promise<{ imei: string; inspectionId: string; inspectionNo: string }> {
  const imei = newImei()
  const { inspectionId, inspectionNo } = await caller.call(detRecord.addDetectRecord, {
    intent: 'draft',
    channel: 'auction',
    code: { kind: 'imei', imei },
    modelId: MODEL.id,
    sku: { regulatoryNo: MODEL.modelNo, storage: MODEL.storage, colour: MODEL.colour },
    answers: {},
  })
  return { imei, inspectionId, inspectionNo }
}

/** Inspects a clean phone, photographs and seals it. */
export async function inspectPhone(caller: Caller, bagCode: string): Promise<InspectedPhone> {
  const imei = newImei()
  const shopAccountId = await usableShop(caller)
  const saved = await caller.call(detRecord.addDetectRecord, {
    intent: 'submit',
    channel: 'auction',
    code: { kind: 'imei', imei },
    modelId: MODEL.id,
    sku: { regulatoryNo: MODEL.modelNo, storage: MODEL.storage, colour: MODEL.colour },
    answers: CLAIMS,
    shopAccountId,
    bagCode,
  })
  await photograph(caller, saved)
  return { imei, bagCode, inspectionId: saved.inspectionId, inspectionNo: saved.inspectionNo, shopAccountId }
}
