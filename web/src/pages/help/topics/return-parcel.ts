import type { Topic } from '../topic.ts'

export const returnParcel: Topic = {
  key: 'return-parcel',
  title: '怎样签收和复检退货',
  group: 'refund',
  pages: ['refunds', 'auctionRefund', 'curatedRefund'],
  intro: '退回来的每台手机都要扫码核对，再按售出时的报告逐项复检，然后才退款或换货。',
  steps: [
    { text: '收到包裹后，在售后页面扫描退货运单，自动打开那一单。', page: 'refunds' },
    {
      text: '点「退货签收」，依次扫描退货运单、手机和封袋码。',
      note: '换了手机、换了封袋都会提示。确实要收的，点「就收这台，记下不是原机」：收到的和售出的号码、谁确认的，都写进进度，以后给平台看。',
    },
    { text: '点「退货复检」。检测项与售出时一致，只改不同的项，拍照，选择复检结论，按 `Ctrl+Enter` 保存。' },
    {
      text: '没有问题：退货退款点「确认收货退款」，换货点「确认收货（换货）」，再点「补发」。有问题点「拒绝」，附上照片。',
    },
    { text: '收下的手机有新条码，重新质检后才能再次上架。' },
  ],
  questions: [
    {
      ask: '退回的不是原来那台',
      answer: '点「拒绝」：原因已替您选好，拍下收到的手机和它的IMEI。没有照片会再问您一次。',
    },
    { ask: '扫错了一台', answer: '点「重新扫描」，以最后扫的为准。' },
    { ask: '拒绝后要把手机寄回去', answer: '点「寄回买家」记下运单，平台判定时能拿来证明。' },
  ],
}
