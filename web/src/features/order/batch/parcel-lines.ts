import { CARRIERS, checkWaybill, findCarrier, guessCarriers } from '@huanji/domain/carriers'
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
  /** The order's number, or any code of one of its phones. */
  readonly code: string
  readonly waybill: string
  /** Empty lets the number decide. */
  readonly carrierCode: string
  /** Null until it was asked. */
  readonly answer: ParcelAnswer | null
}

/** What is written in a line. */
export type Written = Pick<ParcelLine, 'code' | 'waybill' | 'carrierCode'>

export type ParcelsRead =
  | { readonly ok: true; readonly parcels: readonly Written[] }
  | { readonly ok: false; readonly message: string }

const NAMES: Readonly<Record<keyof Written, RegExp>> = {
  code: /订单号|订单编号|条码|IMEI|串号|封袋码|编号|设备/i,
  waybill: /运单|快递单|物流单|单号/,
  carrierCode: /快递公司|物流公司|承运|快递|物流/,
}
const FIELDS = ['code', 'waybill', 'carrierCode'] as const

/** Which column holds what, by a head line; null where the first line is none. */
function headOf(first: readonly string[]): readonly (keyof Written | null)[] | null {
  // a line that holds a number is no head
  if (first.some((cell) => /\d{5}/.test(cell))) return null
  const taken = new Set<keyof Written>()
  const named = first.map((cell) => {
    const field = FIELDS.find((one) => !taken.has(one) && NAMES[one].test(cell)) ?? null
    if (field) taken.add(field)
    return field
  })
  return taken.size > 0 ? named : null
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

/** The line as it was meant: people put the two numbers in either order. */
function written([code = '', waybill = '', carrier = '']: readonly string[]): Written {
  const isSwapped = !isSurelyOrder(code) && isSurelyOrder(waybill)
  return {
    code: (isSwapped ? waybill : code).trim(),
    waybill: (isSwapped ? code : waybill).trim().toUpperCase(),
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
  const at = (cells: readonly string[], field: keyof Written) => cells[head?.indexOf(field) ?? -1] ?? ''
  return {
    ok: true,
    parcels: rows.map((cells) => written(head ? FIELDS.map((field) => at(cells, field)) : cells)),
  }
}

/** The carrier that a line goes with: the one that was chosen, or the one whose numbers look so; empty where none does. */
export const carrierOf = ({ carrierCode, waybill }: Written): string =>
  carrierCode || (guessCarriers(waybill)[0]?.code ?? '')

/** What is wrong with a line by itself, before anybody is asked; empty where nothing is. */
export function faultOf(line: ParcelLine, lines: readonly ParcelLine[]): string {
  if (line.code === '') return '缺少订单号或条码'
  const code = normaliseCode(line.code)
  const first = lines.findIndex((one) => normaliseCode(one.code) === code)
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

/** Takes a scanned code: an order or one of its phones begins a line, the number after it ends it. */
export function scanParcel(lines: readonly ParcelLine[], raw: string): Scanned {
  const code = normaliseCode(raw)
  const refused = (message: string): Scanned => ({ lines, outcome: { ok: false, message } })
  const open = openLine(lines)
  if (open) {
    if (isSurelyOrder(code)) return refused(`请先扫 ${open.code} 的运单号`)
    const checked = checkWaybill(raw)
    if (!checked.ok) return refused(checked.message)
    const next = rewritten(lines, open.key, { waybill: checked.waybill })
    const carrier = findCarrier(guessCarriers(checked.waybill)[0]?.code ?? '')
    const message = carrier ? `${carrier.name}，请扫下一单` : '认不出快递公司，请在这一行选择'
    return { lines: next, outcome: { ok: true, message } }
  }
  const place = lines.findIndex((line) => normaliseCode(line.code) === code)
  if (place >= 0) return refused(`第 ${place + 1} 行已有这一单`)
  if (lines.length >= LINES_MAX) return refused(`一次最多 ${LINES_MAX} 单，请先发出这些`)
  const next = added(lines, [{ code, waybill: '', carrierCode: '' }])
  return { lines: next, outcome: { ok: true, message: '请扫这一单的运单号' } }
}
