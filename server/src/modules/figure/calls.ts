import { stockAge } from '@huanji/contract/features/home/overview'
import { daysInStock } from '@huanji/domain/overview/stock-age'
import { handlers } from '../../gateway/handler.ts'
import { agedPhones } from './overview-store.ts'

/** What stands behind the overview's figures and in no other list. */
export const overviewGroup = handlers(stockAge, {
  agedStock: async ({ tx, now }, input) => {
    const page = await agedPhones(tx, input, now)
    return { ...page, list: page.list.map((phone) => ({ ...phone, days: daysInStock(phone.stockedAt, now) })) }
  },
})
