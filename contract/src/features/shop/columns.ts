import { defineColumns } from '../../columns/define-columns.ts'
import { SHOP_STATE_LABELS } from '../../labels.ts'
import { shopRow } from './rows.ts'

export const shopColumns = defineColumns(shopRow, {
  shop: { title: '店铺', kind: 'text', value: ['shopName', 'nick', 'userName'] },
  state: { title: '授权', kind: 'state', labels: SHOP_STATE_LABELS },
  until: { title: '授权到期', kind: 'moment', value: 'authorisedUntil' },
  channels: { title: '能卖到哪里', kind: 'flags', labels: { auctionAllowed: '鱼市', curatedAllowed: '严选' } },
  deposit: { title: '保证金', kind: 'flags', labels: { depositEnough: '已缴足' } },
  live: { title: '在售 / 订单', kind: 'count', value: 'liveListings' },
  orders: { title: '未完成订单', kind: 'count', value: 'openOrders' },
  repost: { title: '自动重新上架', kind: 'flags', labels: { 'repost.enabled': '已开启' } },
  remark: { title: '备注', kind: 'text' },
})
