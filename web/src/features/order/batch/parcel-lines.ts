import { CARRIERS, checkSentWaybill, findCarrier, guessCarriers } from '@huanji/domain/carriers'
import { classifyCode } from '@huanji/domain/codes/classify'
import { normaliseCode } from '@huanji/domain/codes/normalise'
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

type ParcelsRead =
  | { readonly ok: true; readonly parcels: readonly Written[] }
  | { readonly ok: false; readonly message: string }

/** What a column may be called; several may hold codes of the same parcel. */
const NAMES: readonly (readonly [keyof Written, RegExp])[] = [
  ['code', /订单号|订单编号|条码|IMEI|串号|封袋|编号|设备/i],
  ['waybill', /运单|快递单|物流单|单号/],
  ['carrierCode', /快递|物流|承运/],
]

/** Which column holds what, by a head line; null where the first line is none. */
function headOf(first: readonly string[]): readonly (keyof Written | null)[] | null {
  // a line that holds a number is no head
  if (first.some((cell) => /\d{5}/.test(cell))) return null
  const named = first.map((cell) => NAMES.find(([, name]) => name.test(cell))?.[0] ?? null)
  return named.some((field) => field !== null) ? named : null
}

/** The carrier that a person wrote: its name, a part of it, or its code; empty for none that is known. */
export function carrierNamed(text: string): string {
  const name = text.trim()
  if (name === '') return ''
  const byCode = findCarrier(name.toUpperCase())
  if (byCode) return byCode.code
  const short = name.replace(/(快递|速递|速运|快运|物流|公司)/g, '')
  return CARRIERS.find((one) => !one.legacy && one.name.includes(short || name))?.code ?? ''
}

const ORDER_KINDS: readonly string[] = ['orderNo', 'imei', 'meid', 'barCode']
const isSurelyOrder = (text: string): boolean => ORDER_KINDS.includes(classifyCode(text).kind)
const isWaybill = (text: string): boolean => classifyCode(text).kind === 'waybill'

/** A line without a head is told by its cells: a carrier by its name, orders and phones by their form, and the number is what is left. */
function written(cells: readonly string[]): Written {
  const filled = cells.filter((cell) => cell !== '')
  const carrier = filled.find((cell) => !/\d{4}/.test(cell) && carrierNamed(cell) !== '') ?? ''
  const codes = filled.filter((cell) => cell !== carrier && /\d/.test(cell))
  // a line that holds no number at all stays as it is written, for the person to mend
  if (codes.length === 0)
    return {
      code: filled.filter((cell) => cell !== carrier).join(' '),
      waybill: '',
      carrierCode: carrierNamed(carrier),
    }
  const others = codes.filter((cell) => !isSurelyOrder(cell))
  const waybill =
    others.findLast(isWaybill) ?? (others.length === codes.length && codes.length < 2 ? '' : others.at(-1)) ?? ''
  return {
    code: codes.filter((cell) => cell !== waybill).join(' '),
    waybill: waybill.toUpperCase(),
    carrierCode: carrierNamed(carrier),
  }
}

/** A line of one cell is parted at its blanks. */
const cellsOf = (cells: readonly string[]): readonly string[] => {
  const filled = cells.map((cell) => cell.trim())
  const [only = ''] = filled
  return filled.filter((cell) => cell !== '').length === 1 && /\s/.test(only) ? only.split(/\s+/) : filled
}

/** The parcels of a pasted table; a head line may name its columns: 订单号 / 条码, 运单号, 快递公司. */
export function parcelsOfTable(table: readonly (readonly string[])[]): ParcelsRead {
  const lines = table.map(cellsOf).filter((cells) => cells.some((cell) => cell !== ''))
  const head = headOf(lines[0] ?? [])
  const rows = head ? lines.slice(1) : lines
  if (rows.length === 0) return { ok: false, message: '没有可用的行：每行写订单号（或条码）和运单号' }
  if (head && (!head.includes('code') || !head.includes('waybill'))) {
    return { ok: false, message: '表头中要有“订单号”（或“条码”）和“运单号”两列' }
  }
  return { ok: true, parcels: rows.map((cells) => (head ? writtenUnder(head, cells) : written(cells))) }
}

function writtenUnder(head: readonly (keyof Written | null)[], cells: readonly string[]): Written {
  const at = (field: keyof Written) => cells.filter((cell, index) => cell !== '' && head[index] === field)
  return {
    code: at('code').join(' '),
    waybill: (at('waybill')[0] ?? '').toUpperCase(),
    carrierCode: carrierNamed(at('carrierCode')[0] ?? ''),
  }
}

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
  const name = nameOf(line)
  const first = lines.findIndex((one) => nameOf(one) === name)
  if (lines[first]?.key !== line.key) return `与第 ${first + 1} 行是同一单，请删去一行`
  if (line.waybill === '') return '缺少运单号'
  const checked = checkSentWaybill(line.waybill)
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
    const checked = checkSentWaybill(raw)
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
