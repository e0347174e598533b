import type { Channel } from '@huanji/domain/channel'
import { checkBagCode, classifyCode, codesToFind } from '@huanji/domain/codes/classify'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import type { Fen } from '@huanji/domain/money'
import { withAnswer } from '../checklist/checklist.ts'
import type {
  Answer,
  Answers,
  Grade,
  GradeExplanation,
  InspectionDetail,
  InspectionState,
  Saved,
  SaveInput,
  Sku,
  UnitCode,
  Verified,
} from '../inspection/types.ts'

/** What the server knows of the open phone since its first draft. */
interface OpenRecord {
  readonly inspectionId: string
  readonly inspectionNo: string
  readonly barCode: string
  readonly photoTaskId: string
  readonly version: number
  readonly state: InspectionState
}

/** A save that went out and was not answered yet; whether the server did it shows only when its key is repeated. */
export interface UnansweredSave {
  readonly input: SaveInput
  readonly idempotencyKey: string
  /** What it saves, as the phone's revision counts. */
  readonly revision: number
}

/** An earlier record of the phone. */
export type EarlierRecord = Pick<
  Verified['history'][number],
  'inspectionId' | 'inspectionNo' | 'grade' | 'state' | 'inspectedAt'
>

/** The phone at the station with everything that was said about it so far. Plain data: it is also the local draft. */
export interface OpenPhone {
  readonly code: UnitCode
  /** Newest first. */
  readonly history: readonly EarlierRecord[]
  /** The models that the code itself points at. */
  readonly suggestedModelIds: readonly string[]
  /** What phones of its TAC turned out to be, likeliest first. */
  readonly suggestions: Verified['suggestions']
  readonly modelId: string | null
  readonly modelTitle: string
  readonly sku: Sku
  readonly answers: Answers
  readonly shopAccountId: string
  /** What stands in the bag's box: scanned, or typed as far as it is. */
  readonly bagCode: string
  /** Empty while the system's grade stands. */
  readonly finalGrade: Grade | ''
  readonly overrideReason: string
  readonly remark: string
  readonly reusedInspectionId: string | null
  /** What the phone is known to have cost, for whoever may know it. */
  readonly knownCostFen?: Fen | null
  readonly record: OpenRecord | null
  /** Where the work goes on when it is opened: at its photographs, or, absent, at the first item that is not answered. */
  readonly opensAt?: 'photos'
  /** Counts every change; what is saved is behind it by what is not saved yet. */
  readonly revision: number
  readonly savedRevision: number
  readonly unanswered?: UnansweredSave | undefined
}

/** What came of the phone before: shown until the next one is scanned. */
export interface StationResult {
  readonly channel: Channel
  readonly inspectionId: string
  readonly inspectionNo: string
  readonly barCode: string
  readonly imei: string
  readonly modelTitle: string
  readonly skuText: string
  readonly grade: Grade
  readonly explanation: GradeExplanation | null
  readonly state: InspectionState
  readonly bagCode: string
  readonly photoTaskId: string
  readonly missingPhotos: readonly string[]
}

export interface StationState {
  readonly phone: OpenPhone | null
  readonly result: StationResult | null
}

/** What a person may change of the open phone besides its answers. */
export type PhoneFields = Pick<
  OpenPhone,
  'shopAccountId' | 'bagCode' | 'finalGrade' | 'overrideReason' | 'remark' | 'reusedInspectionId'
>

export type StationAction =
  | { readonly type: 'opened'; readonly phone: OpenPhone }
  | { readonly type: 'secondImei'; readonly imei2: string }
  | { readonly type: 'modelPicked'; readonly modelId: string; readonly title: string; readonly sku?: Sku }
  | { readonly type: 'skuPicked'; readonly sku: Partial<Sku> }
  | { readonly type: 'defaultsFilled'; readonly defaults: Answers }
  | { readonly type: 'answered'; readonly itemCode: string; readonly answer: Answer | null }
  | { readonly type: 'answersReplaced'; readonly answers: Answers }
  | { readonly type: 'changed'; readonly fields: Partial<PhoneFields> }
  | { readonly type: 'reused'; readonly detail: InspectionDetail; readonly answers: Answers }
  | { readonly type: 'sent'; readonly save: UnansweredSave }
  | { readonly type: 'saved'; readonly saved: Saved; readonly revision: number }
  | { readonly type: 'notSaved' }
  | { readonly type: 'versionSeen'; readonly version: number }
  | { readonly type: 'submitted'; readonly result: StationResult }
  /** The last compulsory photograph of a submitted record moves it on by itself. */
  | { readonly type: 'photosMoved'; readonly photoTaskId: string; readonly state: InspectionState }
  | { readonly type: 'closed' }

export const EMPTY_STATION: StationState = { phone: null, result: null }
const NO_SKU: Sku = { regulatoryNo: '', ram: '', storage: '', colour: '' }
const NO_CODE: UnitCode = { kind: 'imei', imei: '', imei2: '', meid: '', sn: '' }

/** A phone that has just been scanned, or that goes on from a record. */
export function openPhone(facts: Partial<OpenPhone> & Pick<OpenPhone, 'code'>): OpenPhone {
  return {
    history: [],
    suggestedModelIds: [],
    suggestions: [],
    modelId: null,
    modelTitle: '',
    sku: NO_SKU,
    answers: {},
    shopAccountId: '',
    bagCode: '',
    finalGrade: '',
    overrideReason: '',
    remark: '',
    reusedInspectionId: null,
    record: null,
    revision: 0,
    savedRevision: 0,
    ...facts,
  }
}

/** The codes of a phone that the server found free; null where the scan names no code of the phone's own. */
export function codeOfVerified(verified: Verified): UnitCode | null {
  const { codeKind, code, imei } = verified
  if (codeKind === 'meid') return { ...NO_CODE, kind: 'meid', meid: code }
  if (codeKind === 'sn') return { ...NO_CODE, kind: 'sn', sn: code }
  return imei === null ? null : { ...NO_CODE, imei }
}

/** The phone of a stored record, ready to be worked on. */
export function phoneOfDetail(detail: InspectionDetail): OpenPhone {
  const isLowered = detail.grade !== null && detail.systemGrade !== null && detail.grade !== detail.systemGrade
  return openPhone({
    code: detail.code,
    history: detail.versions.map(({ createdAt, ...version }) => ({ ...version, inspectedAt: createdAt })),
    modelId: detail.modelId,
    modelTitle: detail.modelName,
    sku: detail.sku,
    answers: detail.answers,
    shopAccountId: detail.shopAccountId ?? '',
    bagCode: detail.bagCode ?? '',
    finalGrade: isLowered ? (detail.grade ?? '') : '',
    overrideReason: detail.overrideReason,
    remark: detail.remark,
    knownCostFen: detail.costPriceFen,
    // nothing else is left to do of a submitted record
    ...(detail.state === 'awaiting_photos' ? { opensAt: 'photos' as const } : {}),
    record: {
      inspectionId: detail.inspectionId,
      inspectionNo: detail.inspectionNo,
      barCode: detail.barCode,
      photoTaskId: detail.photoTaskId,
      version: detail.version,
      state: detail.state,
    },
  })
}

/** What stands on screen of a record that was finished elsewhere, such as by its last photograph. */
export function resultOfDetail(detail: InspectionDetail): StationResult {
  return {
    channel: detail.channel,
    inspectionId: detail.inspectionId,
    inspectionNo: detail.inspectionNo,
    barCode: detail.barCode,
    imei: mainCode(detail.code),
    modelTitle: detail.modelName,
    skuText: detail.skuText,
    grade: detail.grade ?? 'X',
    explanation: detail.explanation,
    state: detail.state,
    bagCode: detail.bagCode ?? '',
    photoTaskId: detail.photoTaskId,
    missingPhotos: [],
  }
}

/** The variant that most of the merchant's phones with this phone's TAC and model are, and how many; null without one. */
export function usualSkuOf({ suggestions, modelId }: OpenPhone): { sku: Sku; count: number } | null {
  const learned = suggestions.find((suggestion) => suggestion.modelId === modelId)
  return learned?.sku ? { sku: learned.sku, count: learned.skuCount } : null
}

/** The code that a person knows the phone by. */
export const mainCode = ({ imei, meid, sn }: UnitCode): string => imei || meid || sn

function touched(phone: OpenPhone, change: Partial<OpenPhone>): OpenPhone {
  return { ...phone, ...change, revision: phone.revision + 1 }
}

/** A model brings its own SKU and template, so what was said with another one does not hold. */
function withModel(phone: OpenPhone, action: Extract<StationAction, { type: 'modelPicked' }>): OpenPhone {
  const isSame = phone.modelId === action.modelId
  return touched(phone, {
    modelId: action.modelId,
    modelTitle: action.title,
    sku: action.sku ?? (isSame ? phone.sku : NO_SKU),
    answers: isSame ? phone.answers : {},
    finalGrade: isSame ? phone.finalGrade : '',
  })
}

/** Normal answers are filled in without counting as a change: a phone nobody has touched need not be saved again. */
function withDefaults(phone: OpenPhone, defaults: Answers): OpenPhone {
  return { ...phone, answers: { ...defaults, ...phone.answers } }
}

function withSaved(phone: OpenPhone, { saved, revision }: Extract<StationAction, { type: 'saved' }>): OpenPhone {
  const { inspectionId, inspectionNo, barCode, photoTaskId, version, state } = saved
  return {
    ...phone,
    record: { inspectionId, inspectionNo, barCode, photoTaskId, version, state },
    savedRevision: Math.max(phone.savedRevision, revision),
    unanswered: undefined,
  }
}

function changedPhone(phone: OpenPhone, action: StationAction): OpenPhone {
  switch (action.type) {
    case 'secondImei':
      return touched(phone, { code: { ...phone.code, imei2: action.imei2 } })
    case 'modelPicked':
      return withModel(phone, action)
    case 'skuPicked':
      return touched(phone, { sku: { ...phone.sku, ...action.sku } })
    case 'defaultsFilled':
      return withDefaults(phone, action.defaults)
    case 'answered':
      return touched(phone, { answers: withAnswer(phone.answers, action.itemCode, action.answer) })
    case 'answersReplaced':
      return touched(phone, { answers: action.answers })
    case 'changed':
      return touched(phone, action.fields)
    case 'reused':
      return touched(phone, {
        modelId: action.detail.modelId,
        modelTitle: action.detail.modelName,
        sku: action.detail.sku,
        answers: action.answers,
        reusedInspectionId: action.detail.inspectionId,
      })
    case 'sent':
      return { ...phone, unanswered: action.save }
    case 'saved':
      return withSaved(phone, action)
    case 'notSaved':
      return { ...phone, unanswered: undefined }
    case 'versionSeen':
      return phone.record ? { ...phone, record: { ...phone.record, version: action.version } } : phone
    default:
      return phone
  }
}

/** The record before may move on by its last photograph while it is still shown. */
function afterPhotos(
  state: StationState,
  { photoTaskId, state: moved }: Extract<StationAction, { type: 'photosMoved' }>,
): StationState {
  const { result } = state
  return result?.photoTaskId === photoTaskId ? { ...state, result: { ...result, state: moved } } : state
}

/** The station's one table of moves: scan, pick, answer, save, submit. */
export function stationReducer(state: StationState, action: StationAction): StationState {
  switch (action.type) {
    case 'opened':
      return { phone: action.phone, result: null }
    case 'submitted':
      return { phone: null, result: action.result }
    case 'closed':
      return { ...state, phone: null }
    case 'photosMoved':
      return afterPhotos(state, action)
    default:
      return state.phone ? { ...state, phone: changedPhone(state.phone, action) } : state
  }
}

/** What a scan means while a phone lies at the station. */
type PhoneScan =
  | { readonly kind: 'same' }
  | { readonly kind: 'bag'; readonly bagCode: string }
  | { readonly kind: 'otherUnit'; readonly code: string; readonly isImei: boolean }

/** Codes whose form is certain; a bag's is told by its length alone. */
const NEVER_BAGS: ReadonlySet<string> = new Set([
  'imei',
  'meid',
  'barCode',
  'inspectionNo',
  'batchNo',
  'billNo',
  'simCard',
])

/** Tells a bag's code from the phone's own codes and from another phone's (docs/domain.md §3.2). */
export function readScan(phone: OpenPhone, raw: string): PhoneScan {
  const { imei, imei2, meid, sn } = phone.code
  const codes = codesToFind(raw).filter((code) => code !== '')
  if ([imei, imei2, meid, sn, phone.record?.barCode ?? ''].some((own) => codes.includes(own))) return { kind: 'same' }
  const { kind, candidates } = classifyCode(raw)
  const bag = checkBagCode(raw)
  const isBag = candidates.includes('bagCode') && !NEVER_BAGS.has(kind)
  if (isBag && bag.ok) return { kind: 'bag', bagCode: bag.bagCode }
  return { kind: 'otherUnit', code: raw, isImei: kind === 'imei' }
}

/** The payload of a save; the server works out everything that follows from it. */
export function saveInputOf(channel: Channel, phone: OpenPhone, mode: 'draft' | 'submit'): SaveInput {
  return {
    mode,
    channel,
    ...(phone.record ? { inspectionId: phone.record.inspectionId, version: phone.record.version } : {}),
    code: phone.code,
    modelId: phone.modelId ?? '',
    sku: phone.sku,
    answers: phone.answers,
    ...(phone.shopAccountId ? { shopAccountId: phone.shopAccountId } : {}),
    ...(phone.finalGrade ? { finalGrade: phone.finalGrade, overrideReason: phone.overrideReason } : {}),
    ...(mode === 'submit' ? { bagCode: normaliseCode(phone.bagCode) } : {}),
    remark: phone.remark,
    ...(phone.reusedInspectionId ? { reusedInspectionId: phone.reusedInspectionId } : {}),
  }
}
