import { checkWaybill, findCarrier, guessCarriers } from '@huanji/domain/carriers'
import { classifyCode } from '@huanji/domain/codes/classify'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import { isSurelyOrder } from '@huanji/domain/codes/phone-codes'
import { isSpoiltCode, SPOILT_CODE_MESSAGE } from '@huanji/domain/codes/spoilt'
import type { ScanOutcome } from '../../../components/scan/feedback.ts'

/** How many parcels are worked on at a time. */
export const LINES_MAX = 200

/** What the server said of a line as it is written now. */
export interface ParcelAnswer {
  readonly ok: boolean
  readonly message: string
  readonly orderNo: string
  readonly title: string
}

/** One parcel of a list: which order, and the number it travels under. */
export interface ParcelLine {
  readonly key: number
  /** The order's number, a code of its phone or of its bag; and whatever else was scanned for it, parted by blanks. */
  readonly code: string
  readonly waybill: string
  /** Empty lets the number decide. */
  readonly carrierCode: string
  /** Null until it was asked. */
  readonly answer: ParcelAnswer | null
}

/** What is written in a line. */
export type Written = Pick<ParcelLine, 'code' | 'waybill' | 'carrierCode'>

/** The codes of a line: the one that names its order, and whatever else was scanned for it. */
export function codesOf({ code }: Pick<Written, 'code'>): { code: string; scans: string[] } {
  const [first = '', ...scans] = code.split(/[\s,，、;；]+/).filter((part) => part !== '')
  return { code: first, scans }
}

/** What a line is told apart by. */
const nameOf = (line: Pick<Written, 'code'>): string => normaliseCode(codesOf(line).code)

/** The carrier that a line goes with: the one that was chosen, or the one whose numbers look so; empty where none does. */
export const carrierOf = ({ carrierCode, waybill }: Written): string =>
  carrierCode || (guessCarriers(waybill)[0]?.code ?? '')

/** What is wrong with a line by itself, before anybody is asked; empty where nothing is. */
export function faultOf(line: ParcelLine, lines: readonly ParcelLine[]): string {
  if (line.code === '') return '缺少订单号或条码'
  if ([...line.code.split(' '), line.waybill].some(isSpoiltCode)) return SPOILT_CODE_MESSAGE
  const name = nameOf(line)
  const first = lines.findIndex((one) => nameOf(one) === name)
  if (lines[first]?.key !== line.key) return `与第 ${first + 1} 行是同一单，请删去一行`
  if (line.waybill === '') return '缺少运单号'
  const checked = checkWaybill(line.waybill)
  if (!checked.ok) return checked.message
  return carrierOf(line) === '' ? '认不出快递公司，请选择' : ''
}

/** What stands in the way of a line: its own fault, or what the server refused it for; empty while there is nothing. */
export const problemOf = (line: ParcelLine, lines: readonly ParcelLine[]): string =>
  faultOf(line, lines) || (line.answer && !line.answer.ok ? line.answer.message : '')

/** True for a line that the server would take as it is. */
export const isReady = (line: ParcelLine, lines: readonly ParcelLine[]): boolean =>
  line.answer?.ok === true && faultOf(line, lines) === ''

/** The lines with one of them written anew: what was said of it before counts no more. */
export const rewritten = (lines: readonly ParcelLine[], key: number, change: Partial<Written>): ParcelLine[] =>
  lines.map((line) => (line.key === key ? { ...line, ...change, answer: null } : line))

/** The lines with further ones behind them. */
export function added(lines: readonly ParcelLine[], parcels: readonly Written[]): ParcelLine[] {
  const next = Math.max(0, ...lines.map(({ key }) => key)) + 1
  return [...lines, ...parcels.map((parcel, index) => ({ ...parcel, key: next + index, answer: null }))]
}

interface Scanned {
  readonly lines: readonly ParcelLine[]
  readonly outcome: ScanOutcome
}

/** The line that a scan goes on with: one with an order and no number yet. */
export const openLine = (lines: readonly ParcelLine[]): ParcelLine | undefined =>
  lines.findLast((line) => line.code !== '' && line.waybill === '')

/** Takes a scanned code: an order or one of its phones begins a line, further phones and bags join it, the number ends it. */
export function scanParcel(lines: readonly ParcelLine[], raw: string): Scanned {
  const code = normaliseCode(raw)
  const refused = (message: string): Scanned => ({ lines, outcome: { ok: false, message } })
  const open = openLine(lines)
  if (open && (isSurelyOrder(code) || classifyCode(raw).kind === 'bagCode')) {
    const { code: name, scans } = codesOf(open)
    if ([name, ...scans].includes(code)) return refused(`${code} 已扫过，请扫运单号`)
    const next = rewritten(lines, open.key, { code: `${open.code} ${code}` })
    return { lines: next, outcome: { ok: true, message: '已加入这一单，请扫运单号' } }
  }
  if (open) {
    const checked = checkWaybill(raw)
    if (!checked.ok) return refused(checked.message)
    const next = rewritten(lines, open.key, { waybill: checked.waybill })
    const carrier = findCarrier(guessCarriers(checked.waybill)[0]?.code ?? '')
    const message = carrier ? `${carrier.name}，请扫下一单` : '认不出快递公司，请在这一行选择'
    return { lines: next, outcome: { ok: true, message } }
  }
  const place = lines.findIndex((line) => nameOf(line) === code)
  if (place >= 0) return refused(`第 ${place + 1} 行已有这一单`)
  if (lines.length >= LINES_MAX) return refused(`一次最多 ${LINES_MAX} 单，请先发出这些`)
  const next = added(lines, [{ code, waybill: '', carrierCode: '' }])
  return { lines: next, outcome: { ok: true, message: '请扫封袋码或运单号' } }
}
