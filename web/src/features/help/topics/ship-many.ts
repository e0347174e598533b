import type { TopicText } from '../topic.ts'

export default {
  order: 150,
  title: '怎样一次发出很多单',
  group: 'order',
  pages: ['auctionOrders', 'curatedOrders'],
  intro: '已经打好面单的，可以一次提交最多200单。每一行都先核对，再一起发出。',
  steps: [
    { text: '在订单列表点「批量发货」，或按 `l`。', page: 'auctionOrders' },
    {
      text: '从表格复制后粘贴，贴在抽屉的任何地方都可以：每行是订单号、运单号，快递公司可以不填。先勾选订单再点「批量发货」，这些订单已经填好。',
      picture: 'ship-many',
    },
    {
      text: '行里写着“待扫手机和封袋”：扫条码，再扫封袋码，系统自己找到是哪一行。表里写了条码和封袋码的，不用再扫。',
    },
    { text: '也可以逐单扫描：条码、封袋码、运单号，扫完一单接着下一单。' },
    { text: '待修改的行写着原因，直接在表中改。运单号和另一位买家的相同时，先核对面单，确为同一包裹再继续。' },
    { text: '点「发货」。没有发出的行会留在表里，可以再次提交。' },
  ],
} satisfies TopicText
