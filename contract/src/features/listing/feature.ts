import { AUCTION_ENTRY_STATES } from '@huanji/domain/states/auction-entry'
import { LISTING_STATES } from '@huanji/domain/states/listing'
import { defineFeature, OPEN } from '../../feature.ts'
import { CHANNEL_LABELS, optionsIn, optionsOf } from '../../labels.ts'
import { goodsExport } from '../export/calls.ts'
import { auctionSessions, goods, listingHandling } from './goods.ts'
import { AUCTION_MODE_LABELS, LISTING_KIND_LABELS, STUFF_STATUS_LABELS } from './labels.ts'
import { listingColumns } from './rows.ts'
import { listingFilters, listingNaming } from './words.ts'

export const listingFeature = defineFeature({
  groups: {
    auctionSessions: {
      title: '竞拍场次',
      calls: auctionSessions,
      keys: OPEN,
      beyond: 'which sessions can still be entered',
    },
    listingHandling: { title: '商品处理', calls: listingHandling, keys: OPEN },
    goods: { title: '商品', calls: goods, keys: OPEN },
  },
  pages: {
    listings: {
      path: '/sale/product',
      title: '商品',
      group: 'sale',
      params: {
        takes: ['state', 'code', 'channel', 'entryState', 'shopAccountId', 'modelId', 'modelId.label', 'refused'],
      },
      posts: ['manager', 'inspector', 'operator', 'shipper', 'service', 'finance'],
      needs: [goods.list],
      actions: [
        {
          title: '查看列表',
          grant: goods.list,
          posts: ['manager', 'inspector', 'operator', 'shipper', 'service', 'finance'],
          needs: [goods.detail],
        },
        {
          title: '查看详情',
          grant: goods.detail,
          posts: ['manager', 'inspector', 'operator', 'shipper', 'service', 'finance'],
          needs: [goods.list],
        },
        {
          title: '发布商品',
          grant: goods.publish,
          posts: ['manager', 'operator'],
          needs: [goods.list],
          begins: ['发布商品'],
        },
        { title: '编辑商品', grant: goods.edit, posts: ['manager', 'operator'], needs: [goods.list] },
        { title: '上下架、改价、删除', grant: goods.operate, posts: ['manager', 'operator'], needs: [goods.list] },
        {
          title: '导出商品',
          grant: goodsExport.create,
          posts: ['manager', 'inspector', 'operator', 'shipper', 'service', 'finance'],
          needs: [goods.list, goodsExport.list],
        },
        {
          title: '查看保底价',
          grant: 'field:reservePrice',
          posts: ['manager', 'operator', 'finance'],
          needs: [goods.list],
        },
        {
          title: '查看成本价',
          grant: 'field:costPrice',
          posts: ['manager', 'operator', 'finance'],
          needs: [goods.list],
        },
      ],
    },
    listing: {
      path: '/sale/product/detail',
      title: '商品详情',
      group: null,
      highlights: '/sale/product',
      params: { needs: ['listingId'] },
      posts: ['manager', 'inspector', 'operator', 'shipper', 'service', 'finance'],
    },
    listingEditor: {
      path: '/sale/product/edit',
      title: '编辑商品',
      group: null,
      highlights: '/sale/product',
      params: { needs: ['listingId'] },
      posts: ['manager', 'operator'],
    },
  },
  lists: {
    listings: {
      call: goods.list,
      columns: listingColumns,
      filters: listingFilters,
      naming: listingNaming,
      export: { title: '商品', call: goodsExport.create },
    },
  },
  bulk: {
    'listing.takeOff': {
      title: '下架',
      list: goods.list,
      call: goods.operate,
      idField: 'listingId',
      inputField: 'rows.listingId',
      allowed: 'takeOff',
      fixed: { action: 'off_shelf' },
    },
    'listing.relist': {
      title: '重新上架',
      list: goods.list,
      call: goods.operate,
      idField: 'listingId',
      inputField: 'rows.listingId',
      allowed: 'relist',
      fixed: { action: 'relist' },
      asks: ['scheduleDate', 'scheduleNumber'],
    },
    'listing.delete': {
      title: '删除',
      list: goods.list,
      call: goods.operate,
      idField: 'listingId',
      inputField: 'rows.listingId',
      allowed: 'delete',
      fixed: { action: 'delete' },
    },
    'listing.retry': {
      title: '重新提交',
      list: goods.list,
      call: listingHandling.retry,
      idField: 'listingId',
      inputField: 'listingId',
      allowed: 'retry',
    },
    'listing.giveUp': {
      title: '保持原样',
      list: goods.list,
      call: listingHandling.giveUp,
      idField: 'listingId',
      inputField: 'listingId',
      allowed: 'giveUp',
    },
  },
  topics: ['listing'],
  dictionaries: {
    channel: optionsOf(CHANNEL_LABELS),
    listingState: optionsIn(LISTING_STATES.states),
    entryState: optionsIn(AUCTION_ENTRY_STATES.states),
    auctionMode: optionsOf(AUCTION_MODE_LABELS),
  },
  labels: [LISTING_KIND_LABELS, STUFF_STATUS_LABELS],
})
