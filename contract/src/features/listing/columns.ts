import { AUCTION_ENTRY_STATES } from '@huanji/domain/states/auction-entry'
import { LISTING_STATES } from '@huanji/domain/states/listing'
import { defineColumns, labelsOf } from '../../columns/define-columns.ts'
import { CHANNEL_LABELS, LISTING_KIND_LABELS } from '../../labels.ts'
import { listingRow } from './listing.ts'

export const listingColumns = defineColumns(listingRow, {
  title: { title: '商品', kind: 'text' },
  state: { title: '状态', kind: 'state', labels: labelsOf(LISTING_STATES.states) },
  price: { title: '售价', kind: 'money', value: 'priceFen' },
  stock: { title: '库存', kind: 'count', value: ['stock.shown', 'stock.free', 'stock.reserved', 'stock.sold'] },
  session: { title: '场次', kind: 'text', value: ['entry.scheduleDate', 'entry.scheduleNumber'] },
  entry: { title: '竞拍', kind: 'state', value: 'entry.state', labels: labelsOf(AUCTION_ENTRY_STATES.states) },
  start: { title: '起拍价', kind: 'money', value: 'entry.startPriceFen' },
  reserve: { title: '保底价', kind: 'money', value: 'entry.reservePriceFen' },
  highest: { title: '最高价', kind: 'money', value: 'entry.highestBidFen' },
  bids: { title: '出价', kind: 'count', value: ['entry.bidCount', 'entry.bidderCount'] },
  answerBy: { title: '答复截止', kind: 'moment', value: 'offer.expiresAt', hidden: true },
  offer: { title: '报价', kind: 'money', value: 'offer.amountFen', hidden: true },
  gap: { title: '报价差额', kind: 'money', value: 'offer.gapFen', hidden: true },
  margin: { title: '这个价赚', kind: 'money', value: 'offer.marginFen', hidden: true },
  unsold: { title: '流拍次数', kind: 'count', value: 'unsoldRuns' },
  model: { title: '机型规格', kind: 'text', value: ['modelName', 'skuText'] },
  grade: { title: '成色', kind: 'grade' },
  imei: { title: 'IMEI / 台数', kind: 'code', countedIn: 'unitCount' },
  reference: { title: '参考价', kind: 'money', value: 'referencePriceFen', hidden: true },
  cost: { title: '成本价', kind: 'money', value: 'costPriceFen', isSummed: true, hidden: true },
  shop: { title: '店铺', kind: 'text', value: 'shopName' },
  kind: { title: '类型', kind: 'choice', labels: LISTING_KIND_LABELS, hidden: true },
  channel: { title: '渠道', kind: 'choice', labels: CHANNEL_LABELS, hidden: true },
  createdAt: { title: '发布时间', kind: 'moment', sort: { first: 'desc' } },
})
