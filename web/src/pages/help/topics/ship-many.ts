import type { Topic } from '../topic.ts'

export const shipMany: Topic = {
  key: 'ship-many',
  title: '怎样一次发出很多单',
  group: 'order',
  pages: ['auctionOrders', 'curatedOrders'],
  intro: '已经打好面单的，可以一次提交最多50单。每一行都先核对，再一起发出。',
  steps: [
    { text: '在订单列表点「批量发货」，或按 `l`。', page: 'auctionOrders' },
    { text: '从表格复制后粘贴：每行是订单号或条码、运单号，快递公司可以不填；点「加入」。', picture: 'ship-many' },
    { text: '也可以逐单扫描：设备条码、封袋码、运单号，扫完一单接着下一单。' },
    { text: '待修改的行写着原因，直接在表中改。' },
    { text: '点「发货」。没有发出的行会留在表里，可以再次提交。' },
  ],
}
