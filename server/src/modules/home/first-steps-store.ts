import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { db } from '../../database/query.ts'

/** What is there of what a merchant needs to sell its first phone, and what it decided about the rest; times ISO 8601. */
export async function standingOf(tx: Tx, employeeId: string) {
  const { merchantId } = tx
  const row = await tx.one(
    db.selectNoFrom(({ exists, selectFrom }) => {
      const addresses = selectFrom('address').where('merchantId', '=', merchantId).select('id')
      const start = selectFrom('merchantStart').where('merchantId', '=', merchantId)
      return [
        exists(
          selectFrom('shopAccount')
            .where('merchantId', '=', merchantId)
            .where('deletedAt', 'is', null)
            .where('unboundAt', 'is', null)
            .where('isValid', '=', sql.lit(true))
            .select('id'),
        ).as('hasShop'),
        exists(addresses.where('kind', '=', 'ship')).as('hasShipAddress'),
        exists(addresses.where('kind', '=', 'return')).as('hasReturnAddress'),
        exists(
          selectFrom('sealBag').where('merchantId', '=', merchantId).where('state', '<>', 'voided').select('id'),
        ).as('hasBags'),
        exists(
          selectFrom('inspection')
            .where('merchantId', '=', merchantId)
            .where('state', 'not in', ['draft', 'voided'])
            .select('id'),
        ).as('hasInspected'),
        exists(selectFrom('listing').where('merchantId', '=', merchantId).select('id')).as('hasListed'),
        exists(
          selectFrom('employee')
            .where('merchantId', '=', merchantId)
            .where('status', '=', 'active')
            .where('id', '<>', employeeId)
            .select('id'),
        ).as('hasColleague'),
        start.select('aloneAt').as('aloneAt'),
        start.select('putAwayAt').as('putAwayAt'),
      ]
    }),
  )
  if (row === null) throw new Error('a statement without a table answered no row')
  return row
}

/** Records what the merchant decided; what is left out stays as it is. */
export async function decideStart(
  tx: Tx,
  decision: { readonly aloneAt?: Date | null; readonly putAwayAt?: Date },
  decidedBy: string,
): Promise<void> {
  await tx.run(
    db
      .insertInto('merchantStart')
      .values({ merchantId: tx.merchantId, decidedBy, ...decision })
      .onConflict((conflict) => conflict.column('merchantId').doUpdateSet({ decidedBy, ...decision })),
  )
}
