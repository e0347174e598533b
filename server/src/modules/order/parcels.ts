import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import type { manyOrders } from '@huanji/contract/features/order/many-orders'
import { checkSentWaybill, findCarrier, guessCarriers } from '@huanji/domain/carriers'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import { hasCode } from '@huanji/domain/orders/unit-codes'
import { savepoint } from '../../database/database.ts'
import { Refusal, refuse } from '../../errors/refusal.ts'
import { NO_REFUSAL, rowRefusal } from '../../errors/told-refusal.ts'
import type { CallContext } from '../../gateway/handler.ts'
import type { Actor } from '../../platform/actor.ts'
import { findAddress } from '../address/store.ts'
import { holdNumbers, isSameBuyer, sharedRefusal } from './shared-waybill.ts'
import { checkShipment, ship } from './shipment.ts'
import { type FoundOrder, findOrdersByCode, type OrderUnit, unitsOfOrder } from './store.ts'

type Input = ParsedOf<typeof manyOrders.deliverMany>
type Row = Input['rows'][number]
type ParcelRow = OutputOf<typeof manyOrders.deliverMany>['rows'][number]

/** One row with the order that it names, or why it names none. */
interface Named {
  readonly row: Row
  readonly index: number
  readonly order: FoundOrder | null
  readonly carrierCode: string
  readonly refused: Refusal | null
}

/** Why a piece of work was refused, or null where it was done; anything but a refusal ends the call. */
async function refusalOf(work: () => Promise<unknown>): Promise<Refusal | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error
  }
}

/** The order that a code names for shipping: of several the one that waits; else the newest, which says why it cannot be. */
async function orderNamed({ tx }: CallContext, channel: Input['channel'], code: string): Promise<FoundOrder> {
  const found = (await findOrdersByCode(tx, normaliseCode(code))).filter((order) => order.channel === channel)
  const waiting = found.filter((order) => order.state === 'awaiting_shipment')
  if (waiting.length > 1) refuse('ORDER_CODE_AMBIGUOUS', { code }, { field: 'code' })
  return waiting[0] ?? found[0] ?? refuse('ORDER_CODE_UNKNOWN', { code }, { field: 'code' })
}

async function nameRow(context: CallContext, input: Input, row: Row, index: number): Promise<Named> {
  const carrierCode = row.carrierCode === '' ? (guessCarriers(row.waybill)[0]?.code ?? '') : row.carrierCode
  const named: { order: FoundOrder | null } = { order: null }
  const refused = await refusalOf(async () => {
    named.order = await orderNamed(context, input.channel, row.code)
    if (carrierCode === '') refuse('CARRIER_NOT_GUESSED', {}, { field: 'carrierCode' })
  })
  return { row, index, carrierCode, ...named, refused }
}

/** The rows with a second one of an order refused. */
function withoutRepeats(rows: readonly Named[]): Named[] {
  const first = new Map<string, number>()
  return rows.map((named) => {
    const { order, index, refused } = named
    if (order === null || refused !== null) return named
    const earlier = first.get(order.orderId)
    if (earlier === undefined) {
      first.set(order.orderId, index)
      return named
    }
    return { ...named, refused: new Refusal('ORDER_ROW_TWICE', { row: earlier + 1 }) }
  })
}

/** The rows with a second buyer's of one number refused, until that is confirmed; what is stored already is looked at later. */
function withoutShared(rows: readonly Named[]): Named[] {
  const first = new Map<string, Named & { readonly order: FoundOrder }>()
  return rows.map((named) => {
    const { order, row, refused } = named
    if (order === null || refused !== null) return named
    const checked = checkSentWaybill(row.waybill)
    const earlier = checked.ok ? first.get(checked.waybill) : undefined
    if (checked.ok && !earlier) first.set(checked.waybill, { ...named, order })
    if (!earlier || row.confirmSharedWaybill || isSameBuyer(earlier.order, order)) return named
    const number = { carrierCode: named.carrierCode, waybill: earlier.row.waybill }
    return { ...named, refused: sharedRefusal(number, earlier.order, `第${earlier.index + 1}行`) }
  })
}

/** True where the codes of a row show that a phone lies in the parcel. */
const isProven = (unit: OrderUnit, codes: readonly string[]): boolean =>
  codes.some((code) => hasCode(unit, code) || (unit.bagCode !== null && normaliseCode(code) === unit.bagCode))

/**
 * The scans of a row as packing one order sends them. A phone is proven by a code of its own or its bag's; that
 * it was scanned when it was picked does not count any more. A bag that is used must be among the codes. Refuses UNIT_NOT_IN_ORDER naming a code of another phone.
 */
function scansOf(units: readonly OrderUnit[], orderNo: string, { code, scans }: Row) {
  const codes = [code, ...scans]
  const strange = codes.find(
    (one) => normaliseCode(one) !== normaliseCode(orderNo) && !units.some((unit) => isProven(unit, [one])),
  )
  if (strange !== undefined) refuse('UNIT_NOT_IN_ORDER', { code: strange }, { field: 'scans' })
  return units.flatMap((unit) => {
    if (!isProven(unit, codes)) return []
    const bag = codes.find((one) => normaliseCode(one) === unit.bagCode) ?? ''
    return [{ unitCode: unit.barCode, bagCode: bag }]
  })
}

/** Ships one row, or only looks at it. */
async function deliverRow(context: CallContext, input: Input, { row, order, carrierCode }: Named): Promise<void> {
  const { tx, actor: who, now, audit } = context
  if (order === null) return
  const { orderId, orderNo } = order
  const units = (await unitsOfOrder(tx, orderId)) ?? []
  const scans = scansOf(units, orderNo, row)
  const { addressId = '' } = input
  const { waybill, confirmSharedWaybill } = row
  const shipment = { orderId, carrierCode, waybill, confirmSharedWaybill, addressId, scans }
  if (input.dryRun) await checkShipment(tx, input.channel, shipment, now)
  else audit(await ship(tx, input.channel, shipment, { who, now }))
}

/**
 * Ships many orders of a channel, each by itself: a wrong row is answered with its own reason and holds up no other.
 * Refuses ADDRESS_NOT_FOUND for an address that there is none of.
 */
export async function deliverMany(
  context: CallContext,
  input: Input,
): Promise<OutputOf<typeof manyOrders.deliverMany>> {
  const { tx, audit } = context
  if (input.addressId !== undefined && (await findAddress(tx, input.addressId))?.kind !== 'ship') {
    refuse('ADDRESS_NOT_FOUND', {}, { field: 'addressId' })
  }
  const named: Named[] = []
  for (const [index, row] of input.rows.entries()) named.push(await nameRow(context, input, row, index))
  const rows = withoutShared(withoutRepeats(named))
  if (!input.dryRun) {
    await holdNumbers(
      tx,
      input.rows.map(({ waybill }) => waybill),
    )
  }
  const refusals = new Map<Named, Refusal | null>()
  // always in one order, so that two lists never wait for each other in a circle
  for (const one of [...rows].sort((a, b) => ((a.order?.orderId ?? '') < (b.order?.orderId ?? '') ? -1 : 1))) {
    const work = () => savepoint(tx, () => deliverRow(context, input, one))
    refusals.set(one, one.refused ?? (await refusalOf(work)))
  }
  const answered = rows.map((one) => present(one, refusals.get(one) ?? null, context.actor))
  const okCount = answered.filter(({ ok }) => ok).length
  if (input.dryRun || okCount === 0) audit(null)
  return { rows: answered, okCount }
}

const present = ({ row, order, carrierCode }: Named, refused: Refusal | null, by: Actor): ParcelRow => ({
  code: row.code,
  ok: refused === null,
  ...(refused === null ? NO_REFUSAL : rowRefusal(refused, by)),
  orderId: order?.orderId ?? null,
  orderNo: order?.orderNo ?? '',
  title: order?.title ?? '',
  unitCount: order?.unitCount ?? 0,
  buyerNick: order?.buyerNick ?? '',
  carrierCode,
  carrierName: findCarrier(carrierCode)?.name ?? '',
  waybill: row.waybill,
})
