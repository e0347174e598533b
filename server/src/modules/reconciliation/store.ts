import type { ParsedOf } from '@huanji/contract/call'
import type { billCheck, FindingAction } from '@huanji/contract/features/reconciliation/calls'
import type { DifferenceKind } from '@huanji/domain/fees/reconcile'
import { BILL_FINDING_STATES, type BillFindingAction, type BillFindingState } from '@huanji/domain/states/bill-finding'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { oneOf, takeSeveral } from '../../database/list-filter.ts'
import { countByValue, wordsAsOptions } from '../../database/list-options.ts'
import { countByState, type ListPage, listPage } from '../../database/list-page.ts'
import { anyOf, type ColumnsOf, db, type RowOf, type RowOfQuery } from '../../database/query.ts'
import type { Actor } from '../../platform/actor.ts'
import { moveState } from '../history/state-store.ts'

export type FindingFilter = ParsedOf<typeof billCheck.list>

const FILTERS = { kind: { column: 'f.kind', type: 'text' } } as const

function filtered(tx: Tx, filter: Partial<FindingFilter>) {
  let findings = db.selectFrom('billFinding as f').where('f.merchantId', '=', tx.merchantId)
  if (filter.kind) findings = findings.where('f.kind', '=', sql<DifferenceKind>`${oneOf(filter.kind)}`)
  if (filter.state) findings = findings.where('f.state', '=', filter.state)
  if (filter.orderNo) findings = findings.where('f.orderNo', '=', filter.orderNo)
  return findings
}

const COLUMNS = [
  'f.id as findingId',
  'f.kind',
  'f.state',
  'f.subject',
  'f.orderId',
  'f.orderNo',
  'f.channel',
  'f.shopAccountId',
  'f.expectedFen',
  'f.actualFen',
  'f.theirsFen',
  'f.oursFen',
  'f.detail',
  'f.isMissing',
  'f.isBookable',
  'f.decidedWay',
  'f.note',
  'f.decidedBy',
  'f.outcome',
  'f.askedAt',
  'f.foundAt',
  'f.checkedAt',
  'f.version',
] as const satisfies ColumnsOf<'billFinding', 'f'>

const listed = (tx: Tx, filter: Partial<FindingFilter>) =>
  filtered(tx, filter)
    .leftJoin('shopAccount as s', (join) =>
      join.onRef('s.merchantId', '=', 'f.merchantId').onRef('s.id', '=', 'f.shopAccountId'),
    )
    .select(COLUMNS)
    .select(({ ref }) => sql<string>`coalesce(${ref('s.shopName')}, '')`.as('shopName'))

/** A finding as the list shows it; money in fen, times ISO 8601. */
export type FindingRow = RowOfQuery<typeof listed>

/** One page of findings, newest first. */
export function listFindings(tx: Tx, filter: FindingFilter): Promise<ListPage<FindingRow>> {
  const taken = takeSeveral(filter, FILTERS)
  return listPage(tx, listed(tx, taken?.filter ?? filter), {
    sort: { column: 'f.foundAt', idColumn: 'f.id', direction: 'desc' },
    paging: filter,
    several: taken?.several,
  })
}

const STATES = BILL_FINDING_STATES.states.map(({ code }) => code)
const KINDS = ['noBills', 'billsWithoutOrder', 'settlementDiffers', 'formulaDiffers', 'fileDiffers'] as const

/** How many findings stand in each state, each count capped. */
export const countFindings = (tx: Tx, filter: FindingFilter): Promise<Record<BillFindingState, number>> =>
  countByState(tx, filtered(tx, { ...filter, state: undefined }), 'f.state', STATES)

/** How many findings of each kind wait for somebody, each count capped. */
export const countOpenKinds = (tx: Tx): Promise<Record<string, number>> =>
  countByValue(tx, filtered(tx, { state: 'open' }), 'f.kind', { options: wordsAsOptions(KINDS), isIndexed: true })

const RECORD_COLUMNS = [
  'id as findingId',
  'kind',
  'state',
  'subject',
  'orderId',
  'orderNo',
  'expectedFen',
  'actualFen',
  'theirsFen',
  'oursFen',
  'detail',
  'isMissing',
  'isBookable',
  'askedAt',
  'version',
] as const satisfies ColumnsOf<'billFinding'>

/** A finding as work on it needs it. */
export type FindingRecord = RowOf<'billFinding', typeof RECORD_COLUMNS>

const findings = (tx: Tx) => db.selectFrom('billFinding').where('merchantId', '=', tx.merchantId)

/** One finding as the list shows it, or null when the merchant has none of this id. */
export const findFinding = (tx: Tx, findingId: string): Promise<FindingRow | null> =>
  tx.one(listed(tx, {}).where('f.id', '=', findingId))

/** One finding, held to the commit. */
export const lockFinding = (tx: Tx, findingId: string): Promise<FindingRecord | null> =>
  tx.one(findings(tx).where('id', '=', findingId).select(RECORD_COLUMNS).forUpdate())

/** The findings about some subjects, held to the commit in the order of their ids. */
export const lockFindingsOf = (
  tx: Tx,
  kinds: readonly DifferenceKind[],
  subjects: readonly string[],
): Promise<FindingRecord[]> =>
  tx.rows(
    findings(tx)
      .where('kind', '=', anyOf(kinds))
      .where('subject', '=', anyOf(subjects))
      .orderBy('id')
      .select(RECORD_COLUMNS)
      .forUpdate(),
  )

/** The next findings that stand and were not compared since `since`. */
export const uncheckedFindings = (
  tx: Tx,
  { since, afterId }: { readonly since: string; readonly afterId: string },
  limit: number,
): Promise<FindingRecord[]> =>
  tx.rows(
    findings(tx)
      .where('state', '=', anyOf(['open', 'accepted']))
      .where('checkedAt', '<', since)
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(limit)
      .select(RECORD_COLUMNS),
  )

/** What a comparison writes into a finding. */
export interface FoundFacts {
  readonly orderId: string | null
  readonly orderNo: string
  readonly channel: 'auction' | 'curated' | null
  readonly shopAccountId: string | null
  readonly expectedFen: number
  readonly actualFen: number
  readonly theirsFen: number
  readonly oursFen: number
  readonly detail: string
  readonly isMissing: boolean
  readonly isBookable: boolean
}

/** Adds a finding; one that a rival has added meanwhile stays as it is. */
export async function insertFinding(
  tx: Tx,
  finding: FoundFacts & { readonly findingId: string; readonly kind: DifferenceKind; readonly subject: string },
  now: Date,
): Promise<boolean> {
  const { findingId, ...facts } = finding
  const row = { merchantId: tx.merchantId, id: findingId, state: BILL_FINDING_STATES.initial, ...facts }
  const added = db
    .insertInto('billFinding')
    .values({ ...row, foundAt: now, checkedAt: now })
    .onConflict((conflict) => conflict.columns(['merchantId', 'kind', 'subject']).doNothing())
  return (await tx.run(added)) === 1
}

const update = (tx: Tx, findingId: string) =>
  db.updateTable('billFinding').where('merchantId', '=', tx.merchantId).where('id', '=', findingId)

/** Writes what is found now into a finding, and that it was compared: whoever settles it has seen another version. */
export async function setFound(tx: Tx, findingId: string, facts: FoundFacts, now: Date): Promise<void> {
  await tx.run(update(tx, findingId).set(({ eb }) => ({ ...facts, checkedAt: now, version: eb('version', '+', 1) })))
}

/** That findings were compared and are as they were. */
export async function setChecked(tx: Tx, findingIds: readonly string[], now: Date): Promise<void> {
  if (findingIds.length === 0) return
  await tx.run(
    db
      .updateTable('billFinding')
      .set({ checkedAt: now })
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', anyOf(findingIds)),
  )
}

/** What the machine's moves say of a finding, beside what a person decided about it before. */
const OUTCOMES: Readonly<Record<BillFindingAction, string>> = {
  accept: '',
  reopen: '金额又变了，请再看一次',
  comeBack: '又对不上了，请再看一次',
  close: '',
}

/** Moves a finding along its table and writes its history; each move makes a new version. */
export async function moveFinding(
  tx: Tx,
  findingId: string,
  action: BillFindingAction,
  by: { readonly who: Actor | 'system'; readonly now: Date; readonly note?: string },
): Promise<void> {
  const { who, now, note = '' } = by
  const isNewToPeople = action === 'reopen' || action === 'comeBack'
  await moveState(tx, {
    table: 'billFinding',
    id: findingId,
    states: BILL_FINDING_STATES,
    action,
    who,
    now,
    note,
    set: ({ eb }) => ({
      version: eb('version', '+', 1),
      checkedAt: now,
      outcome: OUTCOMES[action],
      ...(isNewToPeople ? { foundAt: now } : {}),
    }),
  })
}

/** What a person did about a finding and why. It stays until something else is done, whatever becomes of the finding. */
export async function setDecided(
  tx: Tx,
  findingId: string,
  { way, reason, who }: { readonly way: FindingAction; readonly reason: string; readonly who: Actor },
): Promise<void> {
  const decided = { decidedWay: way, note: reason, decidedBy: who.employeeName, outcome: '' }
  await tx.run(update(tx, findingId).set(decided))
}

/** What is said of what came of that; nothing where it is no longer so. */
export async function setOutcome(tx: Tx, findingId: string, outcome: string): Promise<void> {
  await tx.run(update(tx, findingId).set({ outcome }))
}

/** That the marketplace is being asked again for a finding. */
export async function setAsked(tx: Tx, findingId: string, askedAt: Date): Promise<void> {
  await tx.run(update(tx, findingId).set(({ eb }) => ({ askedAt, version: eb('version', '+', 1) })))
}

/** That it has answered, and what came of that. */
export async function setAnswered(tx: Tx, findingId: string, outcome: string): Promise<void> {
  await tx.run(update(tx, findingId).set(({ eb }) => ({ askedAt: null, outcome, version: eb('version', '+', 1) })))
}
