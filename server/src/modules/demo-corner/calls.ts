import { demoCorner } from '@huanji/contract/features/demo/calls'
import { isMarketplaceFailure } from '@huanji/marketplace/client/errors'
import { refuse } from '../../errors/refusal.ts'
import {
  type CallContext,
  forAnyone,
  handlers,
  type PrepareContext,
  type PublicContext,
  twoSteps,
} from '../../gateway/handler.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../platform/demo-accounts.ts'
import { type DemoMarket, DemoMarketAway, DemoMarketRefused } from '../../platform/demo-market.ts'
import { demoInboxOf } from '../auth/sms.ts'
import { merchantRow } from '../tenant/store.ts'
import { entriesOf, type GoodsOnSale, lastShipped, newestOnSale } from './store.ts'

/** A winner pays so much more than the reserve, or than the best offer. */
const ABOVE_SHARE = 1.03
const YUAN_FEN = 100

/** True in a demo, for visitors of the site itself: what stands here opens its accounts to everybody who reads it. */
const isDemo = ({ services, isOwnVisitor }: Pick<PublicContext, 'services' | 'isOwnVisitor'>): boolean =>
  services.settings.mode === 'demo' && isOwnVisitor

const NOTHING = { isDemo: false, hasInbox: false, hasBuyers: false, accounts: [], password: '' }

function buyersOf(context: Pick<PublicContext, 'services' | 'isOwnVisitor'>): DemoMarket {
  const { demoMarket } = context.services
  return isDemo(context) && demoMarket !== null ? demoMarket : refuse('DEMO_ONLY')
}

/** Asks the stand-in marketplace; what it says against it is what the person reads. */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DemoMarketRefused) return refuse('MARKETPLACE_REFUSED', { message: error.message })
    if (error instanceof DemoMarketAway || isMarketplaceFailure(error)) return refuse('MARKETPLACE_UNAVAILABLE')
    throw error
  }
}

type Prepare = PrepareContext<CallContext>

/** A buyer wins the run, or buys one piece at its fixed price; gives the number of the order. */
async function buy({ services, read }: Prepare, buyers: DemoMarket, goods: GoodsOnSale): Promise<string> {
  if (goods.channel === 'curated') return buyers.buyProduct(Number(goods.productId))
  const { sellerId } = (await read(merchantRow)) ?? refuse('NOT_FOUND')
  const entryId = Number(goods.remoteEntryId)
  const floorFen = Math.max(goods.reservePriceFen ?? 0, goods.highestBidFen ?? 0)
  await buyers.winEntry(entryId, Math.ceil((floorFen * ABOVE_SHARE) / YUAN_FEN) * YUAN_FEN)
  const { list } = await services.marketplace.queryEntries(sellerId, { entry_id: entryId })
  return list[0]?.order_no ?? refuse('MARKETPLACE_UNAVAILABLE')
}

/** What makes a demo easy to try. */
export const demoGroup = handlers(demoCorner, {
  corner: forAnyone(async (context) => {
    if (!isDemo(context)) return NOTHING
    const { tx, services } = context
    const entries = await entriesOf(
      tx,
      DEMO_ACCOUNTS.map(({ phone }) => phone),
    )
    return {
      isDemo: true,
      hasInbox: services.settings.sms === null,
      hasBuyers: services.demoMarket !== null,
      accounts: DEMO_ACCOUNTS.flatMap(({ phone, post }) =>
        entries
          .filter((entry) => entry.phone === phone)
          .map(({ employeeName, merchantName }) => ({ phone, name: employeeName, post, merchantName })),
      ),
      password: entries.length > 0 ? DEMO_PASSWORD : '',
    }
  }),

  inbox: forAnyone(async (context, { phone }) => {
    if (!isDemo(context)) return refuse('DEMO_ONLY')
    return { messages: await demoInboxOf(context.services, context.tx, phone) }
  }),

  sale: twoSteps({
    prepare: async (context) => {
      const buyers = buyersOf(context)
      const goods = (await context.read(newestOnSale)) ?? refuse('DEMO_NOTHING_ON_SALE')
      const { listingId, title, channel } = goods
      const orderNo = await asked(async () => {
        const bought = await buy(context, buyers, goods)
        await buyers.payOrder(bought)
        return bought
      })
      return { listingId, title, channel, orderNo }
    },
    commit: async (_context, _input, sold) => sold,
  }),

  claim: twoSteps({
    prepare: async (context) => {
      const buyers = buyersOf(context)
      const order = (await context.read(lastShipped)) ?? refuse('DEMO_NOTHING_SHIPPED')
      await asked(() => buyers.claimReturn(order.orderNo))
      return order
    },
    commit: async (_context, _input, claimed) => claimed,
  }),
})
