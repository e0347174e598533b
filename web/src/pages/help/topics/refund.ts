import type { Topic } from '../topic.ts'

export const refund: Topic = {
  key: 'refund',
  title: '怎样处理买家的售后',
  group: 'refund',
  pages: ['refunds', 'auctionRefund', 'curatedRefund'],
  intro: '售后分仅退款、退货退款、换货、补差、补寄/维修五种。到了时限不处理，闲鱼会按列表上写的结果自动处理。',
  steps: [
    { text: '打开售后，待处理的按时限排列，最急的在前。也可以直接扫退货运单、设备或订单。', page: 'refunds' },
    { text: '点开一单，先看买家申请、凭证，再看售出时的报告。', picture: 'refund' },
    { text: '同意就点「同意」。仅退款和补差会立即退钱；退货退款和换货要选退货地址；补寄/维修同意后在时限内寄出。' },
    { text: '不同意就点「拒绝」，选原因、写说明、上传照片。买家可以申诉，由平台判定。' },
    { text: '换货和补寄在收到退货或同意后点「补发」，扫描换货设备、封袋码和运单号。' },
  ],
  questions: [
    { ask: '金额超出我的额度', answer: '提交后变成待批准，由另一位有权限的同事点「批准」后才退款。' },
    { ask: '处理的时候买家撤销了', answer: '不会重复退款。页面会写明买家已撤销，或已按新的金额重新申请。' },
  ],
}
