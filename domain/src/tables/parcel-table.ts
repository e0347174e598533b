import { CARRIERS, findCarrier } from '../carriers.ts'
import { classifyCode } from '../codes/classify.ts'
import { isSurelyOrder } from '../codes/phone-codes.ts'
import { type Asked, readSheet, type Sheet } from './sheet.ts'
import type { Table } from './table.ts'

/** A parcel as it is written in a line. */
export interface WrittenParcel {
  /** The order's number, a code of its phone or of its bag; and whatever else stands for it, parted by blanks. */
  readonly code: string
  readonly waybill: string
  /** Empty lets the number decide. */
  readonly carrierCode: string
}

/** What came of a table: its parcels, or why none can be read. */
export type ParcelsRead =
  | { readonly ok: true; readonly parcels: readonly WrittenParcel[]; readonly notes: readonly string[] }
  | { readonly ok: false; readonly message: string }

const CODES = ['orderNo', 'barCode', 'imei', 'imei2', 'bagCode'] as const
type Field = (typeof CODES)[number] | 'waybill' | 'carrier'

const ASKED: Asked<Field> = { fields: [...CODES, 'waybill', 'carrier'], codes: [...CODES, 'waybill'] }

/** The carrier that a person wrote: its name, a part of it, or its code; empty for none that is known. */
export function carrierNamed(text: string): string {
  const name = text.trim()
  if (name === '') return ''
  const byCode = findCarrier(name.toUpperCase())
  if (byCode) return byCode.code
  const short = name.replace(/(快递|速递|速运|快运|物流|公司)/g, '')
  return CARRIERS.find((one) => !one.legacy && one.name.includes(short || name))?.code ?? ''
}

const isWaybill = (text: string): boolean => classifyCode(text).kind === 'waybill'

/** A line without a head is told by its cells: a carrier by its name, orders and phones by their form, and the number is what is left. */
function writtenIn(cells: readonly string[]): WrittenParcel {
  const filled = cells.filter((cell) => cell !== '')
  const carrier = filled.find((cell) => !/\d{4}/.test(cell) && carrierNamed(cell) !== '') ?? ''
  const codes = filled.filter((cell) => cell !== carrier && /\d/.test(cell))
  const carrierCode = carrierNamed(carrier)
  // a line that holds no number at all stays as it is written, for the person to mend
  if (codes.length === 0) return { code: filled.filter((cell) => cell !== carrier).join(' '), waybill: '', carrierCode }
  const others = codes.filter((cell) => !isSurelyOrder(cell))
  const waybill =
    others.findLast(isWaybill) ?? (others.length === codes.length && codes.length < 2 ? '' : others.at(-1)) ?? ''
  return { code: codes.filter((cell) => cell !== waybill).join(' '), waybill: waybill.toUpperCase(), carrierCode }
}

/** A line of one cell is parted at its blanks. */
const cellsOf = (cells: readonly string[]): readonly string[] => {
  const [only = '', ...others] = cells.filter((cell) => cell !== '')
  return others.length === 0 && /\s/.test(only) ? only.split(/\s+/) : cells
}

/** A carrier with the number behind it, as lists of orders write both in one cell. */
const WITH_NUMBER = /^(.*?)\s*([A-Za-z0-9-]{8,30})$/

/** The line under a head; several columns may hold codes of the same parcel. */
function writtenUnder(fields: Sheet<Field>['fields'], cells: readonly string[]): WrittenParcel {
  const at = (field: Field) => cells[fields.indexOf(field)] ?? ''
  const isCode = (field: Field | null) => CODES.some((code) => code === field)
  const code = cells.filter((cell, index) => cell !== '' && isCode(fields[index] ?? null)).join(' ')
  const [, carrier = at('carrier'), number = ''] = fields.includes('waybill')
    ? []
    : (WITH_NUMBER.exec(at('carrier')) ?? [])
  return { code, waybill: (at('waybill') || number).toUpperCase(), carrierCode: carrierNamed(carrier) }
}

/** The parcels of a table; a head line may name its columns: 订单号 / 条码, 运单号, 快递公司. */
export function parcelsOfTable(table: Table): ParcelsRead {
  const { heads, fields, lines, notes } = readSheet(table, ASKED)
  if (lines.length === 0) return { ok: false, message: '没有可用的行：每行写订单号（或条码）和运单号' }
  if (heads === null) return { ok: true, parcels: lines.map(({ cells }) => writtenIn(cellsOf(cells))), notes }
  const hasNumber = fields.includes('waybill') || fields.includes('carrier')
  if (!CODES.some((code) => fields.includes(code)) || !hasNumber) {
    return { ok: false, message: '表头中要有“订单号”（或“条码”）和“运单号”两列' }
  }
  return { ok: true, parcels: lines.map(({ cells }) => writtenUnder(fields, cells)), notes }
}
