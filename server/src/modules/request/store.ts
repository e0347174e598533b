import type { requestView } from '@huanji/contract/shapes'
import type * as z from 'zod'
import type { Tx } from '../../database/database.ts'
import { type ColumnsOf, db, jsonText, type RowOf } from '../../database/query.ts'
import { offsetOfTurn, type Turn } from '../../platform/turns.ts'
import { employeeName } from '../history/employee-store.ts'

/**
 * A request to the marketplace, beside what is known of the thing in the thing's own row. `generation` grows with each
 * request, so that an answer to an older one changes nothing; `desired` is as the subject's own module wrote it; `state`
 * is `pending` until the marketplace's side is so, and `refused` when it never will be and a person has to decide;
 * `problem` says why, for a person to read. `isGivenUp` tells what a person took back from what is settled because it is so.
 */
const COLUMNS = [
  'subject',
  'subjectId',
  'generation',
  'desired',
  'state',
  'problem',
  'isGivenUp',
  'requestedAt',
] as const satisfies ColumnsOf<'desiredState'>

export type RequestRow = RowOf<'desiredState', typeof COLUMNS>

/** What can be asked of the marketplace: a listing to be on sale, changed, off or gone; a shipment to be known. */
export type RequestSubject = RequestRow['subject']

/** The thing that something is asked for. */
export type RequestKey = Pick<RequestRow, 'subject' | 'subjectId'>

/** What was last asked for a thing, or null when nothing ever was. */
export function findRequest(tx: Tx, { subject, subjectId }: RequestKey): Promise<RequestRow | null> {
  return tx.one(
    db
      .selectFrom('desiredState')
      .where('merchantId', '=', tx.merchantId)
      .where('subject', '=', subject)
      .where('subjectId', '=', subjectId)
      .select(COLUMNS),
  )
}

/** The person who asked for a thing last; null where our own schedules did, or nothing was asked. */
export async function requesterOf(
  tx: Tx,
  { subject, subjectId }: RequestKey,
): Promise<{ readonly employeeId: string; readonly employeeName: string } | null> {
  const requests = db
    .selectFrom('desiredState as d')
    .where('d.merchantId', '=', tx.merchantId)
    .where('d.subject', '=', subject)
    .where('d.subjectId', '=', subjectId)
  const row = await tx.one(
    requests
      .select('d.requestedBy as employeeId')
      .select(({ ref }) => employeeName(tx, ref('d.requestedBy')).as('name')),
  )
  return row?.employeeId ? { employeeId: row.employeeId, employeeName: row.name ?? '' } : null
}

/** What a list reads beside its rows of what was asked for them; null where nothing is open. */
export interface RequestColumns {
  readonly requestWant: string | null
  readonly requestState: RequestRow['state'] | null
  readonly requestAt: string | null
  readonly requestProblem: string | null
}

/** An open request, as the contract shows it. */
export type RequestView = z.output<typeof requestView>

/** What is open for a row, as the contract shows it; null where nothing is. */
export function presentRequest(row: RequestColumns): RequestView | null {
  const { requestWant: want, requestState: state, requestAt: requestedAt, requestProblem } = row
  if (state === null || state === 'settled' || requestedAt === null) return null
  return {
    want: (want ?? 'shipped') as RequestView['want'],
    state,
    requestedAt,
    problem: requestProblem ?? '',
  }
}

/** What is open of a request that was read by itself; null where nothing is. */
export function requestViewOf(request: RequestRow | null): RequestView | null {
  if (request === null) return null
  const { state, requestedAt, problem } = request
  const { want = null } = request.desired as { readonly want?: string }
  return presentRequest({ requestWant: want, requestState: state, requestAt: requestedAt, requestProblem: problem })
}

/** A request to write down. */
export interface NewRequest extends RequestKey {
  readonly desired: unknown
  /** The employee who asked, or null for our own schedules. */
  readonly requestedBy: string | null
  readonly now: Date
}

/** Writes a request over whatever was asked before; two at once wait for each other. */
export async function writeRequest(tx: Tx, one: NewRequest): Promise<void> {
  const { subject, subjectId, requestedBy, now } = one
  const request = {
    desired: jsonText(one.desired),
    state: 'pending',
    problem: '',
    isGivenUp: false,
    requestedBy,
    requestedAt: now,
  } as const
  await tx.run(
    db
      .insertInto('desiredState')
      .values({ merchantId: tx.merchantId, subject, subjectId, generation: 1, ...request })
      .onConflict((conflict) =>
        conflict.columns(['merchantId', 'subject', 'subjectId']).doUpdateSet(({ eb }) => ({
          ...request,
          generation: eb('desiredState.generation', '+', 1),
          settledAt: null,
        })),
      ),
  )
}

const stateOf = (tx: Tx, { subject, subjectId }: RequestKey) =>
  db
    .updateTable('desiredState')
    .where('merchantId', '=', tx.merchantId)
    .where('subject', '=', subject)
    .where('subjectId', '=', subjectId)

/** The request of this generation is answered: so it is. False when another one has taken its place. */
export async function settleRequest(tx: Tx, key: RequestKey, generation: number, now: Date): Promise<boolean> {
  const settled = stateOf(tx, key).where('generation', '=', generation).where('state', '<>', 'settled')
  return (await tx.run(settled.set({ state: 'settled', problem: '', settledAt: now }))) === 1
}

/**
 * The request of this generation is answered: so it will not be, and why. False when another one has taken its place. Nobody
 * hears of it by this alone: what was refused for good goes through `refuseRequest` (sync/requests/refusing.ts).
 */
export async function markRefused(tx: Tx, key: RequestKey, generation: number, problem: string): Promise<boolean> {
  const pending = stateOf(tx, key).where('generation', '=', generation).where('state', '=', 'pending')
  return (await tx.run(pending.set({ state: 'refused', problem }))) === 1
}

/** Says otherwise why a request was refused; false where none is, or it says so already. */
export async function rewordRefusal(tx: Tx, key: RequestKey, problem: string): Promise<boolean> {
  const refused = stateOf(tx, key).where('state', '=', 'refused').where('problem', '<>', problem)
  return (await tx.run(refused.set({ problem }))) === 1
}

/** Why the request of this generation has to wait; empty when nothing is in its way any more. */
export async function recordProblem(tx: Tx, key: RequestKey, generation: number, problem: string): Promise<void> {
  const pending = stateOf(tx, key).where('generation', '=', generation).where('state', '=', 'pending')
  await tx.run(pending.where('problem', '<>', problem).set({ problem }))
}

/** Makes a refused request pending again, with a new generation and asked for by whoever repeats it; false when it is not refused. */
export async function reopenRequest(
  tx: Tx,
  key: RequestKey,
  { requestedBy, now }: { readonly requestedBy: string; readonly now: Date },
): Promise<boolean> {
  const refused = stateOf(tx, key).where('state', '=', 'refused')
  const again = refused.set(({ eb }) => ({
    state: 'pending',
    problem: '',
    generation: eb('generation', '+', 1),
    requestedBy,
    requestedAt: now,
  }))
  return (await tx.run(again)) === 1
}

/** Takes a refused request back: what is known stands. False when it is not refused. */
export async function dropRequest(tx: Tx, key: RequestKey, now: Date): Promise<boolean> {
  const refused = stateOf(tx, key).where('state', '=', 'refused')
  return (await tx.run(refused.set({ state: 'settled', problem: '', isGivenUp: true, settledAt: now }))) === 1
}

/** Requests that have been pending since before `before`: those whose turn it is, at most `limit`. */
export async function pendingRequests(tx: Tx, before: Date, turn: Turn, limit: number): Promise<RequestRow[]> {
  const pending = db
    .selectFrom('desiredState')
    .where('merchantId', '=', tx.merchantId)
    .where('state', '=', 'pending')
    .where('requestedAt', '<', before.toISOString())
  const all = await tx.one(pending.select(({ fn }) => fn.countAll<number>().as('count')))
  const offset = offsetOfTurn(turn, Number(all?.count ?? 0), limit)
  return tx.rows(
    pending.orderBy('requestedAt').orderBy('subject').orderBy('subjectId').offset(offset).limit(limit).select(COLUMNS),
  )
}
