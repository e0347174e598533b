import type { NoticeKind } from '@huanji/domain/notices/kinds'
import type { Tx } from '../../database/database.ts'
import { type ColumnsOf, db, type RowOf, type RowOfQuery } from '../../database/query.ts'

const ENDPOINT = [
  'id as endpointId',
  'name',
  'url',
  'kinds',
  'state',
  'reason',
  'secret',
  'previousSecret',
  'previousUntil',
  'employeeId',
  'failingSince',
  'version',
  'createdAt',
  'updatedAt',
] as const satisfies ColumnsOf<'webhookEndpoint'>

export type Endpoint = RowOf<'webhookEndpoint', typeof ENDPOINT>

const endpoints = (tx: Tx) => db.selectFrom('webhookEndpoint').where('merchantId', '=', tx.merchantId)

const shownEndpoints = (tx: Tx) =>
  db
    .selectFrom('webhookEndpoint as w')
    .innerJoin('employee as e', (on) =>
      on.onRef('e.merchantId', '=', 'w.merchantId').onRef('e.id', '=', 'w.employeeId'),
    )
    .where('w.merchantId', '=', tx.merchantId)
    .select(['w.id as endpointId', 'w.name', 'w.url', 'w.kinds', 'w.state', 'w.reason', 'w.previousUntil'])
    .select(['w.failingSince', 'w.version', 'w.createdAt', 'w.employeeId', 'e.name as employeeName'])

/** A merchant's receivers, oldest first. */
export function listEndpoints(tx: Tx): Promise<RowOfQuery<typeof shownEndpoints>[]> {
  return tx.rows(shownEndpoints(tx).orderBy('w.createdAt').orderBy('w.id'))
}

/** One receiver; null when the merchant has no such one. */
export const findEndpoint = (tx: Tx, endpointId: string): Promise<Endpoint | null> =>
  tx.one(endpoints(tx).select(ENDPOINT).where('id', '=', endpointId))

/** The same, held until the transaction ends; messages to it can be put on their way meanwhile. */
export const lockEndpoint = (tx: Tx, endpointId: string): Promise<Endpoint | null> =>
  tx.one(endpoints(tx).select(ENDPOINT).where('id', '=', endpointId).forNoKeyUpdate())

/** How many receivers the merchant has. */
export async function countEndpoints(tx: Tx): Promise<number> {
  return (await tx.one(endpoints(tx).select(({ fn }) => fn.countAll<number>().as('count'))))?.count ?? 0
}

/** What a person sets on a receiver. */
export interface EndpointContent {
  readonly name: string
  readonly url: string
  readonly kinds: readonly NoticeKind[]
  /** Whoever saved it. */
  readonly employeeId: string
}

/** Adds a receiver that is told from now on. */
export async function insertEndpoint(
  tx: Tx,
  { endpointId: id, ...row }: EndpointContent & { readonly endpointId: string; readonly secret: Buffer },
  now: Date,
): Promise<void> {
  const { merchantId } = tx
  await tx.run(
    db
      .insertInto('webhookEndpoint')
      .values({ merchantId, id, ...row, state: 'enabled', createdAt: now, updatedAt: now }),
  )
}

const update = (tx: Tx, endpointId: string) =>
  db.updateTable('webhookEndpoint').where('merchantId', '=', tx.merchantId).where('id', '=', endpointId)

/** Changes a receiver. */
export async function updateEndpoint(tx: Tx, endpointId: string, content: EndpointContent, now: Date): Promise<void> {
  await tx.run(update(tx, endpointId).set(({ eb }) => ({ ...content, version: eb('version', '+', 1), updatedAt: now })))
}

/** Gives a receiver another key; the one it had stays good until `previousUntil`. */
export async function replaceSecret(
  tx: Tx,
  { endpointId, secret: previousSecret }: Endpoint,
  { secret, previousUntil }: { readonly secret: Buffer; readonly previousUntil: Date },
): Promise<void> {
  await tx.run(update(tx, endpointId).set({ secret, previousSecret, previousUntil }))
}

/** Sets whether a receiver is told, and why not. */
export async function setEndpointState(
  tx: Tx,
  endpointId: string,
  state: Endpoint['state'],
  reason: string,
): Promise<void> {
  const failing = state === 'enabled' ? { failingSince: null } : {}
  await tx.run(update(tx, endpointId).set({ state, reason, ...failing }))
}

/** Notes since when nothing has come through to a receiver; null for what does. */
export async function setFailingSince(tx: Tx, endpointId: string, failingSince: Date | null): Promise<void> {
  await tx.run(update(tx, endpointId).set({ failingSince }))
}

/** Removes a receiver with what was sent to it. */
export async function deleteEndpoint(tx: Tx, endpointId: string): Promise<void> {
  await tx.run(db.deleteFrom('webhookEndpoint').where('merchantId', '=', tx.merchantId).where('id', '=', endpointId))
}
