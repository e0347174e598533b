import type { Channel } from '@huanji/domain/channel'
import type { ListingState } from '@huanji/domain/states/listing'
import { expressionBuilder, sql } from 'kysely'
import type { JsonText } from '../../database/column-types.ts'
import type { Tx } from '../../database/database.ts'
import { anyOf, db } from '../../database/query.ts'
import type { Tables } from '../../database/tables.ts'
import { employeeName } from '../history/employee-store.ts'

/** What is asked of a record's pictures by somebody who may not take them. */
export interface RetakeAsked {
  readonly inspectionId: string
  readonly employeeId: string
  readonly reason: string
  readonly now: Date
}

/** What a record is written with of which nothing is asked any more. */
export const NO_RETAKE = { retakeAskedAt: null, retakeAskedBy: null, retakeReason: '' } as const

const recordsOf = (tx: Tx, inspectionIds: readonly string[]) =>
  db.updateTable('inspection').where('merchantId', '=', tx.merchantId).where('id', '=', anyOf(inspectionIds))

/** Puts a record among those whose pictures are to be taken anew. */
export async function setRetakeAsked(tx: Tx, { inspectionId, employeeId, reason, now }: RetakeAsked): Promise<void> {
  const asked = { retakeAskedAt: now, retakeAskedBy: employeeId, retakeReason: reason }
  await tx.run(recordsOf(tx, [inspectionId]).set({ ...asked, updatedAt: now }))
}

/** Takes records off again: their pictures were taken anew, or cannot be any more. */
export async function clearRetakes(tx: Tx, inspectionIds: readonly string[]): Promise<void> {
  await tx.run(recordsOf(tx, inspectionIds).where('retakeAskedAt', 'is not', null).set(NO_RETAKE))
}

const asked = (tx: Tx, channel: Channel) =>
  db
    .selectFrom('inspection as i')
    .where('i.merchantId', '=', tx.merchantId)
    .where('i.channel', '=', channel)
    .where('i.retakeAskedAt', 'is not', null)

/** How many phones of a channel wait for other pictures. */
export async function countRetakes(tx: Tx, channel: Channel): Promise<number> {
  const row = await tx.one(asked(tx, channel).select(({ fn }) => fn.countAll<number>().as('count')))
  return Number(row?.count ?? 0)
}

/**
 * Since when a record `i` waits for other pictures, who asked and why; and whether it is a phone of goods that the
 * marketplace would not publish: no buyer has seen its pictures.
 */
export function retakeOf(tx: Tx) {
  const { ref } = expressionBuilder<{ i: Tables['inspection'] }, 'i'>()
  const refused = db
    .selectFrom('listingUnit as rl')
    .innerJoin('listing as l', (on) =>
      on.onRef('l.merchantId', '=', 'rl.merchantId').onRef('l.id', '=', 'rl.listingId'),
    )
    .select('l.id')
    .where('rl.merchantId', '=', tx.merchantId)
    .where('rl.inspectionId', '=', ref('i.id'))
    .where('rl.holding', '=', true)
    .where('l.state', '=', 'publish_failed')
  return [
    ref('i.retakeAskedAt').as('retakeAskedAt'),
    ref('i.retakeReason').as('retakeReason'),
    employeeName(tx, ref('i.retakeAskedBy')).as('retakeAskedBy'),
    sql<boolean>`case when ${ref('i.state')} = 'listed' then exists (${refused}) else false end`.as('isUnpublished'),
  ] as const
}

/** A picture by its id, and where its small version lies. */
interface Picture {
  readonly photoId: string
  readonly thumbKey: string
}

/** Goods of which buyers see nothing at present: what they show follows what is photographed. */
const UNSEEN: readonly ListingState[] = ['draft', 'publish_failed', 'off_shelf', 'auto_off']

/** Puts a picture that was taken anew where the one that it replaced stood in goods of its phone, as their cover too. */
export async function followReplaced(tx: Tx, inspectionId: string, old: Picture, taken: Picture): Promise<void> {
  const { ref } = expressionBuilder<{ listing: Tables['listing'] }, 'listing'>()
  const ofPhone = db
    .selectFrom('listingUnit')
    .select('listingId')
    .where('merchantId', '=', tx.merchantId)
    .where('inspectionId', '=', inspectionId)
  await tx.run(
    db
      .updateTable('listing')
      .set({
        coverKey: sql<string>`case when ${ref('coverKey')} = ${old.thumbKey} then ${taken.thumbKey} else ${ref('coverKey')} end`,
        photoOrder: sql<JsonText<
          readonly string[]
        > | null>`replace(${ref('photoOrder')}::text, ${old.photoId}, ${taken.photoId})::jsonb`,
      })
      .where('merchantId', '=', tx.merchantId)
      .where('id', 'in', ofPhone)
      .where('state', '=', anyOf(UNSEEN)),
  )
}
