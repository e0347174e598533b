import type { Channel } from '@huanji/domain/channel'
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

/** One phone at a time that was sold: orders that were paid and not undone. A lot at one price tells nothing of one phone. */
const dealRows = (tx: Tx, channel: Channel, modelIds: readonly string[]) =>
  db
    .selectFrom('saleOrder as o')
    .innerJoin('saleOrderLine as l', (on) =>
      on.onRef('l.merchantId', '=', 'o.merchantId').onRef('l.orderId', '=', 'o.id'),
    )
    .innerJoin('listing as g', (on) => on.onRef('g.merchantId', '=', 'l.merchantId').onRef('g.id', '=', 'l.listingId'))
    .where('o.merchantId', '=', tx.merchantId)
    .where('o.modelId', '=', anyOf(modelIds))
    .where('o.channel', '=', channel)
    .where('o.state', 'in', ['awaiting_shipment', 'shipped', 'completed'])
    .where('o.grade', 'is not', null)
    .where('l.unitPriceFen', 'is not', null)

const soldSku = sql<string>`coalesce(nullif(l.sku_id, ''), g.sku_id)`

/** What phones of a model and SKU went for, newest first, by the price of one phone. */
export function dealsOf(
  tx: Tx,
  of: { readonly modelId: string; readonly skuId: string; readonly channel: Channel },
  limit: number,
): Promise<Deal[]> {
  return tx.rows(
    dealRows(tx, of.channel, [of.modelId])
      .where(({ eb }) => eb(soldSku, '=', of.skuId))
      .orderBy('o.orderedAt', 'desc')
      .limit(limit)
      .select(({ ref }) => [
        ref('o.grade').$notNull().as('grade'),
        'o.orderedAt as at',
        ref('l.unitPriceFen').$notNull().as('priceFen'),
      ]),
  )
}

/** What goods usually went for: the middle one of their deals, of those that had so many at least. */
export interface UsualDeal {
  readonly modelId: string
  readonly skuId: string
  readonly grade: Grade
  readonly priceFen: number
}

/** The usual deals of models since a moment, by model, SKU and grade. */
export function usualDeals(
  tx: Tx,
  of: {
    readonly channel: Channel
    readonly modelIds: readonly string[]
    readonly since: Date
    readonly least: number
  },
): Promise<UsualDeal[]> {
  return tx.rows(
    dealRows(tx, of.channel, of.modelIds)
      .where('o.orderedAt', '>=', of.since.toISOString())
      .groupBy(['o.modelId', soldSku, 'o.grade'])
      .having(sql<boolean>`count(*) >= ${of.least}`)
      .select(({ ref }) => [
        'o.modelId',
        soldSku.as('skuId'),
        ref('o.grade').$notNull().as('grade'),
        sql<number>`percentile_disc(0.5) within group (order by ${ref('l.unitPriceFen')})`.as('priceFen'),
      ]),
  )
}

/** What a phone is offered at by itself, in fen: its fixed price, or the reserve price of its run. */
export interface OfferedPrice {
  readonly unitId: string
  readonly priceFen: number
  readonly channel: Channel
  /** True where it is a reserve price, which not everybody may read. */
  readonly isReserve: boolean
}

/** What these phones are offered at now; one that is not offered, or in a lot with others, is left out. */
export async function offeredPrices(tx: Tx, unitIds: readonly string[]): Promise<OfferedPrice[]> {
  const rows = await tx.rows(
    db
      .selectFrom('listingUnit as u')
      .innerJoin('listing as l', (on) =>
        on.onRef('l.merchantId', '=', 'u.merchantId').onRef('l.id', '=', 'u.listingId'),
      )
      .leftJoin('listingSku as s', (on) =>
        on
          .onRef('s.merchantId', '=', 'u.merchantId')
          .onRef('s.listingId', '=', 'u.listingId')
          .onRef('s.skuId', '=', 'u.skuId'),
      )
      .leftJoin('auctionEntry as e', (on) =>
        on.onRef('e.merchantId', '=', 'l.merchantId').onRef('e.id', '=', 'l.entryId'),
      )
      .where('u.merchantId', '=', tx.merchantId)
      .where('u.unitId', '=', anyOf(unitIds))
      .where('u.holding', '=', true)
      .where(({ eb, or }) => or([eb('l.channel', '=', 'curated'), eb('l.unitCount', '=', 1)]))
      .select(['u.unitId', 'l.channel', 's.priceFen', 'e.reservePriceFen']),
  )
  return rows.flatMap(({ unitId, channel, priceFen, reservePriceFen }) => {
    const offeredFen = priceFen ?? reservePriceFen
    return offeredFen === null ? [] : [{ unitId, channel, priceFen: offeredFen, isReserve: priceFen === null }]
  })
}
