import type { OutputOf } from '@huanji/contract/call'
import { shop } from '@huanji/contract/calls/shop'
import { handlers } from '../../gateway/handler.ts'
import { isAdmitted, shopProblem } from './rules.ts'
import { countShopsByState, listShops, type ShopRow, shopsToChoose } from './store.ts'

type Presented = OutputOf<typeof shop.list>['list'][number]

function present(row: ShopRow): Presented {
  const { itemBizTypes, isPro, enabled, ...rest } = row
  return {
    ...rest,
    auctionAllowed: isAdmitted(itemBizTypes, 'auction'),
    curatedAllowed: isAdmitted(itemBizTypes, 'curated'),
    multiStockAllowed: isPro,
  }
}

/** The calls of shop accounts (docs/specification.md §7). */
export const shopGroup = handlers(shop, {
  list: async ({ tx, now }, filter) => {
    const page = await listShops(tx, filter, now)
    return { ...page, list: page.list.map(present), counts: await countShopsByState(tx, filter.keyword, now) }
  },

  options: async ({ tx, now }, { channel }) => {
    const rows = await shopsToChoose(tx, now)
    const options = rows.map((row) => ({
      value: row.shopAccountId,
      label: row.shopName,
      state: row.state,
      usable: shopProblem(row, channel ?? null) === null,
    }))
    return { options }
  },
})
