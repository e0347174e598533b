import { checkSentWaybill } from '@huanji/domain/carriers'
import type { ParcelLine } from './parcel-line.ts'

/**
 * Lines that are judged beside each other: of one number, which two buyers' parcels do not share unless somebody says so,
 * or of one order. What is said of one stands on the others as they were written then.
 */

/** The number of a line as it is compared; empty where it is none. */
function numberOf({ waybill }: ParcelLine): string {
  const checked = checkSentWaybill(waybill)
  return checked.ok ? checked.waybill : ''
}

/** What two lines have in common that are judged beside each other. */
const tiesOf = (line: ParcelLine): string[] => [
  ...(numberOf(line) === '' ? [] : [`number ${numberOf(line)}`]),
  ...(line.orderNo === '' ? [] : [`order ${line.orderNo}`]),
]

/** True for two lines that are judged beside each other. */
export function isPartner(one: ParcelLine, other: ParcelLine): boolean {
  const ties = new Set(tiesOf(other))
  return one.key !== other.key && tiesOf(one).some((tie) => ties.has(tie))
}

const isAsWritten = (one: ParcelLine, other: ParcelLine): boolean =>
  one.code === other.code &&
  one.waybill === other.waybill &&
  one.carrierCode === other.carrierCode &&
  one.confirmSharedWaybill === other.confirmSharedWaybill

/**
 * The lines after a change, with the answers void of those whose partner came, went or was written anew. Each of them is a
 * new object, so that an answer that is still on its way finds it no more.
 */
export function withoutOldAnswers(before: readonly ParcelLine[], after: readonly ParcelLine[]): ParcelLine[] {
  const old = new Map(before.map((line) => [line.key, line]))
  const kept = new Map(after.map((line) => [line.key, line]))
  const isChanged = (line: ParcelLine, other: ParcelLine | undefined) => !other || !isAsWritten(line, other)
  const changed = [
    ...before.filter((line) => isChanged(line, kept.get(line.key))),
    ...after.filter((line) => isChanged(line, old.get(line.key))),
  ]
  const ties = new Set(changed.flatMap(tiesOf))
  const keys = new Set(changed.map(({ key }) => key))
  return after.map((line) =>
    !keys.has(line.key) && tiesOf(line).some((tie) => ties.has(tie)) ? { ...line, answer: null } : line,
  )
}

/** The lines in groups, each of the lines that share a number. */
function groupsOf(lines: readonly ParcelLine[]): ParcelLine[][] {
  const groups = Map.groupBy(lines, (line) => numberOf(line) || `line ${line.key}`)
  return [...groups.values()]
}

/**
 * Lines in pieces of at most `size` for one call each; those of one number go together. A group too large for one piece is
 * parted; where the lines are only looked at its first line then leads each part, since the others are held against it.
 */
export function piecesOf(lines: readonly ParcelLine[], size: number, isOnlyLook: boolean): ParcelLine[][] {
  const pieces: ParcelLine[][] = []
  let piece: ParcelLine[] = []
  for (const group of groupsOf(lines).flatMap((one) => partsOf(one, size, isOnlyLook))) {
    if (piece.length + group.length > size) {
      pieces.push(piece)
      piece = []
    }
    piece.push(...group)
  }
  return [...pieces, piece].filter((one) => one.length > 0)
}

function partsOf(group: readonly ParcelLine[], size: number, isOnlyLook: boolean): ParcelLine[][] {
  if (group.length <= size) return [[...group]]
  const lead = isOnlyLook ? group.slice(0, 1) : []
  const rest = group.slice(lead.length)
  const step = size - lead.length
  return Array.from({ length: Math.ceil(rest.length / step) }, (_, at) => [
    ...lead,
    ...rest.slice(at * step, (at + 1) * step),
  ])
}

/** The lines to ask about: those without an answer among `askable`, and with them whatever shares a number. */
export const linesToAsk = (askable: readonly ParcelLine[]): ParcelLine[] =>
  groupsOf(askable)
    .filter((group) => group.some(({ answer }) => answer === null))
    .flat()
