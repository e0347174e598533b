import type { Channel } from '@huanji/domain/channel'
import { type BatchState, type BatchUnit, isInFlight, placesOf, twinOf } from './batch-state.ts'
import type { AddInput, CommonInput, UnitInput } from './types.ts'

/** How many phones go to the server at once (contract, `BATCH_CALL_MAX`). */
const PART_MAX = 50

type PartInput = Pick<AddInput, 'batchId' | 'channel' | 'common' | 'units'>

/** The common part as it travels; a batch that exists keeps its own. */
function commonOf({ batchId, common }: BatchState): { batchId: string } | { common: CommonInput } {
  if (batchId !== null) return { batchId }
  const { modelId, sku, answers, finalGrade, overrideReason } = common
  return {
    common: { modelId: modelId ?? '', sku, answers, ...(finalGrade === '' ? {} : { finalGrade, overrideReason }) },
  }
}

const unitInput = ({ code, answers, bagCode, remark }: BatchUnit): UnitInput => ({ code, answers, bagCode, remark })

/** What is asked about some phones before they are sent. */
export const checkInput = (channel: Channel, state: BatchState, units: readonly BatchUnit[]): PartInput => ({
  channel,
  ...commonOf(state),
  units: units.map(unitInput),
})

/** What takes some phones in. */
export function addInput(channel: Channel, state: BatchState, units: readonly BatchUnit[]): AddInput {
  const { shopAccountId, remark } = state.common
  return { ...checkInput(channel, state, units), ...(shopAccountId ? { shopAccountId } : {}), remark }
}

/** How a row stands: it waits for the server's word, can be taken, cannot be as it is, or is on its way. */
export type UnitStanding = 'waiting' | 'ready' | 'refused' | 'sent'

/** A row of the list with everything that follows from the others. */
export interface ListedUnit {
  readonly unit: BatchUnit
  /** From 1, in the order in which the rows came. */
  readonly rowNo: number
  /** The number of an earlier row with the same code; null without one. */
  readonly twin: number | null
  readonly standing: UnitStanding
}

function standingOf(state: BatchState, unit: BatchUnit, twin: number | null): UnitStanding {
  if (isInFlight(state, unit.key)) return 'sent'
  if (unit.fault !== '' || twin !== null) return 'refused'
  if (unit.verdict === null) return 'waiting'
  return unit.verdict.ok ? 'ready' : 'refused'
}

/** Every row with its number and standing. */
export function listedUnits(state: BatchState): ListedUnit[] {
  const places = placesOf(state.units)
  return state.units.map((unit, index) => {
    const twin = twinOf(unit, index + 1, places)
    return { unit, rowNo: index + 1, twin, standing: standingOf(state, unit, twin) }
  })
}

const unitsThat = (state: BatchState, ...standings: readonly UnitStanding[]): BatchUnit[] =>
  listedUnits(state).flatMap(({ unit, standing }) => (standings.includes(standing) ? [unit] : []))

/** The next phones to ask about. */
export const nextToCheck = (state: BatchState): BatchUnit[] => unitsThat(state, 'waiting').slice(0, PART_MAX)

/** All phones that a submit sends: those that nothing is known against. */
export const sendable = (state: BatchState): BatchUnit[] => unitsThat(state, 'waiting', 'ready')

/** The next phones to send. */
export const nextToSend = (state: BatchState): BatchUnit[] => sendable(state).slice(0, PART_MAX)
