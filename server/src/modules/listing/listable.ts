import { CHANNEL_RULES, type Channel } from '@huanji/domain/channel'
import { functionFaultsOf } from '@huanji/domain/grading/function-axis'
import { channelRefusal } from '@huanji/domain/grading/map'
import { isReportValid, REPORT_DAYS } from '@huanji/domain/orders/delivery-stock'
import { INSPECTION_STATES } from '@huanji/domain/states/inspection'
import { stateLabel } from '@huanji/domain/states/transition'
import type { Grade } from '@huanji/domain/template/types'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { addressesToChoose } from '../address/store.ts'
import { type InspectionForListing, inspectionsForListing } from '../inspection/commands.ts'

/** An inspected phone that may be offered: it has a grade. */
export type ListableUnit = InspectionForListing & { readonly grade: Grade }

/** The code by which a refusal names a phone. */
export const codeOf = (unit: Pick<InspectionForListing, 'imei' | 'barCode'>): string =>
  unit.imei === '' ? unit.barCode : unit.imei

const OTHER_CHANNEL: Readonly<Record<Channel, string>> = { auction: '严选质检', curated: '鱼市质检' }

function requireReady(unit: InspectionForListing, channel: Channel, now: Date): asserts unit is ListableUnit {
  const code = codeOf(unit)
  if (unit.state === 'listed') refuse('UNIT_ALREADY_LISTED', { code })
  const isSealed = !CHANNEL_RULES[channel].needsBag || unit.bagCode !== null
  if (unit.state !== 'listable' || unit.channel !== channel || !isSealed || unit.grade === null) {
    const state =
      unit.channel === channel ? (stateLabel(INSPECTION_STATES, unit.state) ?? unit.state) : OTHER_CHANNEL[channel]
    return refuse('UNIT_NOT_LISTABLE', { code, state })
  }
  // a phone of the auction market is shipped on the report that it was won on
  if (channel === 'curated' && !isReportValid(unit.editedAt, now)) {
    return refuse('UNIT_NOT_LISTABLE', { code, state: `质检已超过${REPORT_DAYS}天，请先重检` })
  }
  const functions = functionFaultsOf(unit.report.exceptions, unit.templateVersion)
  const message = channelRefusal({ grade: unit.grade, repairFlag: unit.repairFlag ?? 'R0', functions }, channel)
  if (message !== null) refuse('GRADE_NOT_ALLOWED', { message })
}

/**
 * The inspected phones with these ids, each ready for the channel. Refuses NOT_FOUND for an id that is not the merchant's
 * or comes twice, and what keeps a phone from being offered.
 */
export async function requireListable(
  tx: Tx,
  ids: readonly string[],
  channel: Channel,
  now: Date,
): Promise<ListableUnit[]> {
  const found = await inspectionsForListing(tx, [...new Set(ids)])
  if (found.length !== ids.length || found.length === 0) return refuse('NOT_FOUND', {}, { field: 'inspectionIds' })
  return found.map((unit) => {
    requireReady(unit, channel, now)
    return unit
  })
}

/** Refuses ADDRESS_NOT_FOUND when there is no address to ship from: the marketplace wants to know where goods lie. */
export async function requireShipAddress(tx: Tx): Promise<void> {
  const [address] = await addressesToChoose(tx, 'ship')
  if (!address) refuse('ADDRESS_NOT_FOUND')
}
