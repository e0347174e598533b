import type { Topic } from '../topic.ts'

export const verdict: Topic = {
  key: 'verdict',
  title: '怎样选择鱼市裁决方案',
  group: 'refund',
  pages: ['auctionRefund'],
  intro: '鱼市的售后由平台判定后，会给出两个方案：设备留在买家处的补差，或买家寄回设备的退货退款。',
  steps: [
    { text: '在售后列表找到标着待选方案的一单。', page: 'refunds' },
    { text: '点「选择裁决方案」，比较两个方案的金额和后果。' },
    { text: '选一个并确认。超时没有选择，按退货退款处理。' },
  ],
  questions: [{ ask: '选了退货退款以后', answer: '和普通退货一样：买家寄回后签收、复检，再确认收货退款。' }],
}
