import { type Sides, sidesOf } from '@huanji/domain/fees/gap'
import type { Difference, DifferenceKind } from '@huanji/domain/fees/reconcile'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../platform/ids.ts'
import {
  type FindingRecord,
  type FoundFacts,
  insertFinding,
  lockFindingsOf,
  moveFinding,
  setChecked,
  setFound,
  setOutcome,
} from './store.ts'

/** Whose number each amount of a finding is; of one from before that was written down, by its kind. */
export function shownSides(
  finding: Pick<FindingRecord, 'kind' | 'orderId' | 'expectedFen' | 'actualFen' | 'theirsFen' | 'oursFen'>,
): Sides {
  const { theirsFen, oursFen } = finding
  return theirsFen === null || oursFen === null ? sidesOf(finding) : { theirsFen, oursFen }
}

/** A difference with the order or shop that it is about. */
export type Found = Difference & Omit<FoundFacts, keyof Difference>

/** As it is kept. */
function factsOf({ kind, subject, isMissing = false, isBookable = false, ...said }: Found): FoundFacts {
  return { ...said, isMissing, isBookable }
}

/** What a comparison looked at: whatever stands of these and was not found again is so no more. */
export interface Compared {
  readonly kinds: readonly DifferenceKind[]
  readonly subjects: readonly string[]
}

export interface FoundCounts {
  /** That wait for somebody now and did not before. */
  readonly found: number
  readonly resolved: number
}

const keyOf = ({ kind, subject }: Pick<Difference, 'kind' | 'subject'>): string => `${kind} ${subject}`

const isSame = (record: FindingRecord, found: Found): boolean =>
  record.expectedFen === found.expectedFen &&
  record.actualFen === found.actualFen &&
  record.theirsFen === found.theirsFen &&
  record.oursFen === found.oursFen &&
  record.detail === found.detail &&
  record.orderId === found.orderId &&
  record.isMissing === (found.isMissing ?? false) &&
  record.isBookable === (found.isBookable ?? false)

/** Whether a person would see another amount than before. */
function hasOtherAmounts(record: FindingRecord, found: Found): boolean {
  if (record.expectedFen !== found.expectedFen || record.actualFen !== found.actualFen) return true
  // of one from before the sides were written down nobody knows
  if (record.theirsFen === null) return false
  return record.theirsFen !== found.theirsFen || record.oursFen !== found.oursFen
}

/** Writes what is found of a finding that is known: accepted ones come back when their amounts change. What came of asking the marketplace is of the amounts before. */
async function renew(tx: Tx, record: FindingRecord, found: Found, now: Date): Promise<boolean> {
  const by = { who: 'system', now } as const
  const isChanged = hasOtherAmounts(record, found)
  if (record.state === 'closed') await moveFinding(tx, record.findingId, 'comeBack', by)
  else if (record.state === 'accepted' && isChanged) await moveFinding(tx, record.findingId, 'reopen', by)
  else if (isChanged) await setOutcome(tx, record.findingId, '')
  await setFound(tx, record.findingId, factsOf(found), now)
  return record.state === 'closed' || (record.state === 'accepted' && isChanged)
}

/**
 * Keeps what a comparison found: new findings are added, known ones take the amounts of now, and those of the compared
 * subjects that were not found again close by themselves.
 */
export async function saveFindings(
  tx: Tx,
  { kinds, subjects }: Compared,
  differences: readonly Found[],
  now: Date,
): Promise<FoundCounts> {
  if (subjects.length === 0) return { found: 0, resolved: 0 }
  const known = await lockFindingsOf(tx, kinds, subjects)
  const byKey = new Map(known.map((record) => [keyOf(record), record]))
  const keys = new Set(differences.map(keyOf))
  const unchanged: string[] = []
  let found = 0
  for (const difference of differences) {
    const record = byKey.get(keyOf(difference))
    if (record === undefined) {
      const { kind, subject } = difference
      if (await insertFinding(tx, { findingId: newId(), kind, subject, ...factsOf(difference) }, now)) found += 1
    } else if (record.state !== 'closed' && isSame(record, difference)) unchanged.push(record.findingId)
    else if (await renew(tx, record, difference, now)) found += 1
  }
  const gone = known.filter((record) => record.state !== 'closed' && !keys.has(keyOf(record)))
  for (const { findingId } of gone) await moveFinding(tx, findingId, 'close', { who: 'system', now })
  await setChecked(tx, unchanged, now)
  return { found, resolved: gone.length }
}
