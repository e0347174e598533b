import { COUNT_CAP } from '@huanji/contract/constants'
import { expressionBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { db } from '../../database/query.ts'
import type { Tables } from '../../database/tables.ts'
import { STOCK_REFUSED } from './stock-store.ts'

const { eb, or, and } = expressionBuilder<{ l: Tables['listing'] }, 'l'>()

/** The ids of the listings of which the marketplace refused something for good; a publication has a state of its own. */
const refusedIds = (tx: Tx) =>
  db
    .selectFrom('desiredState as x')
    .where('x.merchantId', '=', tx.merchantId)
    .where('x.subject', '=', 'listing')
    // as a literal, because only then the index over what was refused is found to fit
    .where('x.state', '=', sql.lit('refused' as const))
    .where(({ ref }) => sql<boolean>`${ref('x.desired')} ->> 'want' <> 'on_sale'`)
    .select('x.subjectId')

/** That the marketplace refused a change of the listing `l`, or the stock that it should show, until somebody has decided. */
export const isRefused = (tx: Tx) =>
  or([
    eb('l.id', 'in', refusedIds(tx)),
    and([
      sql<boolean>`${sql.ref('l.stockWish')} <> ${sql.ref('l.stockKnown')}`,
      sql<boolean>`starts_with(${sql.ref('l.stockProblem')}, ${sql.lit(STOCK_REFUSED)})`,
    ]),
  ])

/** How many goods wait for a decision since the marketplace refused a change of them, up to the cap. */
export async function countRefusedListings(tx: Tx): Promise<number> {
  const refused = db
    .selectFrom('listing as l')
    .where('l.merchantId', '=', tx.merchantId)
    .where('l.state', '<>', 'deleted')
    .where(isRefused(tx))
    .select('l.id')
    .limit(COUNT_CAP)
    .as('capped')
  const row = await tx.one(db.selectFrom(refused).select(({ fn }) => fn.countAll<number>().as('count')))
  return row?.count ?? 0
}
