import { sql } from 'kysely'
import type { Tx } from '../../../database/database.ts'
import { db } from '../../../database/query.ts'
import type { Roll } from './roll.ts'

/** So many rolls are told with what is left of each; what is left of older ones counts with the whole. */
const ROLLS_MAX = 50

/** Bags that nobody has used, as in the index of these. */
const unused = (tx: Tx) =>
  db
    .selectFrom('sealBag as b')
    .where('b.merchantId', '=', tx.merchantId)
    // as a literal, because only then the index is found to fit
    .where('b.state', '=', sql.lit('unused'))

/** How many bags are left, counted no further than `most`. */
export async function countUnusedBags(tx: Tx, most: number): Promise<number> {
  const few = unused(tx).select('b.id').limit(most).as('few')
  const counted = await tx.one(db.selectFrom(few).select(({ fn }) => fn.countAll<number>().as('count')))
  return counted?.count ?? 0
}

/** How many bags were bound since a moment, counted no further than `most`. */
export async function countBoundSince(tx: Tx, since: Date, most: number): Promise<number> {
  const few = db
    .selectFrom('sealBagRecord as r')
    .where('r.merchantId', '=', tx.merchantId)
    .where('r.action', '=', 'bind')
    .where('r.at', '>=', since.toISOString())
    .select('r.id')
    .limit(most)
    .as('few')
  const counted = await tx.one(db.selectFrom(few).select(({ fn }) => fn.countAll<number>().as('count')))
  return counted?.count ?? 0
}

/** What the records of the newest rolls say, the newest first. */
export async function newestRollNotes(tx: Tx): Promise<string[]> {
  const records = await tx.rows(
    db
      .selectFrom('sealBagRecord as r')
      .where('r.merchantId', '=', tx.merchantId)
      .where('r.action', '=', 'register')
      .orderBy('r.at', 'desc')
      .orderBy('r.id', 'desc')
      .limit(ROLLS_MAX)
      .select('r.note'),
  )
  return records.map(({ note }) => note)
}

/** How much is left of each roll, and its first bag that is unused; a roll that is used up has none. */
export async function leftOfRolls(
  tx: Tx,
  rolls: readonly Roll[],
): Promise<{ firstCode: string; leftCount: number; nextCode: string | null }[]> {
  if (rolls.length === 0) return []
  const [firsts, lasts] = [rolls.map(({ firstCode }) => firstCode), rolls.map(({ lastCode }) => lastCode)]
  const given = sql<{ first: string; last: string }>`unnest(${firsts}::text[], ${lasts}::text[])`.as<'roll'>(
    sql`roll(first, last)`,
  )
  return tx.rows(
    db
      .selectFrom(given)
      .innerJoinLateral(
        (eb) => {
          const [first, last] = [eb.ref('roll.first'), eb.ref('roll.last')]
          return (
            unused(tx)
              .where('b.bagCode', '>=', first)
              .where('b.bagCode', '<=', last)
              // the codes of a roll are as long as each other, which a longer one between them is not
              .where(sql<boolean>`length(b.bag_code) = length(${first})`)
              .select(({ fn }) => [fn.countAll<number>().as('leftCount'), fn.min('b.bagCode').as('nextCode')])
              .as('rest')
          )
        },
        (join) => join.onTrue(),
      )
      .select(['roll.first as firstCode', 'rest.leftCount', 'rest.nextCode']),
  )
}
