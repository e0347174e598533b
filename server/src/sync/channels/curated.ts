import { CURATED_CLOCKS } from '@huanji/domain/orders/clocks'
import { ORDER_TYPES } from '@huanji/marketplace/protocol/orders'
import { listingIdOfProduct } from '../../modules/listing/store.ts'
import type { OrderChannel } from './channel.ts'
import { deadlineByClocks } from './deadline.ts'

/** 严选: fixed prices, single phones or stock; the order itself says everything. */
export const curatedChannel: OrderChannel = {
  channel: 'curated',
  orderType: ORDER_TYPES.curated,
  pricesChange: true,
  keepsStock: true,
  placedLabel: '买家下单',
  read: async (_client, _sellerId, order) => ({
    // the price of one piece stays what it was when the price of the order is changed
    dealPriceFen: order.total_amount - order.express_fee,
    serviceFeeFen: null,
    deadlineAt: deadlineByClocks(order, CURATED_CLOCKS, { payUntil: null, shipUntil: null }),
    applyFirst: async () => undefined,
    findGoods: async (tx) => {
      const listingId = await listingIdOfProduct(tx, String(order.goods.product_id))
      return listingId === null ? null : { listingId, entryId: null }
    },
    auctionPart: () => null,
    saveLaterFacts: async () => undefined,
  }),
}
