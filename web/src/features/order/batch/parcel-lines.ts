import { checkSentWaybill, findCarrier, guessCarriers } from '@huanji/domain/carriers'
import { classifyCode } from '@huanji/domain/codes/classify'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import { isSurelyOrder } from '@huanji/domain/codes/phone-codes'
import { isSpoiltCode, spoiltOrderMessage } from '@huanji/domain/codes/spoilt'
import type { ScanOutcome } from '../../../components/scan/feedback.ts'
import type { ParcelAnswer, ParcelLine, Written } from './parcel-line.ts'
import { isPartner } from './partner-lines.ts'

/** How many parcels are worked on at a time. */
export const LINES_MAX = 200

/** So many characters has a code at most. */
const CODE_MAX = 64

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

/** What a line still waits for; it is scanned into it. */
export type Wait = 'waybill' | 'units' | 'bag'

const WAITS: Readonly<Record<string, Wait>> = { UNITS_NOT_CHECKED: 'units', BAG_MISSING: 'bag' }

/** What a line waits for that is in order as far as it goes: its number, its phones, or their bags; null where it is whole, or wrong. */
export function waitOf(line: ParcelLine, lines: readonly ParcelLine[]): Wait | null {
  if (faultOf({ ...line, waybill: line.waybill || WHOLE, carrierCode: line.carrierCode || 'OTHER' }, lines) !== '') {
    return null
  }
  if (line.waybill === '') return isOfNoOrder(line) ? null : 'waybill'
  return faultOf(line, lines) === '' ? (WAITS[line.answer?.refusal ?? ''] ?? null) : null
}

/** What a line is refused for that has no number yet, although its order is right. */
const MISSING_YET: ReadonlySet<string> = new Set(['WAYBILL_INVALID', 'CARRIER_NOT_GUESSED', ...Object.keys(WAITS)])

/** True for a line without a number whose codes name no order that could be shipped. */
const isOfNoOrder = ({ waybill, answer }: ParcelLine): boolean =>
  waybill === '' && answer !== null && !answer.ok && !MISSING_YET.has(answer.refusal)

/** True for a line that can be asked about: it is whole, or nobody knows yet whether its code names an order. */
export const isAskable = (line: ParcelLine, lines: readonly ParcelLine[]): boolean =>
  faultOf(line, lines) === '' || (waitOf({ ...line, answer: null }, lines) === 'waybill' && line.orderNo === '')

/** A number that nothing is wrong with. */
const WHOLE = 'SF0000000000000'

/** What is wrong with a line by itself, before anybody is asked; empty where nothing is. */
export function faultOf(line: ParcelLine, lines: readonly ParcelLine[]): string {
  if (line.code === '') return '缺少订单号或条码'
  const spoilt = line.code.split(' ').find(isSpoiltCode)
  if (spoilt !== undefined) return spoiltOrderMessage('订单号或条码', spoilt)
  if (isSpoiltCode(line.waybill)) return spoiltOrderMessage('运单号', line.waybill)
  if ([codesOf(line).code, ...codesOf(line).scans].some((code) => code.length > CODE_MAX)) return '编号太长，请核对'
  const name = nameOf(line)
  const { orderNo } = line
  const first = lines.findIndex((one) => nameOf(one) === name || (orderNo !== '' && one.orderNo === orderNo))
  if (lines[first]?.key !== line.key) return `与第 ${first + 1} 行是同一单，请删去一行`
  if (line.waybill === '') return '缺少运单号'
  const checked = checkSentWaybill(line.waybill)
  if (!checked.ok) return checked.message
  return carrierOf(line) === '' ? '认不出快递公司，请选择' : ''
}

/** What stands in the way of a line: its own fault, or what the server refused it for; empty while there is nothing, or it waits. */
export function problemOf(line: ParcelLine, lines: readonly ParcelLine[]): string {
  if (waitOf(line, lines) !== null) return ''
  const said = line.answer && !line.answer.ok ? placed(line.answer, lines) : ''
  return isOfNoOrder(line) ? said : faultOf(line, lines) || said
}

/** What was said of a line, with the places that the lines have now: they were asked in an order of their own. */
const placed = ({ message, beside }: ParcelAnswer, lines: readonly ParcelLine[]): string =>
  message.replace(/第(\d+)行/g, (said, row: string) => {
    const place = lines.findIndex(({ key }) => key === beside[Number(row) - 1])
    return place === -1 ? said : `第 ${place + 1} 行`
  })

/** True for a line whose number another buyer's parcel has: a person may say that this is right. */
export const isShared = (line: ParcelLine): boolean => line.answer?.refusal === 'WAYBILL_SHARED'

/** True for a line that the server would take as it is. */
export const isReady = (line: ParcelLine, lines: readonly ParcelLine[]): boolean =>
  line.answer?.ok === true && faultOf(line, lines) === ''

/** What of a line can be written: by a person, or by a scan. */
export type Change = Partial<Written & Pick<ParcelLine, 'orderNo' | 'isScanned' | 'confirmSharedWaybill'>>

/** The lines with one of them written anew: what was said of it before counts no more. */
export function rewritten(lines: readonly ParcelLine[], key: number, change: Change): ParcelLine[] {
  const next = lines.map((line) => {
    if (line.key !== key) return line
    const isNumberKept = change.waybill === undefined || change.waybill === line.waybill
    const confirmSharedWaybill = line.confirmSharedWaybill && isNumberKept
    const orderNo = change.code === undefined ? line.orderNo : ''
    return { ...line, orderNo, confirmSharedWaybill, ...change, answer: null }
  })
  const line = next.find((one) => one.key === key)
  if (!change.confirmSharedWaybill || !line) return next
  // whichever leaves first, the other one then has its number
  return next.map((one) => (isPartner(one, line) && !isShared(one) ? { ...one, confirmSharedWaybill: true } : one))
}

/** The lines with further ones behind them. */
export function added(lines: readonly ParcelLine[], parcels: readonly Written[]): ParcelLine[] {
  const next = Math.max(0, ...lines.map(({ key }) => key)) + 1
  const unseen = { orderNo: '', isScanned: false, confirmSharedWaybill: false, answer: null }
  return [...lines, ...parcels.map((parcel, index) => ({ ...unseen, ...parcel, key: next + index }))]
}

/** Lines for orders that were ticked: each waits for its phones, their bags and its number. */
export const linesOfOrders = (orderNos: readonly string[]): ParcelLine[] =>
  added(
    [],
    orderNos.slice(0, LINES_MAX).map((code) => ({ code, waybill: '', carrierCode: '' })),
  ).map((line) => ({ ...line, orderNo: line.code }))

/** What a scan came to: the lines after it, and the line that it went into. */
export interface Scanned {
  readonly lines: readonly ParcelLine[]
  readonly key: number | null
  readonly outcome: ScanOutcome
}

/** The line that a scan goes on with: one that was scanned into and has no number yet. */
export const openLine = (lines: readonly ParcelLine[]): ParcelLine | undefined =>
  lines.findLast((line) => line.isScanned && line.code !== '' && line.waybill === '')

/** True for a scan that names an order, a phone or a bag; any other is the number of the line that is open. */
export const isLookedUp = (lines: readonly ParcelLine[], raw: string): boolean =>
  openLine(lines) === undefined || isSurelyOrder(normaliseCode(raw)) || classifyCode(raw).kind === 'bagCode'

/** The codes of a line as they are compared. */
const allCodes = (line: Pick<Written, 'code'>): string[] => {
  const { code, scans } = codesOf(line)
  return [code, ...scans].map(normaliseCode)
}

const refusedScan = (lines: readonly ParcelLine[], message: string): Scanned => ({
  lines,
  key: null,
  outcome: { ok: false, message },
})

/** Takes a scanned number for the line that is open. */
export function scanNumber(lines: readonly ParcelLine[], raw: string): Scanned {
  const open = openLine(lines)
  if (!open) return refusedScan(lines, '请先扫描条码或订单号')
  const checked = checkSentWaybill(raw)
  if (!checked.ok) return refusedScan(lines, checked.message)
  const next = rewritten(lines, open.key, { waybill: checked.waybill, orderNo: open.orderNo })
  const carrier = findCarrier(guessCarriers(checked.waybill)[0]?.code ?? '')
  const message = carrier ? `${carrier.name}，请扫下一单` : '认不出快递公司，请在这一行选择'
  return { lines: next, key: open.key, outcome: { ok: true, message } }
}

/**
 * Takes a scanned order, phone or bag of the order `orderNo`: it joins the line that the order has, pasted, ticked or scanned;
 * else it begins one, unless the line before still waits for its number.
 */
export function scanCode(lines: readonly ParcelLine[], raw: string, orderNo: string): Scanned {
  const code = normaliseCode(raw)
  const open = openLine(lines)
  const place = lines.findIndex(
    (line) => line.orderNo === orderNo || allCodes(line).some((one) => [code, orderNo].includes(one)),
  )
  const line = lines[place]
  if (open && open !== line) return refusedScan(lines, `第 ${lines.indexOf(open) + 1} 行还没有运单号，请先扫运单号`)
  if (line && allCodes(line).includes(code) && line.isScanned) {
    return refusedScan(lines, line.waybill === '' ? `${code} 已扫过，请扫运单号` : `第 ${place + 1} 行已有这一单`)
  }
  if (line) {
    const codes = allCodes(line).includes(code) ? line.code : `${line.code} ${code}`
    const next = rewritten(lines, line.key, { code: codes, orderNo, isScanned: true })
    const ask = classifyCode(raw).kind === 'bagCode' ? '请扫运单号' : '请扫封袋码或运单号'
    const message = line.waybill === '' ? `已加入这一单，${ask}` : `已加入第 ${place + 1} 行`
    return { lines: next, key: line.key, outcome: { ok: true, message } }
  }
  if (lines.length >= LINES_MAX) return refusedScan(lines, `一次最多 ${LINES_MAX} 单，请先发出这些`)
  const [begun] = added(lines, [{ code, waybill: '', carrierCode: '' }]).slice(-1)
  if (!begun) return refusedScan(lines, '')
  const whole = { ...begun, orderNo, isScanned: true }
  return { lines: [...lines, whole], key: whole.key, outcome: { ok: true, message: '请扫封袋码或运单号' } }
}
