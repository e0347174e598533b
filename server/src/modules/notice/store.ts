import type { NoticeKind } from '@huanji/domain/notices/kinds'
import type { Tx } from '../../database/database.ts'
import { anyOf, db, jsonText } from '../../database/query.ts'
import { everyShop } from '../../database/shop-bound.ts'
import type { Tables } from '../../database/tables.ts'

type Column<Name extends keyof Tables['notice']> = Tables['notice'][Name]

/** A notice to be kept. */
export interface NewNoticeRow {
  readonly id: string
  readonly sourceKey: string
  readonly kind: NoticeKind
  readonly channel: Column<'channel'>
  readonly employeeId: string | null
  readonly subjectId: string | null
  readonly label: string
  readonly detail: string
  readonly dueAt: string | null
  readonly groupKey: string
}

/** Keeps notices; one whose source was told of already is left out. Gives the ids of those that were kept. */
export async function insertNotices(tx: Tx, rows: readonly NewNoticeRow[], now: Date): Promise<Set<string>> {
  const { merchantId } = tx
  const kept = await tx.rows(
    db
      .insertInto('notice')
      .values(rows.map((row) => ({ merchantId, ...row, at: now })))
      .onConflict((conflict) => conflict.columns(['merchantId', 'sourceKey']).doNothing())
      .returning('id'),
  )
  return new Set(kept.map(({ id }) => id))
}

/** Which of these sources were told of already. */
export async function knownSources(tx: Tx, sourceKeys: readonly string[]): Promise<Set<string>> {
  const known = await everyShop(tx).rows(
    db
      .selectFrom('notice')
      .select('sourceKey')
      .where('merchantId', '=', tx.merchantId)
      .where('sourceKey', '=', anyOf(sourceKeys)),
  )
  return new Set(known.map(({ sourceKey }) => sourceKey))
}

/** Whether the transaction sees a notice of this id. */
export async function noticeExists(tx: Tx, noticeId: string): Promise<boolean> {
  const notices = db.selectFrom('notice').where('merchantId', '=', tx.merchantId).where('id', '=', noticeId)
  return (await tx.one(notices.select('id'))) !== null
}

/** Who is told of notices over the network, and of which kinds. */
export function listeningEndpoints(tx: Tx): Promise<{ endpointId: string; kinds: NoticeKind[] }[]> {
  return tx.rows(
    db
      .selectFrom('webhookEndpoint')
      .select(['id as endpointId', 'kinds'])
      .where('merchantId', '=', tx.merchantId)
      .where('state', '=', 'enabled')
      // one that is being removed waits, so that what is told to it finds it
      .forKeyShare(),
  )
}

export interface NewDelivery {
  readonly id: string
  readonly endpointId: string
  readonly noticeId: string | null
  readonly event: Tables['webhookDelivery']['event']
  readonly data: Readonly<Record<string, string | null>>
}

/** Puts messages to receivers on their way. */
export async function insertDeliveries(tx: Tx, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
  if (deliveries.length === 0) return
  const { merchantId } = tx
  const rows = deliveries.map(({ data, ...delivery }) => ({
    merchantId,
    ...delivery,
    data: jsonText(data),
    state: 'pending' as const,
    dueAt: now,
    createdAt: now,
  }))
  await tx.run(db.insertInto('webhookDelivery').values(rows))
}

/** Removes notices from before a moment, with what was read and sent of them. */
export const removeNoticesBefore = (tx: Tx, moment: Date): Promise<number> =>
  tx.run(db.deleteFrom('notice').where('merchantId', '=', tx.merchantId).where('at', '<', moment.toISOString()))
