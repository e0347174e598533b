import type { TopicText } from '../topic.ts'

export default {
  order: 130,
  title: '怎样给订单扫码发货',
  group: 'order',
  pages: ['auctionOrders', 'auctionOrder', 'curatedOrder', 'curatedOrders'],
  intro: '每台手机都要扫过、封袋要对得上，才能发货。这样不会发错机。',
  steps: [
    { text: '打开鱼市订单，点「扫码发货」，或按 `s`。待发货的订单按截止时间排列，最急的在前。', page: 'auctionOrders' },
    {
      text: '扫描手机，自动打开它的订单。不是这一单的会告诉您它是哪一单的、该拿哪台。以前选手机时扫过的，也要再扫一次。',
    },
    { text: '扫描这台手机的封袋码；订单有几台，就逐台扫完。', picture: 'packing' },
    { text: '扫描运单号，快递公司会自动识别，请与面单核对尾号。' },
    { text: '按 `Ctrl+Enter` 发货，接着扫下一单的手机。' },
  ],
  questions: [
    { ask: '扫封袋说“这个袋子不是这台的”', answer: '先停下来核对实物。袋子换过却没有登记的，请先到质检列表「换袋」。' },
    {
      ask: '在闲鱼上已经发过货了',
      answer:
        '订单会跟着闲鱼更新；闲鱼没收下发货的，可以「改运单」。点“重新提交发货”时，闲鱼上是另一个运单号的，会先问您哪个对。',
    },
    {
      ask: '看不到收件人电话',
      answer: '没有联系方式权限的岗位只能看到脱敏后的内容；有逐单查看权限的点「查看联系方式（会记下是谁看的）」。',
    },
  ],
} satisfies TopicText
