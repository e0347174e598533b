import { CARRIERS } from '@huanji/domain/carriers'
import { CLOSE_REASONS } from '@huanji/domain/orders/close-reasons'
import { ORDER_STATES } from '@huanji/domain/states/order'
import { closed, defineFeature, OPEN, some } from '../../feature.ts'
import { optionsIn, optionsOf } from '../../labels.ts'
import { goodsExport } from '../export/calls.ts'
import { refund } from '../refund/refund-calls.ts'
import { auctionOrder } from './auction-order.ts'
import { curatedOrder, curatedPicking } from './curated-order.ts'
import { auctionOrderExport, curatedOrderExport } from './export.ts'
import { DELIVERY_SYNC_LABELS, DISPATCH_STATE_LABELS } from './labels.ts'
import { manyOrders } from './many-orders.ts'
import { buyerContacts, shipmentHandling } from './order.ts'
import { curatedOrderColumns, orderColumns, orderDetail, orderFacts } from './rows.ts'
import { orderFilters, orderNaming } from './words.ts'

export const orderFeature = defineFeature({
  groups: {
    auctionOrder: {
      title: '鱼市订单',
      calls: auctionOrder,
      keys: some(
        [
          auctionOrder.list,
          auctionOrder.detail,
          auctionOrder.delivery,
          auctionOrder.addRemark,
          auctionOrder.barcodeList,
          auctionOrder.offerRecord,
          auctionOrder.statuslog,
          auctionOrder.logisticsCompanyList,
        ],
        '涉及资金，要由人决定',
      ),
    },
    curatedOrder: {
      title: '严选订单',
      calls: curatedOrder,
      keys: some(
        [curatedOrder.list, curatedOrder.detail, curatedOrder.delivery, curatedOrder.setDeliveryStock],
        '涉及资金，要由人决定',
      ),
    },
    curatedPicking: {
      title: '严选选手机',
      calls: curatedPicking,
      keys: OPEN,
      beyond: 'the phones that an order can be shipped with, each other with why not',
    },
    manyOrders: {
      title: '批量发货',
      calls: manyOrders,
      keys: OPEN,
      beyond: 'fifty parcels pasted or scanned are answered row by row; the lists to pick and to pack by are printed',
    },
    buyerContacts: {
      title: '买家联系方式',
      calls: buyerContacts,
      keys: closed('查看要留下是谁看的；密钥有“查看买家联系方式”权限时，订单详情中直接给出'),
      beyond: "the after-sale clerk sees a buyer's contact order by order, each time recorded",
    },
    shipmentHandling: { title: '发货处理', calls: shipmentHandling, keys: OPEN },
    auctionOrderExport: {
      title: '鱼市订单导出',
      calls: auctionOrderExport,
      keys: closed('会以员工的权限在后台执行，请直接调用相应的接口'),
    },
    curatedOrderExport: {
      title: '严选订单导出',
      calls: curatedOrderExport,
      keys: closed('会以员工的权限在后台执行，请直接调用相应的接口'),
    },
  },
  pages: {
    auctionOrders: {
      path: '/sale/order',
      title: '鱼市订单',
      group: 'sale',
      params: {
        takes: [
          'state',
          'sort',
          'code',
          'shopAccountId',
          'modelId',
          'modelId.label',
          'paidFrom',
          'paidTo',
          'scheduleDate',
          'refused',
        ],
      },
      posts: ['manager', 'operator', 'shipper', 'service', 'finance'],
      needs: [auctionOrder.list],
      actions: [
        {
          title: '查看列表',
          grant: auctionOrder.list,
          posts: ['manager', 'operator', 'shipper', 'service', 'finance'],
          needs: [auctionOrder.detail],
        },
        {
          title: '查看详情',
          grant: auctionOrder.detail,
          posts: ['manager', 'operator', 'shipper', 'service', 'finance'],
          needs: [auctionOrder.list],
        },
        {
          title: '发货',
          grant: auctionOrder.delivery,
          posts: ['manager', 'shipper'],
          needs: [auctionOrder.list],
          begins: ['扫码发货', '批量发货'],
        },
        { title: '关闭订单', grant: auctionOrder.close, posts: ['manager', 'service'], needs: [auctionOrder.list] },
        {
          title: '备注',
          grant: auctionOrder.addRemark,
          posts: ['manager', 'service'],
          needs: [[auctionOrder.list, curatedOrder.list]],
        },
        {
          title: '出价记录',
          grant: auctionOrder.offerRecord,
          posts: ['manager', 'operator', 'service', 'finance'],
          needs: [auctionOrder.list],
        },
        {
          title: '导出',
          grant: auctionOrderExport.create,
          posts: ['manager', 'operator', 'service', 'finance'],
          needs: [auctionOrder.list, goodsExport.list],
        },
        {
          title: '查看金额',
          grant: 'field:orderMoney',
          posts: ['manager', 'operator', 'service', 'finance'],
          needs: [[auctionOrder.list, curatedOrder.list, refund.list]],
        },
        {
          title: '查看买家联系方式',
          grant: 'field:buyerContact',
          posts: ['manager', 'shipper'],
          needs: [[auctionOrder.list, curatedOrder.list]],
        },
        {
          title: '点开才看得到买家电话（会记下是谁看的）',
          grant: buyerContacts.reveal,
          posts: ['manager', 'service'],
          needs: [[auctionOrder.list, curatedOrder.list]],
        },
      ],
    },
    auctionOrder: {
      path: '/sale/order/detail',
      title: '订单详情',
      group: null,
      highlights: '/sale/order',
      params: { needs: ['orderId'] },
      posts: ['manager', 'operator', 'shipper', 'service', 'finance'],
    },
    curatedOrders: {
      path: '/sale/yxorder',
      title: '严选订单',
      group: 'sale',
      params: {
        takes: ['state', 'sort', 'code', 'shopAccountId', 'modelId', 'modelId.label', 'paidFrom', 'paidTo', 'refused'],
      },
      posts: ['manager', 'operator', 'shipper', 'service', 'finance'],
      needs: [curatedOrder.list],
      actions: [
        {
          title: '查看列表',
          grant: curatedOrder.list,
          posts: ['manager', 'operator', 'shipper', 'service', 'finance'],
          needs: [curatedOrder.detail],
        },
        {
          title: '查看详情',
          grant: curatedOrder.detail,
          posts: ['manager', 'operator', 'shipper', 'service', 'finance'],
          needs: [curatedOrder.list],
        },
        {
          title: '选手机',
          grant: curatedOrder.setDeliveryStock,
          posts: ['manager', 'shipper'],
          needs: [curatedOrder.list],
        },
        {
          title: '发货',
          grant: curatedOrder.delivery,
          posts: ['manager', 'shipper'],
          needs: [curatedOrder.list, curatedOrder.setDeliveryStock],
        },
        {
          title: '改价',
          grant: curatedOrder.changePrice,
          power: 'refund',
          posts: ['manager', 'service'],
          needs: [curatedOrder.list, 'field:orderMoney'],
        },
        { title: '关闭订单', grant: curatedOrder.close, posts: ['manager', 'service'], needs: [curatedOrder.list] },
        { title: '备注', grant: auctionOrder.addRemark },
        {
          title: '导出',
          grant: curatedOrderExport.create,
          posts: ['manager', 'operator', 'service', 'finance'],
          needs: [curatedOrder.list, goodsExport.list],
        },
        { title: '查看金额', grant: 'field:orderMoney' },
        { title: '查看买家联系方式', grant: 'field:buyerContact' },
        { title: '点开才看得到买家电话（会记下是谁看的）', grant: buyerContacts.reveal },
      ],
    },
    curatedOrder: {
      path: '/sale/yxorder/detail',
      title: '订单详情',
      group: null,
      highlights: '/sale/yxorder',
      params: { needs: ['orderId'] },
      posts: ['manager', 'operator', 'shipper', 'service', 'finance'],
    },
  },
  lists: {
    'auction-orders': {
      call: auctionOrder.list,
      columns: orderColumns,
      filters: orderFilters,
      naming: orderNaming,
      export: { title: '鱼市订单', call: auctionOrderExport.create },
    },
    'curated-orders': {
      call: curatedOrder.list,
      columns: curatedOrderColumns,
      filters: orderFilters,
      naming: orderNaming,
      export: { title: '严选订单', call: curatedOrderExport.create },
    },
  },
  facts: { order: { of: orderDetail, columns: orderFacts } },
  bulk: {
    'shipment.retry': {
      title: '重新提交',
      list: auctionOrder.list,
      call: shipmentHandling.retry,
      idField: 'orderId',
      inputField: 'orderId',
      allowed: 'retry',
    },
    'shipment.giveUp': {
      title: '保持原样',
      list: auctionOrder.list,
      call: shipmentHandling.giveUp,
      idField: 'orderId',
      inputField: 'orderId',
      allowed: 'giveUp',
    },
    'curatedShipment.retry': {
      title: '重新提交',
      list: curatedOrder.list,
      call: shipmentHandling.retry,
      idField: 'orderId',
      inputField: 'orderId',
      allowed: 'retry',
    },
    'curatedShipment.giveUp': {
      title: '保持原样',
      list: curatedOrder.list,
      call: shipmentHandling.giveUp,
      idField: 'orderId',
      inputField: 'orderId',
      allowed: 'giveUp',
    },
  },
  topics: ['order'],
  dictionaries: {
    orderState: optionsIn(ORDER_STATES.states),
    dispatchState: optionsOf(DISPATCH_STATE_LABELS),
    deliverySync: optionsOf(DELIVERY_SYNC_LABELS),
    closeReason: optionsIn(CLOSE_REASONS),
    sellerCloseReason: optionsIn(CLOSE_REASONS.filter(({ by }) => by === 'seller')),
    // the common carriers first; those out of business are left out
    carrier: optionsIn(
      CARRIERS.filter(({ legacy }) => !legacy)
        .toSorted((one, other) => Number(other.hot) - Number(one.hot))
        .map(({ code, name }) => ({ code, label: name })),
    ),
  },
})
