import { shop } from '@huanji/contract/features/shop/calls'
import { handlers, twoSteps } from '../../gateway/handler.ts'
import { compareNames } from '../../platform/name-order.ts'
import { beginConsent, tradeConsent } from './consent.ts'
import { bindShop, deleteShop, remarkShop, setBusiness, unbindShop } from './edits.ts'
import { presentShop, presentShops } from './present.ts'
import { shopProblem } from './rules.ts'
import { countShopsByState, listShops, shopsToChoose } from './store.ts'

/** The calls of shop accounts (docs/specification.md §7). */
export const shopGroup = handlers(shop, {
  list: async (context, filter) => {
    const { tx, now } = context
    const page = await listShops(tx, filter, now)
    const list = await presentShops(context, page.list)
    return { ...page, list, counts: await countShopsByState(tx, filter.keyword, now) }
  },

  options: async ({ tx, now }, { channel }) => {
    const found = await shopsToChoose(tx, now)
    const rows = found.toSorted((one, other) => compareNames(one.shopName, other.shopName))
    const options = rows.map((row) => {
      const problem = shopProblem(row, channel ?? null)
      const { shopAccountId, shopName, state } = row
      return { value: shopAccountId, label: shopName, state, usable: problem === null, problem: problem ?? '' }
    })
    return { options }
  },

  remark: async (context, input) => {
    await remarkShop(context, input)
    return { shop: await presentShop(context, input.shopAccountId) }
  },

  bind: twoSteps({
    prepare: (context, input) => (input.step === 'finish' ? tradeConsent(context, input) : Promise.resolve(null)),
    commit: async (context, input, given) => {
      if (input.step === 'begin') {
        context.audit(null)
        return beginConsent(context, input)
      }
      if (input.step === 'unbind') {
        await unbindShop(context, input)
        return { shop: await presentShop(context, input.shopAccountId), wanted: null }
      }
      if (given === null) throw new Error('a consent was not traded')
      const { shopAccountId, wanted } = await bindShop(context, given)
      return { shop: await presentShop(context, shopAccountId), wanted }
    },
  }),

  business: async (context, input) => {
    await setBusiness(context, input)
    return { shop: await presentShop(context, input.shopAccountId) }
  },

  del: async (context, input) => {
    await deleteShop(context, input)
    return {}
  },
})
