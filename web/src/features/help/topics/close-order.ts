import type { TopicText } from '../topic.ts'

export default {
  order: 160,
  title: '怎样关闭订单和改价',
  group: 'order',
  pages: ['auctionOrder', 'auctionOrders', 'curatedOrder', 'curatedOrders'],
  intro: '关闭后不可恢复，可能影响店铺信用分。请先和买家说好。',
  steps: [
    { text: '在订单上点「关闭订单」，选择原因；选其他时要写说明。', page: 'auctionOrders' },
    { text: '提交后等闲鱼确认，确认后订单关闭，里面的手机可以重新上架。' },
    {
      text: '严选订单在买家付款前可以「改价」：填写新价和运费，核对前后差额。',
      note: '改动很大时会再确认一次，避免多输或少输一位。',
    },
  ],
  questions: [
    { ask: '什么时候不能关闭', answer: '只有待付款和待发货的订单能关闭。已发货的请走售后。' },
    { ask: '改价时买家刚好付款了', answer: '以付款时的价格成交，这次改价会显示没有成功。' },
  ],
} satisfies TopicText
