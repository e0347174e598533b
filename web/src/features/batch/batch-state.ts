import { withAnswer } from '../checklist/checklist.ts'
import type { Answer, Answers, Grade, Sku, UnitCode } from '../inspection/types.ts'
import type { AddedRow, AddInput, BatchHead, CheckedRow } from './types.ts'

/** What is answered once for all phones of the batch. */
export interface BatchCommon {
  readonly modelId: string | null
  readonly modelTitle: string
  readonly sku: Sku
  readonly answers: Answers
  /** Empty while the system's grade stands. */
  readonly finalGrade: Grade | ''
  readonly overrideReason: string
  readonly shopAccountId: string
  readonly remark: string
}

/** What the server says of a phone of the list. */
export type Verdict = Pick<
  CheckedRow,
  'ok' | 'isKnown' | 'problem' | 'message' | 'remedy' | 'openInspectionId' | 'grade'
>

/** A phone as it was scanned, pasted or imported. */
export interface NewUnit {
  readonly code: UnitCode
  readonly bagCode: string
  readonly remark: string
  /** Why its codes cannot be read; empty for a phone that can be sent. */
  readonly fault: string
  /** What stood where the code should be, for one that cannot be read. */
  readonly written: string
}

export interface BatchUnit extends NewUnit {
  /** Stays the same while rows before it go. */
  readonly key: number
  /** Only what differs from the batch's answers. */
  readonly answers: Answers
  /** Null until the server was asked about the phone as it stands now. */
  readonly verdict: Verdict | null
}

/** A part of the list that went out and was not answered yet; only its repetition tells whether the server took it. */
export interface SentPart {
  readonly input: AddInput
  readonly idempotencyKey: string
  readonly keys: readonly number[]
}

/** What has left the list because the server took it. */
export interface Taken {
  readonly count: number
  /** The first phone of a new batch, whose photographs stand for all. */
  readonly sample: { readonly inspectionId: string; readonly inspectionNo: string } | null
}

/** A batch at work with everything said so far. Plain data: it is also the local draft. */
export interface BatchState {
  /** The batch that phones are added to, once there is one. */
  readonly batchId: string | null
  readonly batchNo: string
  readonly common: BatchCommon
  /** The common part is done and shown as one line. */
  readonly isFolded: boolean
  readonly units: readonly BatchUnit[]
  readonly lastKey: number
  /** The phone that a scanned bag belongs to; null before the first. */
  readonly currentKey: number | null
  /** Codes of phones that were put aside to be inspected by themselves. */
  readonly singles: readonly string[]
  readonly sent: SentPart | null
  readonly taken: Taken
}

export type BatchAction =
  | { readonly type: 'joined'; readonly head: BatchHead }
  | { readonly type: 'modelPicked'; readonly modelId: string; readonly title: string }
  | { readonly type: 'skuPicked'; readonly sku: Partial<Sku> }
  | { readonly type: 'defaultsFilled'; readonly defaults: Answers }
  | { readonly type: 'answered'; readonly itemCode: string; readonly answer: Answer | null }
  | { readonly type: 'answersReplaced'; readonly answers: Answers }
  | { readonly type: 'commonChanged'; readonly fields: Partial<BatchCommon> }
  | { readonly type: 'folded'; readonly isFolded: boolean }
  | { readonly type: 'added'; readonly units: readonly NewUnit[] }
  | { readonly type: 'removed'; readonly keys: readonly number[] }
  | { readonly type: 'setAside'; readonly key: number }
  | { readonly type: 'singlesCleared' }
  | { readonly type: 'bagTaken'; readonly key: number; readonly bagCode: string }
  | { readonly type: 'bagAwaited'; readonly key: number }
  | { readonly type: 'unitAnswered'; readonly key: number; readonly answers: Answers }
  | { readonly type: 'checked'; readonly asked: readonly BatchUnit[]; readonly rows: readonly Verdict[] }
  | { readonly type: 'sent'; readonly part: SentPart }
  | { readonly type: 'notSent' }
  | { readonly type: 'took'; readonly part: SentPart; readonly answer: TakenAnswer }
  | { readonly type: 'startedAnew'; readonly keepsCommon: boolean }

/** What the answer to a part says. */
export interface TakenAnswer {
  readonly batchId: string | null
  readonly batchNo: string
  readonly rows: readonly AddedRow[]
}

const NO_SKU: Sku = { regulatoryNo: '', ram: '', storage: '', colour: '' }
const NOTHING_TAKEN: Taken = { count: 0, sample: null }

export const EMPTY_COMMON: BatchCommon = {
  modelId: null,
  modelTitle: '',
  sku: NO_SKU,
  answers: {},
  finalGrade: '',
  overrideReason: '',
  shopAccountId: '',
  remark: '',
}

export const EMPTY_BATCH: BatchState = {
  batchId: null,
  batchNo: '',
  common: EMPTY_COMMON,
  isFolded: false,
  units: [],
  lastKey: 0,
  currentKey: null,
  singles: [],
  sent: null,
  taken: NOTHING_TAKEN,
}

/** The code that a person knows a phone of the list by. */
export const codeOf = ({ code, written }: NewUnit): string => code.imei || code.meid || code.sn || written

/** Every code by which a phone may be scanned once more. */
export const ownCodes = ({ code, fault }: NewUnit): string[] =>
  fault === '' ? [code.imei, code.imei2, code.meid, code.sn].filter((one) => one !== '') : []

/** Nothing that would be lost: no phone, and no model chosen for a batch to come. */
export const isIdle = ({ units, sent, singles, common, batchId }: BatchState): boolean =>
  units.length === 0 && sent === null && singles.length === 0 && (common.modelId === null || batchId !== null)

/** Where each code stands first: code → row number, from 1. A bag counts too. */
export function placesOf(units: readonly NewUnit[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const [index, unit] of units.entries()) {
    for (const code of [...ownCodes(unit), unit.bagCode]) {
      if (code !== '' && !places.has(code)) places.set(code, index + 1)
    }
  }
  return places
}

/** The number of an earlier row with a code of this one; null for a row that is the only one. */
export function twinOf(unit: NewUnit, rowNo: number, places: ReadonlyMap<string, number>): number | null {
  const found = [...ownCodes(unit), unit.bagCode].map((code) => places.get(code) ?? rowNo)
  const first = Math.min(rowNo, ...found)
  return first < rowNo ? first : null
}

/** True for a row that is part of what was sent and has no answer yet: it must not change. */
export const isInFlight = ({ sent }: BatchState, key: number): boolean => sent?.keys.includes(key) ?? false

/** Rows that changed are asked about anew. */
function changeUnit(state: BatchState, key: number, change: Partial<BatchUnit>): BatchState {
  if (isInFlight(state, key)) return state
  const units = state.units.map((unit) => (unit.key === key ? { ...unit, ...change, verdict: null } : unit))
  return { ...state, units }
}

const withoutVerdicts = (units: readonly BatchUnit[]): BatchUnit[] =>
  units.map((unit) => (unit.verdict === null ? unit : { ...unit, verdict: null }))

/** What the server is asked about the phones does not hold these. */
const UNASKED: ReadonlySet<string> = new Set<keyof BatchCommon>(['shopAccountId', 'remark'])

/** Another common part makes every answer about the phones stale. */
function changeCommon(state: BatchState, change: Partial<BatchCommon>): BatchState {
  const common = { ...state.common, ...change }
  if (Object.keys(change).every((name) => UNASKED.has(name))) return { ...state, common }
  return { ...state, common, units: withoutVerdicts(state.units) }
}

/** A model brings its own SKU and template: answers of another one, and exceptions of phones, do not hold. */
function withModel(state: BatchState, modelId: string, modelTitle: string): BatchState {
  if (state.common.modelId === modelId) return state
  const units = state.units.map((unit) => ({ ...unit, answers: {} }))
  return changeCommon({ ...state, units }, { modelId, modelTitle, sku: NO_SKU, answers: {}, finalGrade: '' })
}

function withAdded(state: BatchState, added: readonly NewUnit[]): BatchState {
  const units = added.map((unit, index) => ({ ...unit, key: state.lastKey + index + 1, answers: {}, verdict: null }))
  const lastKey = state.lastKey + added.length
  return { ...state, units: [...state.units, ...units], lastKey, currentKey: lastKey }
}

function without(state: BatchState, keys: readonly number[]): BatchState {
  const gone = new Set(keys.filter((key) => !isInFlight(state, key)))
  const units = state.units.filter((unit) => !gone.has(unit.key))
  const currentKey = state.currentKey !== null && gone.has(state.currentKey) ? null : state.currentKey
  return { ...state, units, currentKey }
}

function withSetAside(state: BatchState, key: number): BatchState {
  const unit = state.units.find((one) => one.key === key)
  if (!unit || isInFlight(state, key)) return state
  const singles = [...state.singles.filter((code) => code !== codeOf(unit)), codeOf(unit)]
  return { ...without(state, [key]), singles }
}

/** Answers count for rows that have not changed since they were asked about. */
function withVerdicts(state: BatchState, asked: readonly BatchUnit[], rows: readonly Verdict[]): BatchState {
  const verdicts = new Map(asked.map((unit, index) => [unit, rows[index]]))
  const units = state.units.map((unit) => {
    const verdict = verdicts.get(unit)
    return verdict ? { ...unit, verdict } : unit
  })
  return { ...state, units }
}

function verdictOfAdded({ ok, isKnown, problem, message, remedy, openInspectionId, grade }: AddedRow): Verdict {
  return { ok, isKnown, problem, message, remedy, openInspectionId, grade }
}

/** Phones that were taken leave the list; the others stay with what to do. */
function withTaken(state: BatchState, { keys }: SentPart, answer: TakenAnswer): BatchState {
  const rowOf = new Map(keys.map((key, index) => [key, answer.rows[index]]))
  const units = state.units.flatMap((unit) => {
    const row = rowOf.get(unit.key)
    if (!row) return [unit]
    return row.ok ? [] : [{ ...unit, verdict: verdictOfAdded(row) }]
  })
  const took = answer.rows.filter(({ ok }) => ok)
  const first = took.find(({ inspectionId }) => inspectionId !== null)
  const isNew = state.batchId === null && answer.batchId !== null
  const sample =
    isNew && first?.inspectionId
      ? { inspectionId: first.inspectionId, inspectionNo: first.inspectionNo }
      : state.taken.sample
  return {
    ...state,
    batchId: answer.batchId ?? state.batchId,
    batchNo: answer.batchNo || state.batchNo,
    units,
    currentKey: null,
    sent: null,
    taken: { count: state.taken.count + took.length, sample },
  }
}

/** A stored batch whose phones are to become more: its common part is settled. */
function joined(state: BatchState, head: BatchHead): BatchState {
  const [version] = head.versions
  const isLowered = version !== undefined && version.grade !== version.explanation.grade
  return {
    ...state,
    units: withoutVerdicts(state.units),
    batchId: head.batchId,
    batchNo: head.batchNo,
    isFolded: true,
    common: {
      modelId: head.modelId,
      modelTitle: head.modelName,
      sku: head.sku,
      answers: version?.answers ?? {},
      finalGrade: isLowered ? version.grade : '',
      overrideReason: version?.overrideReason ?? '',
      shopAccountId: head.shopAccountId ?? '',
      remark: head.remark,
    },
  }
}

function changedUnits(state: BatchState, action: BatchAction): BatchState {
  switch (action.type) {
    case 'added':
      return withAdded(state, action.units)
    case 'removed':
      return without(state, action.keys)
    case 'setAside':
      return withSetAside(state, action.key)
    case 'singlesCleared':
      return { ...state, singles: [] }
    case 'bagTaken':
      return changeUnit(state, action.key, { bagCode: action.bagCode })
    case 'bagAwaited':
      if (isInFlight(state, action.key)) return state
      return { ...changeUnit(state, action.key, { bagCode: '' }), currentKey: action.key }
    case 'unitAnswered':
      return changeUnit(state, action.key, { answers: action.answers })
    case 'checked':
      return withVerdicts(state, action.asked, action.rows)
    case 'sent':
      // a bag that is scanned now is no bag of a phone that is on its way
      return {
        ...state,
        sent: action.part,
        currentKey: state.currentKey !== null && action.part.keys.includes(state.currentKey) ? null : state.currentKey,
      }
    case 'notSent':
      return { ...state, sent: null }
    case 'took':
      return withTaken(state, action.part, action.answer)
    default:
      return state
  }
}

/** The batch station's one table of moves. */
export function batchReducer(state: BatchState, action: BatchAction): BatchState {
  const { common } = state
  switch (action.type) {
    case 'joined':
      return joined(state, action.head)
    case 'modelPicked':
      return withModel(state, action.modelId, action.title)
    case 'skuPicked':
      return changeCommon(state, { sku: { ...common.sku, ...action.sku } })
    case 'defaultsFilled':
      return { ...state, common: { ...common, answers: { ...action.defaults, ...common.answers } } }
    case 'answered':
      return changeCommon(state, { answers: withAnswer(common.answers, action.itemCode, action.answer) })
    case 'answersReplaced':
      return changeCommon(state, { answers: action.answers })
    case 'commonChanged':
      return changeCommon(state, action.fields)
    case 'folded':
      return { ...state, isFolded: action.isFolded }
    case 'startedAnew':
      return action.keepsCommon
        ? { ...state, batchId: null, batchNo: '', units: withoutVerdicts(state.units), taken: NOTHING_TAKEN }
        : { ...EMPTY_BATCH, common: { ...EMPTY_COMMON, shopAccountId: common.shopAccountId } }
    default:
      return changedUnits(state, action)
  }
}
