import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import type { phoneCost } from '@huanji/contract/features/phone/cost'
import { otherCodeName, phoneCodesOf } from '@huanji/domain/codes/phone-codes'
import { isSpoiltCode, SPOILT_CODE_MESSAGE } from '@huanji/domain/codes/spoilt'
import type { SaleTerms } from '@huanji/domain/fees/left-of-price'
import { asOneText, jumpQuestion } from '@huanji/domain/jump'
import { lossAt, lossQuestion } from '@huanji/domain/listing/cost-floor'
import { type Fen, formatFen } from '@huanji/domain/money'
import { readCost } from '@huanji/domain/stock/amounts'
import type { AuditEntry } from '../../audit/entry.ts'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { mapWithBreaks } from '../../platform/breaks.ts'
import { mayRead } from '../../platform/field-rights.ts'
import { newId } from '../../platform/ids.ts'
import { writeCosts } from '../inspection/unit-costs.ts'
import { offeredPrices } from '../listing/price-store.ts'
import { pieceOf } from '../listing/prices.ts'
import {
  type CostChange,
  type CostedUnit,
  insertImport,
  lockCosts,
  lockImport,
  rowsOfImport,
  setUndone,
  unitsWithCodes,
} from './cost-store.ts'

type Calls = typeof phoneCost
type Input = ParsedOf<Calls['check']>
type Judged = OutputOf<Calls['check']>['rows'][number]

/** A line with the phone that it names; null where it names none of ours, or several. */
interface JudgedRow {
  readonly shown: Judged
  readonly unit: CostedUnit | null
}

const codesOf = ({ barCode, imei, imei2, meid, sn }: CostedUnit): readonly string[] => [barCode, imei, imei2, meid, sn]

/** Which unit a code means: one, none of ours, or one of several phones. */
type Meant = CostedUnit | 'none' | 'several'

/**
 * The unit that a code means: what the phone is now, and without that the newest. A bar code means its own unit. None
 * where the code belongs to several phones.
 */
function meantByCode(code: string, units: readonly CostedUnit[]): Meant {
  const exact = units.find((unit) => unit.barCode === code)
  if (exact) return exact
  const mine = units.filter((unit) => codesOf(unit).includes(code))
  const current = mine.filter(({ isCurrent }) => isCurrent)
  if (current.length > 1) return 'several'
  return current[0] ?? mine[0] ?? 'none'
}

/** The unit that the codes of a cell mean together: of two IMEIs either will do, but not those of two phones. */
function meantBy(codes: readonly (readonly string[])[], candidates: readonly CostedUnit[]): Meant {
  const found = codes
    .map((mayBe) => mayBe.map((code) => meantByCode(code, candidates)).find((meant) => meant !== 'none') ?? 'none')
    .filter((meant) => meant !== 'none')
  const [first = 'none'] = found
  const units = new Set(found.map((meant) => (typeof meant === 'string' ? meant : meant.unitId)))
  return units.size > 1 ? 'several' : first
}

type Verdict = Pick<Judged, 'result' | 'message'>

const UNKNOWN: Verdict = { result: 'unknown', message: '没有这台手机：编号不存在或不属于本商家，请核对' }
const NO_CODE: Verdict = { result: 'no_code', message: '缺少编号：请填写IMEI、序列号或条码' }
const NO_PRICE: Verdict = { result: 'no_price', message: '缺少成本价' }

/** What a phone is offered at now, and whether whoever asks may know. */
interface Offer {
  readonly priceFen: Fen
  readonly terms: SaleTerms
  readonly isOpen: boolean
}

/** What these phones are offered at now, by unit. */
async function offersOf(
  tx: Tx,
  units: readonly CostedUnit[],
  { actor, now }: Pick<CallContext, 'actor' | 'now'>,
): Promise<ReadonlyMap<string, Offer>> {
  const offered = await offeredPrices(
    tx,
    units.map(({ unitId }) => unitId),
  )
  const seesReserve = mayRead(actor, 'field:reservePrice')
  return new Map(
    offered.map(({ unitId, channel, priceFen, isReserve }) => [
      unitId,
      { priceFen, terms: pieceOf(channel, now), isOpen: !isReserve || seesReserve },
    ]),
  )
}

/** The question about a cost above what is left of the price that the phone is offered at; null without. */
const aboveOffer = (costFen: Fen, { priceFen, terms, isOpen }: Offer): string | null =>
  isOpen
    ? lossQuestion(priceFen, costFen, terms)
    : lossAt(priceFen, costFen, terms) === null
      ? null
      : '按现在卖的价格会亏'

/** What is to be said of a line that names a phone of ours and a price. */
function verdictOn(unit: CostedUnit, afterFen: Fen, { withSold, withJumps }: Input, offer: Offer | null): Verdict {
  const { costPriceFen: beforeFen, isSold } = unit
  if (beforeFen === afterFen) return { result: 'unchanged', message: '与现有成本价相同' }
  if (isSold && beforeFen !== null && !withSold) {
    return { result: 'sold', message: '已售出，成本价已有；勾选“同时更新已售手机”后可改' }
  }
  const was = beforeFen === null ? '' : `，原为${formatFen(beforeFen)}`
  const doubts = [jumpQuestion('成本价', beforeFen, afterFen), offer && aboveOffer(afterFen, offer)].filter(
    (one) => one !== null,
  )
  if (doubts.length > 0 && !withJumps) {
    return { result: 'jumps', message: asOneText([...doubts, '没错再勾选“变化大的也导入”']) }
  }
  return { result: 'good', message: `${isSold ? '已售出，' : ''}成本价${formatFen(afterFen)}${was}` }
}

function judgeOne(
  row: Input['rows'][number],
  line: number,
  units: readonly CostedUnit[],
  { input, offers }: { readonly input: Input; readonly offers: ReadonlyMap<string, Offer> },
): JudgedRow {
  const price = readCost(row.price)
  const afterFen = price.ok ? price.value : null
  const meant = meantBy(phoneCodesOf(row.code), units)
  const unit = typeof meant === 'string' ? null : meant
  const judge = (): Verdict => {
    if (phoneCodesOf(row.code).length === 0) return NO_CODE
    if (unit === null && isSpoiltCode(row.code)) return { result: 'wrong_kind', message: SPOILT_CODE_MESSAGE }
    const other = otherCodeName(row.code)
    if (meant === 'none' && other !== null) {
      return { result: 'wrong_kind', message: `这是${other}，请填写IMEI、序列号或条码` }
    }
    if (meant === 'several') return { result: 'several', message: '这里的编号对应多台手机，请改用条码' }
    if (unit === null) return UNKNOWN
    if (!price.ok) return { result: 'no_price', message: price.message }
    return afterFen === null ? NO_PRICE : verdictOn(unit, afterFen, input, offers.get(unit.unitId) ?? null)
  }
  const shown = {
    line,
    code: row.code,
    price: row.price,
    afterFen,
    ...judge(),
    barCode: unit?.barCode ?? '',
    title: unit ? `${unit.modelName} ${unit.skuText}` : '',
    beforeFen: unit?.costPriceFen ?? null,
  }
  return { shown, unit }
}

/** The lines with their verdicts, in their order: of several lines of one phone the first counts. */
async function judge(tx: Tx, input: Input, by: Pick<CallContext, 'actor' | 'now'>): Promise<JudgedRow[]> {
  const codesOfRow = input.rows.map((row) => phoneCodesOf(row.code).flat())
  const units = await unitsWithCodes(tx, [...new Set(codesOfRow.flat())])
  const offers = await offersOf(tx, units, by)
  const byCode = new Map<string, CostedUnit[]>()
  for (const unit of units) {
    for (const code of new Set(codesOf(unit).filter((one) => one !== '')))
      byCode.set(code, [...(byCode.get(code) ?? []), unit])
  }
  const firstOf = new Map<string, number>()
  return mapWithBreaks(input.rows, (row, index) => {
    const line = row.line ?? index + 1
    const candidates = [...new Set((codesOfRow[index] ?? []).flatMap((code) => byCode.get(code) ?? []))]
    const judged = judgeOne(row, line, candidates, { input, offers })
    if (judged.unit === null || judged.shown.result === 'no_price') return judged
    const first = firstOf.get(judged.unit.unitId)
    if (first === undefined) firstOf.set(judged.unit.unitId, line)
    if (first === undefined) return judged
    const message = `与第${first}行是同一台手机，以第${first}行为准`
    return { ...judged, shown: { ...judged.shown, result: 'doubled' as const, message } }
  })
}

const answerOf = (rows: readonly JudgedRow[]): OutputOf<Calls['check']> => ({
  rows: rows.map(({ shown }) => shown),
  goodCount: rows.filter(({ shown }) => shown.result === 'good').length,
})

/** What each line of a list would come to; changes nothing. */
export const checkCosts = async (context: CallContext, input: Input): Promise<OutputOf<Calls['check']>> =>
  answerOf(await judge(context.tx, input, context))

/** So many phones stand in one entry of the audit log. */
const PHONES_OF_AN_ENTRY = 50

const words = (fen: Fen | null): string => (fen === null ? '未填写' : formatFen(fen))

/** What costs were and are, as the audit log keeps them; who may not read costs reads none of the figures. */
function auditOf(
  changes: readonly (CostChange & { readonly barCode: string })[],
  { importId, name }: { readonly importId: string; readonly name: string },
  sides: (change: CostChange) => { readonly before: Fen | null; readonly after: Fen | null },
): AuditEntry[] {
  const entries: AuditEntry[] = []
  for (let at = 0; at < changes.length; at += PHONES_OF_AN_ENTRY) {
    const some = changes.slice(at, at + PHONES_OF_AN_ENTRY)
    const facts = (side: 'before' | 'after') =>
      Object.fromEntries(some.map((change) => [`成本价 ${change.barCode}`, words(sides(change)[side])]))
    entries.push({
      subject: 'cost',
      subjectId: importId,
      subjectLabel: name === '' ? '成本价导入' : name,
      before: facts('before'),
      after: { 台数: String(some.length), ...facts('after') },
    })
  }
  return entries
}

/** Takes a list of costs over: the lines that are good, with their verdicts. A wrong line holds up no other. */
export async function importCosts(
  { tx, actor, now, audit }: CallContext,
  { name, ...input }: ParsedOf<Calls['import']>,
): Promise<OutputOf<Calls['import']>> {
  const first = await judge(tx, input, { actor, now })
  const ids = first.flatMap(({ unit, shown }) => (unit && shown.result === 'good' ? [unit.unitId] : []))
  await lockCosts(tx, ids)
  // with the phones held nobody changes what the verdicts stand on
  const rows = ids.length === 0 ? first : await judge(tx, input, { actor, now })
  const changes = rows.flatMap(({ unit, shown }) =>
    unit && shown.result === 'good' && shown.afterFen !== null
      ? [{ unitId: unit.unitId, barCode: unit.barCode, beforeFen: unit.costPriceFen, afterFen: shown.afterFen }]
      : [],
  )
  if (changes.length === 0) {
    audit(null)
    return { importId: null, ...answerOf(rows) }
  }
  const importId = newId()
  await writeCosts(
    tx,
    changes.map(({ unitId, afterFen }) => ({ unitId, costPriceFen: afterFen })),
  )
  await insertImport(
    tx,
    { importId, name, employeeId: actor.employeeId, now },
    changes.map(({ barCode: _barCode, ...change }) => change),
  )
  for (const entry of auditOf(changes, { importId, name }, ({ beforeFen, afterFen }) => ({
    before: beforeFen,
    after: afterFen,
  }))) {
    audit(entry)
  }
  return { importId, ...answerOf(rows) }
}

/** Takes a list of costs back: each phone costs what it did before, but where somebody has changed it since. */
export async function undoImport(
  { tx, actor, now, audit }: CallContext,
  { importId }: ParsedOf<Calls['undo']>,
): Promise<OutputOf<Calls['undo']>> {
  const one = (await lockImport(tx, importId)) ?? refuse('NOT_FOUND')
  if (one.undoneAt !== null) refuse('COST_IMPORT_UNDONE', { who: one.undoneBy ?? '' })
  const rows = await rowsOfImport(tx, importId)
  const held = await lockCosts(
    tx,
    rows.map(({ unitId }) => unitId),
  )
  const unitsById = new Map(held.map((unit) => [unit.unitId, unit]))
  const back = rows.flatMap((row) => {
    const unit = unitsById.get(row.unitId)
    return unit && unit.costPriceFen === row.afterFen ? [{ ...row, barCode: unit.barCode }] : []
  })
  await writeCosts(
    tx,
    back.map(({ unitId, beforeFen }) => ({ unitId, costPriceFen: beforeFen })),
  )
  await setUndone(tx, importId, actor.employeeId, now)
  const entries = auditOf(back, one, ({ beforeFen, afterFen }) => ({ before: afterFen, after: beforeFen }))
  for (const entry of entries) audit(entry)
  if (entries.length === 0) audit(null)
  return { restoredCount: back.length, keptCount: rows.length - back.length }
}
