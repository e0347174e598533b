import type { Topic } from '../topic.ts'

export const bill: Topic = {
  key: 'bill',
  title: '怎样看懂一笔订单的账',
  group: 'money',
  pages: ['bills'],
  intro:
    '结算金额 = 成交价 + 运费收入 − 服务费 − 质检费 − 支付手续费 − 补差/赔付 − 退款 ± 调账。每一行都写着怎么算的。',
  steps: [
    { text: '打开账单，切换到「按订单」。', page: 'bills' },
    { text: '扫描或输入订单号，点「明细」，算式和每一笔账单都列在一起。', picture: 'bill' },
    { text: '「资金流水」是闲鱼账户实际的进出和余额，包括提现、充值和保证金。' },
    { text: '列表上方的合计是当前筛选的全部，不只是这一页。' },
  ],
  questions: [
    { ask: '冻结中是什么', answer: '售后没有结束的待结算账单，加上账户里冻结的钱。它不算收入，也不算支出。' },
    {
      ask: '订单完成了还没有钱',
      answer: '鱼市在发货或付款后一个工作日结算，严选在确认收货后结算。超过十天没有到账，对账会列出来。',
    },
  ],
}
