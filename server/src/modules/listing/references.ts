import { referencePriceFen } from '@huanji/domain/catalogue/reference-price'
import type { Channel } from '@huanji/domain/channel'
import { OWN_DEALS_DAYS, OWN_DEALS_LEAST, type Worth } from '@huanji/domain/listing/price-reference'
import { skuIdOf, storageOfSku } from '@huanji/domain/listing/sku-id'
import type { Fen } from '@huanji/domain/money'
import type { Grade } from '@huanji/domain/template/types'
import { shanghaiDate } from '@huanji/domain/time'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../platform/actor.ts'
import { later } from '../../platform/clock.ts'
import { mayRead } from '../../platform/field-rights.ts'
import { catalogueOf } from '../catalogue/known.ts'
import type { ListableInspection } from '../inspection/store.ts'
import { usualDeals } from './price-store.ts'

const DAY_MS = 24 * 3_600_000
const TEN_YUAN_FEN = 1000

/** What a phone of this model, SKU and grade is worth by the catalogue's formula, in fen; null where it says nothing. */
export function referenceOfSku(
  tx: Tx,
  { modelId, skuId, grade }: { readonly modelId: string; readonly skuId: string; readonly grade: Grade | null },
  now: Date,
): Fen | null {
  const model = catalogueOf(tx).find(modelId)
  if (!model || grade === null) return null
  return referencePriceFen(model, storageOfSku(skuId), grade, shanghaiDate(now.toISOString()))
}

/** What a unit is worth by the catalogue's formula, in fen, or null where it says nothing. */
export const referenceOf = (
  tx: Tx,
  { modelId, sku, grade }: Pick<ListableInspection, 'modelId' | 'sku' | 'grade'>,
  now: Date,
): Fen | null => referenceOfSku(tx, { modelId, skuId: skuIdOf(sku), grade }, now)

/** The goods that a reference price is for. */
export interface Goods {
  readonly channel: Channel
  readonly modelId: string
  readonly skuId: string
  readonly grade: Grade | null
}

/** What goods are worth; of goods that nobody asked about beforehand by the catalogue alone. */
export type WorthOf = (goods: Goods) => Worth

const keyOf = ({ channel, modelId, skuId, grade }: Goods): string => JSON.stringify([channel, modelId, skuId, grade])

/**
 * What goods are worth (docs/domain.md §6.2): by the merchant's own deals where there were enough of late, else by the
 * catalogue. One statement a channel, however many there are. Who may not see what orders cost is told the catalogue's.
 */
export async function worthsOf(
  tx: Tx,
  goods: readonly Goods[],
  { who, now }: { readonly who: Pick<Actor, 'grants' | 'isOwner'>; readonly now: Date },
): Promise<WorthOf> {
  const usual = new Map<string, Fen>()
  const since = later(now, -OWN_DEALS_DAYS * DAY_MS)
  const byChannel = mayRead(who, 'field:orderMoney') ? Map.groupBy(goods, ({ channel }) => channel) : new Map()
  for (const [channel, asked] of byChannel as ReadonlyMap<Channel, readonly Goods[]>) {
    const modelIds = [...new Set(asked.map(({ modelId }) => modelId))]
    const deals = await usualDeals(tx, { channel, modelIds, since, least: OWN_DEALS_LEAST })
    for (const deal of deals) {
      usual.set(keyOf({ channel, ...deal }), Math.round(deal.priceFen / TEN_YUAN_FEN) * TEN_YUAN_FEN)
    }
  }
  return (asked) => {
    const dealFen = usual.get(keyOf(asked))
    if (dealFen !== undefined) return { referenceFen: dealFen, source: 'deals' }
    const referenceFen = referenceOfSku(tx, asked, now)
    return { referenceFen, source: referenceFen === null ? null : 'catalogue' }
  }
}

/** Units as goods of a channel. */
export const goodsOf = (unit: Pick<ListableInspection, 'modelId' | 'sku' | 'grade'>, channel: Channel): Goods => ({
  channel,
  modelId: unit.modelId,
  skuId: skuIdOf(unit.sku),
  grade: unit.grade,
})
