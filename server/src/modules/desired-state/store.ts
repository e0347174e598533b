import type { desiredView } from '@huanji/contract/shapes'
import { sql } from 'kysely'
import type * as z from 'zod'
import type { Tx } from '../../database/database.ts'

/** What can be asked of the marketplace: a listing to be on sale, changed, off or gone; a shipment to be known. */
export type DesiredSubject = 'listing' | 'shipment'

/** The thing that something is asked for. */
export interface DesiredKey {
  readonly subject: DesiredSubject
  readonly subjectId: string
}

/**
 * What is wanted of the marketplace, beside what is known of it in the thing's own row. `generation` grows with each
 * request, so that an answer to an older one changes nothing.
 */
export interface DesiredState extends DesiredKey {
  readonly generation: number
  /** As the subject's own module wrote it. */
  readonly desired: unknown
  /** `pending` until the marketplace's side is so; `refused` when it never will be and a person has to decide. */
  readonly state: 'pending' | 'settled' | 'refused'
  /** Why it is not so yet, or never will be; for a person to read. */
  readonly problem: string
  /** ISO 8601. */
  readonly requestedAt: string
}

const COLUMNS = sql`
  subject, subject_id as "subjectId", generation, desired, state, problem, requested_at as "requestedAt"`

const isKey = (tx: Tx, { subject, subjectId }: DesiredKey) =>
  sql`merchant_id = ${tx.merchantId} and subject = ${subject} and subject_id = ${subjectId}`

/** What was last asked for a thing, or null when nothing ever was. */
export function findDesiredState(tx: Tx, key: DesiredKey): Promise<DesiredState | null> {
  return tx.one<DesiredState>(sql`select ${COLUMNS} from desired_state where ${isKey(tx, key)}`)
}

/** What a list reads beside its rows of what was asked for them; null where nothing is open. */
export interface DesiredColumns {
  readonly desiredWant: z.output<typeof desiredView>['want'] | null
  readonly desiredState: 'pending' | 'refused' | null
  readonly desiredAt: string | null
  readonly desiredProblem: string | null
}

/** The join, and the columns, by which a statement over things `thing` (their ids in `column`) reads what is open for them. */
export const openDesiredState = (thing: string, column: string, subject: DesiredSubject) => ({
  join: sql`left join desired_state d on d.merchant_id = ${sql.ref(`${thing}.merchant_id`)}
    and d.subject = ${sql.lit(subject)} and d.subject_id = ${sql.ref(`${thing}.${column}`)}`,
  columns: sql`
    case when d.state <> 'settled' then coalesce(d.desired ->> 'want', 'shipped') end as "desiredWant",
    nullif(d.state, 'settled') as "desiredState", d.requested_at as "desiredAt", d.problem as "desiredProblem"`,
})

/** What is open for a row, as the contract shows it; null where nothing is. */
export function presentDesired(row: DesiredColumns): z.output<typeof desiredView> | null {
  const { desiredWant: want, desiredState: state, desiredAt: requestedAt, desiredProblem } = row
  if (want === null || state === null || requestedAt === null) return null
  return { want, state, requestedAt, problem: desiredProblem ?? '' }
}

/** A request to write down. */
export interface NewDesiredState extends DesiredKey {
  readonly desired: unknown
  /** The employee who asked, or null for our own schedules. */
  readonly requestedBy: string | null
  readonly now: Date
}

/** Writes a request over whatever was asked before and gives its generation; two at once wait for each other. */
export async function writeDesiredState(tx: Tx, one: NewDesiredState): Promise<number> {
  const row = await tx.one<{ generation: number }>(sql`
    insert into desired_state (merchant_id, subject, subject_id, generation, desired, state, requested_by, requested_at)
    values (${tx.merchantId}, ${one.subject}, ${one.subjectId}, 1, ${JSON.stringify(one.desired)}::jsonb, 'pending',
            ${one.requestedBy}, ${one.now})
    on conflict (merchant_id, subject, subject_id) do update
    set generation = desired_state.generation + 1, desired = excluded.desired, state = 'pending', problem = '',
        requested_by = excluded.requested_by, requested_at = excluded.requested_at, settled_at = null
    returning generation`)
  return row?.generation ?? 0
}

/** The request of this generation is answered: so it is. False when another one has taken its place. */
export async function settleDesiredState(tx: Tx, key: DesiredKey, generation: number, now: Date): Promise<boolean> {
  const done = await tx.run(sql`
    update desired_state set state = 'settled', problem = '', settled_at = ${now}
    where ${isKey(tx, key)} and generation = ${generation} and state <> 'settled'`)
  return done === 1
}

/** The request of this generation is answered: so it will not be, and why. False when another one has taken its place. */
export async function refuseDesiredState(
  tx: Tx,
  key: DesiredKey,
  generation: number,
  problem: string,
): Promise<boolean> {
  const done = await tx.run(sql`
    update desired_state set state = 'refused', problem = ${problem}
    where ${isKey(tx, key)} and generation = ${generation} and state = 'pending'`)
  return done === 1
}

/** Why the request of this generation has to wait; empty when nothing is in its way any more. */
export async function noteDesiredProblem(tx: Tx, key: DesiredKey, generation: number, problem: string): Promise<void> {
  await tx.run(sql`
    update desired_state set problem = ${problem}
    where ${isKey(tx, key)} and generation = ${generation} and state = 'pending' and problem <> ${problem}`)
}

/** Makes a refused request pending again, with a new generation; false when it is not refused. */
export async function repeatDesiredState(tx: Tx, key: DesiredKey, now: Date): Promise<boolean> {
  const done = await tx.run(sql`
    update desired_state
    set state = 'pending', problem = '', generation = generation + 1, requested_at = ${now}
    where ${isKey(tx, key)} and state = 'refused'`)
  return done === 1
}

/** Takes a refused request back: what is known stands. False when it is not refused. */
export async function giveUpDesiredState(tx: Tx, key: DesiredKey, now: Date): Promise<boolean> {
  const done = await tx.run(sql`
    update desired_state set state = 'settled', problem = '', settled_at = ${now}
    where ${isKey(tx, key)} and state = 'refused'`)
  return done === 1
}

/** Requests that have been pending since before `before`, oldest first, at most `limit`. */
export function pendingDesiredStates(tx: Tx, before: Date, limit: number): Promise<DesiredState[]> {
  return tx.rows<DesiredState>(sql`
    select ${COLUMNS} from desired_state
    where merchant_id = ${tx.merchantId} and state = 'pending' and requested_at < ${before}
    order by requested_at limit ${limit}`)
}
