import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import type { importedStock } from '@huanji/contract/features/stock-import/calls'
import { type CatalogueModel, modelTitle, storageLabel } from '@huanji/domain/catalogue/models'
import type { Searched } from '@huanji/domain/catalogue/search'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import { imeiDoubt } from '@huanji/domain/codes/spoilt'
import { isJump, jumpWithoutAmounts } from '@huanji/domain/jump'
import { INSPECTION_STATES } from '@huanji/domain/states/inspection'
import { stateLabel } from '@huanji/domain/states/transition'
import { type MatchedSku, type ModelMatch, matchModel } from '@huanji/domain/stock/match-model'
import { type ReadStock, readStockRow, STOCK_FIELDS, type WrittenStock } from '@huanji/domain/stock/stock-row'
import type { Tx } from '../../database/database.ts'
import { mapWithBreaks } from '../../platform/breaks.ts'
import { searchedBy } from '../catalogue/known.ts'
import { ordersInHouse, type UnitCodes, unitsHolding } from '../inspection/unit-store.ts'
import { type Standing, standingsOf } from './store.ts'

type Table = ParsedOf<typeof importedStock.check> & { readonly confirmed?: readonly number[] }
export type Answer = OutputOf<typeof importedStock.check>['rows'][number]['answer']

/** A line of a table with the model that a person chose for its text. */
export interface StockLine {
  readonly line: number
  readonly written: WrittenStock
  readonly modelId: string | null
  /** Whether a person said that it is to be taken over although it names another phone or a cost far from the known one. */
  readonly isConfirmed: boolean
}

/** What a line comes to. */
export interface JudgedLine extends StockLine {
  readonly answer: Answer
  readonly message: string
  /** Null where the line cannot be read. */
  readonly read: ReadStock | null
  /** Null where a person has to say which model it is, or none is needed. */
  readonly model: CatalogueModel | null
  readonly sku: MatchedSku | null
  /** True where the text of the model names none. */
  readonly isUnknownModel: boolean
  /** The phone as it stands in stock; null for one that is not there. */
  readonly standing: Standing | null
}

const EMPTY = Object.fromEntries(STOCK_FIELDS.map((field) => [field, ''])) as WrittenStock

/** The text by which a model is chosen for all lines that have it. */
export const modelText = ({ model }: WrittenStock): string => model.trim()

/**
 * The lines of a table as it was sent.
 * @param mayCost false where the person may not know costs: what stands in the column is left aside
 */
export function linesOf({ fields, rows, models, confirmed = [] }: Table, mayCost: boolean): StockLine[] {
  const confirmedLines = new Set(confirmed)
  const chosen = new Map(models.map(({ text, modelId }) => [text, modelId]))
  return rows.map(({ line, cells }) => {
    const texts = Object.fromEntries(fields.map((field, at) => [field, cells[at] ?? '']))
    const written = { ...EMPTY, ...texts, ...(mayCost ? {} : { cost: '' }) }
    const modelId = chosen.get(modelText(written)) ?? null
    return { line, written, modelId, isConfirmed: confirmedLines.has(line) }
  })
}

const keysOf = ({ imei, imei2, meid, sn }: UnitCodes): string[] =>
  [`imei ${imei}`, `imei ${imei2}`, `meid ${meid}`, `sn ${sn}`].filter((key) => !key.endsWith(' '))

type Verdict = Pick<JudgedLine, 'answer' | 'message'> & Partial<Pick<JudgedLine, 'model' | 'sku' | 'isUnknownModel'>>

const refused = (message: string, isUnknownModel = false): Verdict => ({ answer: 'refused', message, isUnknownModel })

/** A line that can be read, or why it cannot be; of several lines of one phone the first stands. */
function readAll(lines: readonly StockLine[], now: string): Promise<{ read: ReadStock | null; fault: string }[]> {
  const lineOf = new Map<string, number>()
  return mapWithBreaks(lines, ({ line, written }) => {
    const read = readStockRow(written, now)
    if (!read.ok) return { read: null, fault: read.message }
    const keys = keysOf(read.row.codes)
    const twin = keys.map((key) => lineOf.get(key)).find((one) => one !== undefined)
    for (const key of keys) if (!lineOf.has(key)) lineOf.set(key, line)
    return { read: read.row, fault: twin === undefined ? '' : `与第${twin}行是同一台手机，以第${twin}行为准` }
  })
}

/** The models that a line may mean. */
type Models = Searched

/** The model that a line means, or that a person chose for it; one that is known no more is as good as none. */
function matched(written: WrittenStock, chosenId: string | null, models: Models): ModelMatch {
  const chosen = models.catalogues.flatMap((catalogue) => catalogue.find(chosenId ?? '') ?? [])[0] ?? null
  return matchModel(written, chosen, models)
}

/** Whether one text of a SKU is another one than in stock; what is not known says nothing. */
const isOther = (written: string, inStock: string): boolean => written !== '' && inStock !== '' && written !== inStock

/** What the table calls a phone that is another model, storage or colour than the one in stock; null where it is none. */
function otherPhone(
  { written, modelId }: StockLine,
  { modelId: inStock, sku }: Standing,
  models: Models,
): string | null {
  const match = matched(written, modelId, models)
  if (!match.ok) return match.reason === 'storage' ? wordsOf(written) : null
  const isSame =
    match.model.id === inStock &&
    !isOther(match.sku.ram, sku.ram) &&
    !isOther(match.sku.storage, sku.storage) &&
    !isOther(match.sku.colour, sku.colour)
  return isSame ? null : wordsOf(written)
}

const wordsOf = ({ model, storage, colour }: WrittenStock): string =>
  [model, storage, colour]
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join(' ')

/** What is to be done with a phone that stands in stock already. No sum stands in the words: not everybody may read it. */
function verdictOnKnown(
  line: StockLine,
  {
    standing,
    orderNo,
    models,
  }: { readonly standing: Standing; readonly orderNo: string | undefined; readonly models: Models },
  { costFen }: ReadStock,
): Verdict {
  const { barCode, state, inspectionNo, isSold, isImported, version, costPriceFen } = standing
  if (orderNo !== undefined) return refused(`该手机已售出（订单${orderNo}），不能导入`)
  if (state === null && isSold) return refused('该手机已售出；如已退回，请到质检扫码重新质检')
  const isUntouched = isImported && state === 'draft' && version === 1
  if ((state === 'draft' || state === 'awaiting_photos') && !isUntouched) {
    return refused(`该手机正在质检（单号${inspectionNo ?? ''}），请在质检中修改`)
  }
  const where = `条码${barCode}${state === null ? '' : `，${stateLabel(INSPECTION_STATES, state) ?? state}`}`
  const other = otherPhone(line, standing, models)
  const differs = other === null ? '' : `；表中为“${other}”，与在库不同`
  if (costFen === null || costFen === costPriceFen) return { answer: 'same', message: `${where}${differs}` }
  if (line.isConfirmed) return { answer: 'known', message: where }
  if (differs !== '') return { answer: 'differs', message: `${where}${differs}，请核对编码；确实是这台手机再勾选` }
  if (isJump(costPriceFen, costFen))
    return { answer: 'jumps', message: `${where}；${jumpWithoutAmounts('成本价')}；没错再勾选` }
  return { answer: 'known', message: where }
}

function verdictOnNew({ written, modelId }: StockLine, models: Models): Verdict {
  const match = matched(written, modelId, models)
  if (!match.ok) return refused(match.message, match.reason === 'unknown')
  const doubts = [imeiDoubt(normaliseCode(written.imei)), match.doubt].filter((doubt) => doubt !== '')
  return { answer: 'new', message: doubts.join('；'), model: match.model, sku: match.sku }
}

/**
 * Says of each line what it comes to, in a few statements however many there are; a wrong line stands in no other's way.
 * Changes nothing and locks nothing.
 * @param now ISO 8601
 */
export async function judge(tx: Tx, lines: readonly StockLine[], now: string): Promise<JudgedLine[]> {
  const models = await searchedBy(tx)
  const all = await readAll(lines, now)
  const readable = all.flatMap(({ read, fault }, at) => (read && fault === '' ? [{ at, codes: read.codes }] : []))
  const holders = await unitsHolding(
    tx,
    readable.map(({ codes }) => codes),
  )
  const holdersAt = new Map(readable.map(({ at }, index) => [at, holders[index] ?? []]))
  const unitIds = [...new Set(holders.flat().map(({ unitId }) => unitId))]
  const standings = await standingsOf(tx, unitIds)
  const orders = await ordersInHouse(tx, unitIds)
  return mapWithBreaks(lines, (line, at) => {
    const { read, fault } = all[at] ?? { read: null, fault: '' }
    const [holder, other] = holdersAt.get(at) ?? []
    const standing = holder ? (standings.get(holder.unitId) ?? null) : null
    const verdict = (): Verdict => {
      if (read === null || fault !== '') return refused(fault)
      if (holder && other) {
        return refused(`这些编码分属两台手机（条码${holder.barCode}、${other.barCode}），请核对`)
      }
      return standing
        ? verdictOnKnown(line, { standing, orderNo: orders.get(standing.unitId), models }, read)
        : verdictOnNew(line, models)
    }
    return { read, standing, model: null, sku: null, isUnknownModel: false, ...verdict(), ...line }
  })
}

/** What a person reads of the phone: of one in stock as it stands there, of another one what the line says. */
export function titleOf({ standing, model, sku, written }: JudgedLine): string {
  if (standing) return `${standing.modelName} ${standing.skuText}`.trim()
  if (!model || !sku) return wordsOf(written)
  const ram = model.platform === 'android' && sku.ram !== '' ? sku.ram : null
  const storage = sku.storage === '' ? '' : storageLabel({ ram, storage: sku.storage })
  return [modelTitle(model), storage, sku.colour].filter((part) => part !== '').join(' ')
}

/** The code that the phone is known by; as it was written where it cannot be read. */
export function codeOf({ read, written }: Pick<JudgedLine, 'read' | 'written'>): string {
  if (read === null) return (written.imei || written.sn).trim()
  const { imei, meid, sn } = read.codes
  return imei || meid || sn
}
