import type { Channel } from '@huanji/domain/channel'
import { classifyCode, codesToFind } from '@huanji/domain/codes/classify'
import { isPartNumber } from '@huanji/domain/codes/imei'
import { PART_NUMBER_MESSAGE, PRODUCT_CODE_MESSAGE, SIM_CODE_MESSAGE } from '@huanji/domain/codes/messages'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import { dictionary } from '@huanji/domain/dictionary'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { imeiFault } from '../inspection/unit-codes.ts'
import { shareCode } from '../inspection/unit-store.ts'
import { type LifeUnit, relatedUnits, UNITS_MAX, unitsByCase, unitsByCode, unitsByOrder } from './store.ts'

/** A phone with everything that it was in stock, oldest first. */
export interface Phone {
  readonly units: readonly LifeUnit[]
  /** What it is now: the last of them. */
  readonly now: LifeUnit
}

/** What somebody may find phones by beside the phones' own codes. */
export interface FindingRights {
  /** The channels whose orders they may read. */
  readonly channels: readonly Channel[]
  readonly cases: boolean
}

/** A phone that came back twice leads to its second life, and that to the third: so often is looked on. */
const ROUNDS_MAX = 4

/**
 * True for two units of one phone: linked, or with a common IMEI or MEID. A serial number alone tells only where one of
 * them has nothing better (docs/domain.md §3.1).
 */
function isSamePhone(one: LifeUnit, other: LifeUnit): boolean {
  if (one.previousUnitId === other.unitId || other.previousUnitId === one.unitId) return true
  if (one.imei !== '' && other.imei !== '')
    return shareCode({ ...one, meid: '', sn: '' }, { ...other, meid: '', sn: '' })
  if (one.meid !== '' && other.meid !== '') return one.meid === other.meid
  return shareCode(one, other)
}

/** The units parted by phone, each oldest first. */
function phonesAmong(units: readonly LifeUnit[]): LifeUnit[][] {
  const phones: LifeUnit[][] = []
  for (const unit of units) {
    const mine = phones.filter((phone) => phone.some((one) => isSamePhone(one, unit)))
    for (const phone of mine) phones.splice(phones.indexOf(phone), 1)
    const merged = [...mine.flat(), unit]
    phones.push(
      merged.sort((a, b) =>
        a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.unitId < b.unitId) ? -1 : 1,
      ),
    )
  }
  return phones
}

/** The units and all others of their phones. */
async function withOtherLives(tx: Tx, found: readonly LifeUnit[]): Promise<LifeUnit[]> {
  let known = [...found]
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const related = await relatedUnits(tx, known)
    if (related.length <= known.length) return related
    known = related
  }
  return known
}

async function unitsBehind(tx: Tx, raw: string, rights: FindingRights): Promise<LifeUnit[]> {
  for (const code of codesToFind(raw)) {
    const found = await unitsUnder(tx, code, rights)
    if (found.length > 0) return found
  }
  return []
}

async function unitsUnder(tx: Tx, code: string, rights: FindingRights): Promise<LifeUnit[]> {
  const own = await unitsByCode(tx, code)
  if (own.length > 0) return own
  const sold = rights.channels.length === 0 ? [] : await unitsByOrder(tx, code, rights.channels)
  if (sold.length > 0 || !rights.cases) return sold
  return unitsByCase(tx, code)
}

/**
 * The phones that a code leads to, each with everything that it was, the newest phone first.
 * Refuses PHONE_UNKNOWN for a code of nobody, or of another merchant, and CODE_INVALID for a text that is no code of the
 * trade, with what to scan instead.
 */
export async function phonesBehind(tx: Tx, raw: string, rights: FindingRights): Promise<Phone[]> {
  const found = await unitsBehind(tx, raw, rights)
  if (found.length === 0) return refuseUnknown(raw)
  const ids = new Set(found.map(({ unitId }) => unitId))
  const phones = phonesAmong(await withOtherLives(tx, found)).filter((phone) =>
    phone.some(({ unitId }) => ids.has(unitId)),
  )
  return phones
    .reverse()
    .slice(0, UNITS_MAX)
    .flatMap((phone) => {
      const now = phone.at(-1)
      return now ? [{ units: phone.slice(-UNITS_MAX), now }] : []
    })
}

const KIND_WORDS = dictionary<string>({
  imei: 'IMEI',
  meid: 'MEID',
  barCode: '条码',
  bagCode: '封袋码或编号',
  inspectionNo: '质检单号',
  orderNo: '订单号',
  waybill: '运单号或编号',
})

function refuseUnknown(raw: string): never {
  const code = normaliseCode(raw)
  const { kind } = classifyCode(raw)
  const invalid = (message: string) => refuse('CODE_INVALID', { message }, { field: 'code' })
  if (kind === 'simCard') return invalid(SIM_CODE_MESSAGE)
  if (kind === 'product') return invalid(PRODUCT_CODE_MESSAGE)
  if (isPartNumber(code)) return invalid(PART_NUMBER_MESSAGE)
  if (kind === 'batchNo') return invalid('这是批次号，一批有多台手机，请在多台质检列表中打开，或扫描其中一台')
  if (kind === 'billNo') return invalid('这是账单号，请扫描手机、封袋、质检单号、订单号或运单号')
  if (/^\d{14,16}$/.test(code) && kind !== 'imei') return invalid(imeiFault(raw) ?? '无法识别该编码，请重新扫描')
  if (kind === 'unknown' && !/^[A-Z\d]{5,}$/.test(code)) {
    return invalid('无法识别该编码，请扫描手机、封袋、质检单号、订单号或运单号')
  }
  return refuse('PHONE_UNKNOWN', { kind: KIND_WORDS[kind] ?? '编号', code }, { field: 'code' })
}
