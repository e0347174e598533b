import type { TopicText } from '../topic.ts'

export default {
  order: 140,
  title: '怎样给严选多台一起卖的订单选手机',
  group: 'order',
  pages: ['curatedOrders', 'curatedOrder'],
  intro: '多台一起卖的订单卖的是一种规格，发哪一台由您选。选定的手机会锁定给这一单。',
  steps: [
    { text: '打开严选订单，在待发货的订单上点「选手机」。', page: 'curatedOrders' },
    { text: '扫描要发的手机。规格不同、成色不够、报告过期的会说明原因，不能选。' },
    { text: '成色高于订单要求的会再问一次：再扫一次，就选它。' },
    { text: '选齐后再扫一次已选的手机，直接开始发货。' },
  ],
  questions: [
    { ask: '选错了一台', answer: '点「撤销」取出来，再扫另一台；发货之前都可以「换一台」。' },
    { ask: '打算先拿货再发', answer: '勾选订单后点「打印拣货单」，按单拿货，缺货的排在最前。' },
  ],
} satisfies TopicText
