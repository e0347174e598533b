import type { OutputOf } from '@huanji/contract/call'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { newInspection } from '@huanji/contract/features/inspection/record-action'
import { bagRoll } from '@huanji/contract/features/inspection/sealed-bag'
import type { Channel } from '@huanji/domain/channel'
import { skuIdOf } from '@huanji/domain/listing/sku-id'
import type { InProcessAccess } from '@huanji/server/demo/in-process'
import { CLEAN_ANSWERS, enterBatch, IPHONE_13, imeiOf, photographRecord } from '@huanji/server/demo/trade/inspecting'
import type { JobServices } from '@huanji/server/jobs/job'
import { commitPhotos } from '@huanji/server/modules/inspection/photo/saving'
import { type CloneCodes, cloneStatement, photosStatement, WRITTEN_COLUMNS, type WrittenColumns } from './clones.ts'
import type { Report } from './facts.ts'
import type { World } from './world.ts'

/** Phones of both can be the stock of one listing. */
const SKUS = [
  { regulatoryNo: 'A2634', ram: '', storage: '128GB', colour: '午夜色' },
  { regulatoryNo: 'A2634', ram: '', storage: '256GB', colour: '星光色' },
] as const
type Sku = (typeof SKUS)[number]

/** A phone in stock that can be offered on a channel. */
export interface StockPhone {
  readonly inspectionId: string
  readonly imei: string
  readonly bagCode: string
}

/** The new report, or why there is none. */
export type Inspected =
  | { readonly inspectionId: string; readonly refusal: null }
  | { readonly inspectionId: null; readonly refusal: string }

/** So many bags are registered at once. */
const ROLL = 100

type Saved = Pick<OutputOf<typeof detRecord.addDetectRecord>, 'inspectionId' | 'photoTaskId' | 'missingShots'>

interface StockRoomParts extends Pick<World, 'owner' | 'ask' | 'rows'> {
  readonly access: InProcessAccess
  readonly services: JobServices
}

let lastNumber = 0
/** A number that no other thing of the run has. */
function nextNumber(): number {
  lastNumber += 1
  return lastNumber
}

function codesOf(channel: Channel): CloneCodes {
  const number = nextNumber()
  const text = String(number).padStart(9, '0')
  return {
    imei: imeiOf('86024604', number),
    bagCode: channel === 'auction' ? `SIM${text}` : '',
    barCode: `HJ9${text}`,
    inspectionNo: `ZJ250101${String(number).padStart(6, '0')}`,
  }
}

/** Where the phones of a merchant come from, and where they are inspected. */
export function openStockRoom({ owner, access, ask, rows, services }: StockRoomParts) {
  const { merchantId } = owner
  const person = access.as(owner)
  const models = new Map<string, Promise<StockPhone>>()
  const bags: string[] = []

  const writtenColumns = async (): Promise<WrittenColumns> => {
    const columns = await rows<{ readonly table: keyof WrittenColumns; readonly column: string }>(WRITTEN_COLUMNS)
    const of = (table: keyof WrittenColumns) => columns.filter((one) => one.table === table).map(({ column }) => column)
    return { unit: of('unit'), seal_bag: of('seal_bag') }
  }

  /** One phone of each batch goes the whole way; the others are copies of the second. */
  function modelOf(channel: Channel, sku: Sku): Promise<StockPhone> {
    const key = `${channel}/${skuIdOf(sku)}`
    const known = models.get(key) ?? inspected(channel, sku)
    models.set(key, known)
    return known
  }

  async function inspected(channel: Channel, sku: Sku): Promise<StockPhone> {
    const codes = [codesOf(channel), codesOf(channel)]
    const [{ bagCode: firstCode = '' } = {}, { imei = '', bagCode = '' } = {}] = codes
    if (firstCode !== '') await person.call(bagRoll.registerRoll, { firstCode, count: codes.length })
    const units = codes.map((one) => ({ code: { kind: 'imei' as const, imei: one.imei }, bagCode: one.bagCode }))
    const common = { modelId: IPHONE_13.modelId, sku, answers: CLEAN_ANSWERS }
    const { records } = await enterBatch(person, { channel, common, units })
    const [sample = '', inspectionId = ''] = records.map((record) => record.inspectionId)
    await photographRecord(person, sample, { colour: sku.colour, platform: 'apple' })
    await access.filesStored()
    return { inspectionId, imei, bagCode }
  }

  async function phonesOf(channel: Channel, sku: Sku, count: number): Promise<StockPhone[]> {
    const model = await modelOf(channel, sku)
    const codes = Array.from({ length: count }, () => codesOf(channel))
    return count === 0 ? [] : rows<StockPhone>(cloneStatement(merchantId, model, codes, await writtenColumns()))
  }

  async function nextBag(): Promise<string> {
    if (bags.length === 0) {
      const roll = Array.from({ length: ROLL }, () => `ROL${String(nextNumber()).padStart(9, '0')}`)
      await person.call(bagRoll.registerRoll, { firstCode: roll[0] ?? '', count: ROLL })
      bags.push(...roll)
    }
    return bags.pop() ?? ''
  }

  /** Every shot that is missing, each with the picture of a phone that was photographed. */
  async function photograph({ inspectionId, photoTaskId, missingShots }: Saved): Promise<void> {
    await rows(
      photosStatement(
        merchantId,
        inspectionId,
        missingShots.map(({ code }) => code),
      ),
    )
    const now = services.clock.now()
    const nothingMore = { photoTaskId, kind: 'real', photos: [], removePhotoIds: [] } as const
    await services.db.tenant(merchantId, (tx) => commitPhotos({ tx, actor: owner, now, services }, nothingMore, []))
  }

  return {
    phones: async (channel: Channel, count: number): Promise<StockPhone[]> => {
      const [first, second] = SKUS
      if (channel === 'auction') return phonesOf(channel, first, count)
      const ofSecond = await phonesOf(channel, second, Math.floor(count / 2))
      const ofFirst = await phonesOf(channel, first, count - ofSecond.length)
      return ofFirst.flatMap((phone, index) => [phone, ...ofSecond.slice(index, index + 1)])
    },

    inspect: async (phone: Report, channel: Channel, from: 'record' | 'imei'): Promise<Inspected> => {
      const again =
        from === 'record'
          ? await ask(newInspection.reinspect, {
              inspectionId: phone.inspectionId,
              version: phone.version,
              reason: '换渠道',
            })
          : null
      if (again?.refusal) return { inspectionId: null, refusal: again.refusal }
      const draft = again?.data ? { inspectionId: again.data.inspectionId, version: again.data.version } : {}
      const sku = SKUS.find((one) => skuIdOf(one) === phone.skuId) ?? SKUS[0]
      const { data, refusal } = await ask(detRecord.addDetectRecord, {
        ...draft,
        mode: 'submit',
        channel,
        code: { kind: 'imei', imei: phone.imei },
        modelId: IPHONE_13.modelId,
        sku,
        answers: CLEAN_ANSWERS,
        bagCode: channel === 'auction' ? await nextBag() : '',
      })
      if (data === null) return { inspectionId: null, refusal }
      await photograph(data)
      return { inspectionId: data.inspectionId, refusal: null }
    },
  }
}
