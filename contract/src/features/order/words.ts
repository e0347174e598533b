import { dictionary } from '@huanji/domain/dictionary'
import { ORDER_STATES } from '@huanji/domain/states/order'
import { stateLabel } from '@huanji/domain/states/transition'
import { COMMON_FILTERS, type FilterWords, stateFilter } from '../../filter-words.ts'
import { namingOf, standsIn, stillAsked } from '../../row-words.ts'
import { auctionOrder } from './auction-order.ts'

export const orderFilters: FilterWords = dictionary({
  ...COMMON_FILTERS,
  state: stateFilter(ORDER_STATES),
  isShort: { title: '缺货', kind: 'yesOrNo' },
  refused: { title: '闲鱼拒绝', labels: { shipped: '发货', change_price: '改价', closed: '关闭' } },
  orderedFrom: { title: '下单不早于', kind: 'moment' },
  orderedTo: { title: '下单不晚于', kind: 'moment' },
  paidFrom: { title: '付款不早于', kind: 'moment' },
  paidTo: { title: '付款不晚于', kind: 'moment' },
})

/** Orders of both channels. */
export const orderNaming = namingOf(auctionOrder.list, ({ orderNo, state, desired }) => ({
  label: orderNo,
  reason: standsIn(stillAsked(desired) ?? stateLabel(ORDER_STATES, state) ?? state),
}))
