import type { PricedItem } from '@huanji/domain/listing/price-rules'
import type { Grade } from '@huanji/domain/template/types'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { anyOf, db } from '../../database/query.ts'

const COMPARED_MAX = 500

/** The fixed prices of these models that stand on sale now, but for those of one listing. */
export async function pricesOnSale(
  tx: Tx,
  modelIds: readonly string[],
  exceptListingId: string | null,
): Promise<PricedItem[]> {
  let rows = db
    .selectFrom('listing as l')
    .innerJoin('listingSku as s', (on) =>
      on.onRef('s.merchantId', '=', 'l.merchantId').onRef('s.listingId', '=', 'l.id'),
    )
    .where('l.merchantId', '=', tx.merchantId)
    .where('l.modelId', '=', anyOf(modelIds))
    .where('l.state', 'in', ['publishing', 'on_sale'])
    .where('l.grade', 'is not', null)
  if (exceptListingId !== null) rows = rows.where('l.id', '<>', exceptListingId)
  return await tx.rows(
    rows
      .orderBy('l.createdAt', 'desc')
      .limit(COMPARED_MAX)
      .select(({ ref }) => ['l.modelId', 's.skuId', ref('l.grade').$notNull().as('grade'), 'l.channel', 's.priceFen']),
  )
}

/** One phone that was sold. */
export interface Deal {
  readonly grade: Grade
  readonly at: string
  readonly priceFen: number
}

/**
 * What phones of a model and SKU went for, newest first: orders that were paid and not undone, by the price of one
 * phone. A lot at one price tells nothing of one phone.
 */
export function dealsOf(
  tx: Tx,
  of: { readonly modelId: string; readonly skuId: string; readonly channel: 'auction' | 'curated' },
  limit: number,
): Promise<Deal[]> {
  return tx.rows(
    db
      .selectFrom('saleOrder as o')
      .innerJoin('saleOrderLine as l', (on) =>
        on.onRef('l.merchantId', '=', 'o.merchantId').onRef('l.orderId', '=', 'o.id'),
      )
      .innerJoin('listing as g', (on) =>
        on.onRef('g.merchantId', '=', 'l.merchantId').onRef('g.id', '=', 'l.listingId'),
      )
      .where('o.merchantId', '=', tx.merchantId)
      .where('o.modelId', '=', of.modelId)
      .where('o.channel', '=', of.channel)
      .where('o.state', 'in', ['awaiting_shipment', 'shipped', 'completed'])
      .where('o.grade', 'is not', null)
      .where('l.unitPriceFen', 'is not', null)
      .where(({ eb, ref }) =>
        eb(sql<string>`coalesce(nullif(${ref('l.skuId')}, ''), ${ref('g.skuId')})`, '=', of.skuId),
      )
      .orderBy('o.orderedAt', 'desc')
      .limit(limit)
      .select(({ ref }) => [
        ref('o.grade').$notNull().as('grade'),
        'o.orderedAt as at',
        ref('l.unitPriceFen').$notNull().as('priceFen'),
      ]),
  )
}
