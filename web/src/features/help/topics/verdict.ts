import type { TopicText } from '../topic.ts'

export default {
  order: 190,
  title: '怎样选平台判定的处理办法',
  group: 'refund',
  pages: ['auctionRefund'],
  intro: '鱼市的售后由平台判定后，会给两个处理办法：手机留给买家的补差，或买家寄回手机的退货退款。',
  steps: [
    { text: '在售后列表找到标着「等您选办法」的一单。', page: 'refunds' },
    { text: '点「选处理办法」，比较两个办法的金额和后果。' },
    { text: '选一个并确认。到时不选，就按退货退款办，退回默认地址。' },
  ],
  questions: [{ ask: '选了退货退款以后', answer: '和普通退货一样：买家寄回后签收、复检，再确认收货退款。' }],
} satisfies TopicText
