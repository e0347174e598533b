import type { InputOf, OutputOf } from '@huanji/contract/call'
import { batch } from '@huanji/contract/features/inspection/batch'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { defPhoto, realPhoto } from '@huanji/contract/features/inspection/photo'
import { bagRoll } from '@huanji/contract/features/inspection/sealed-bag'
import { imeiCheckDigit } from '@huanji/domain/codes/luhn'
import type { PhotoLook } from '../placeholder-photos.ts'
import type { Caller, Photo, Photographer } from './person.ts'

export type Inspection = InputOf<typeof detRecord.addDetectRecord>
export type SavedRecord = OutputOf<typeof detRecord.addDetectRecord>
type NewBatch = InputOf<typeof batch.addMultiCommodity>

/** The answers that nobody may fill in for the inspector, all of them normal. */
export const CLEAN_ANSWERS: Inspection['answers'] = {
  A08: { options: ['A08-1'] },
  A09: { options: ['A09-1'] },
  A11: { options: ['A11-1'] },
  A12: { options: ['A12-1'] },
  A14: { options: [], value: '95' },
  A16: { options: ['A16-1'] },
  A17: { options: ['A17-1'] },
  A18: { options: ['A18-1'] },
}

export const IPHONE_13 = {
  modelId: 'apple-iphone-13',
  sku: { regulatoryNo: 'A2634', storage: '128GB', colour: '午夜色' },
} as const

/** The well-formed IMEI with this number among those that begin so. */
export function imeiOf(start: string, number: number): string {
  const digits = start + String(number).padStart(14 - start.length, '0')
  return digits + imeiCheckDigit(digits)
}

/** What is entered of a clean iPhone 13 for an auction, but for what is said otherwise. */
export const cleanPhone = (imei: string, otherwise: Partial<Inspection> = {}): Inspection => ({
  mode: 'submit',
  channel: 'auction',
  code: { kind: 'imei', imei },
  ...IPHONE_13,
  answers: CLEAN_ANSWERS,
  ...otherwise,
})

/** What is to be photographed of a record. */
export type Unphotographed = Pick<SavedRecord, 'photoTaskId' | 'missingShots' | 'missingDefectPhotos'>

/** Whose photographs look alike. */
export type Body = Omit<PhotoLook, 'subject'>

const BODY: Body = { colour: IPHONE_13.sku.colour, platform: 'apple' }

/** Takes the photographs that a record lacks: of all shots and exceptions, or of the first `shots` alone. */
export async function photograph(
  person: Photographer,
  { photoTaskId, missingShots, missingDefectPhotos }: Unphotographed,
  { shots, body = BODY }: { readonly shots?: number | undefined; readonly body?: Body } = {},
): Promise<void> {
  const defects = shots === undefined ? missingDefectPhotos : []
  const photos: Photo[] = [
    ...defects.map(({ itemCode, optionCode }) => ({
      look: { subject: itemCode, ...body },
      shows: { itemCode, optionCode },
    })),
    ...missingShots
      .slice(0, shots)
      .map(({ code }) => ({ look: { subject: code, ...body }, shows: { position: code } })),
  ]
  if (photos.length > 0) await person.savePhotos(photoTaskId, photos)
}

/** Submits a record and photographs its phone: it can be listed where it lies in a bag or needs none. */
export async function inspect(person: Photographer, inspection: Inspection): Promise<SavedRecord> {
  const saved = await person.call(detRecord.addDetectRecord, inspection)
  await photograph(person, saved)
  return saved
}

/** The same in as many calls as at the station: scanned, kept as a draft, submitted, photographed, sealed. */
export async function inspectStepByStep(person: Photographer, inspection: Inspection): Promise<SavedRecord> {
  const { code, channel, bagCode = '', ...content } = inspection
  await person.call(detRecord.verifyBarCode, { code: code.imei ?? '', channel })
  const draft = await person.call(detRecord.addDetectRecord, { ...content, code, channel, mode: 'draft', answers: {} })
  const { inspectionId, version } = draft
  const saved = await inspect(person, { ...content, code, channel, inspectionId, version })
  if (bagCode !== '') await person.call(bagRoll.bind, { inspectionId, bagCode })
  return saved
}

const BAG_DIGITS = 6

/** Registers a roll of bags whose codes begin so, and gives the codes. */
export async function registerBags(person: Caller, prefix: string, count: number): Promise<string[]> {
  const codes = Array.from({ length: count }, (_, index) => prefix + String(index + 1).padStart(BAG_DIGITS, '0'))
  await person.call(bagRoll.registerRoll, { firstCode: codes[0] ?? '', count })
  return codes
}

/** What is entered of a batch of clean iPhones 13. */
export const cleanBatch = (
  imeis: readonly string[],
  channel: NewBatch['channel'],
): NewBatch & { readonly common: object } => ({
  channel,
  common: { ...IPHONE_13, answers: CLEAN_ANSWERS },
  units: imeis.map((imei) => ({ code: { kind: 'imei', imei } })),
})

/** Enters phones as one batch; gives its id, and the records in the order of the phones. @throws Error when one is refused */
export async function enterBatch(person: Caller, entered: NewBatch) {
  const { batchId, batchNo, rows } = await person.call(batch.addMultiCommodity, entered)
  const refused = rows.find(({ ok }) => !ok)
  if (batchId === null || refused) throw new Error(`a phone of a batch was refused: ${refused?.message}`)
  return {
    batchId,
    batchNo,
    records: rows.map(({ inspectionId, barCode }) => ({ inspectionId: inspectionId ?? '', barCode })),
  }
}

/** Takes the photographs that are wanted of a phone of a batch: all shots of the first one, of others only defects. */
export async function photographRecord(person: Photographer, inspectionId: string, body?: Body): Promise<void> {
  const { photoTaskId } = await person.call(detRecord.getDetRecordDetails, { inspectionId })
  const { missingShots } = await person.call(realPhoto.getDetectRealPhoto, { photoTaskId })
  const { required } = await person.call(defPhoto.getDefPhotoInfoByTaskId, { photoTaskId })
  const missingDefectPhotos = required.filter(({ photoCount }) => photoCount === 0)
  await photograph(person, { photoTaskId, missingShots, missingDefectPhotos }, body && { body })
}
