import type { TopicText } from '../topic.ts'

export default {
  order: 300,
  title: '怎样查一台手机的全部经历',
  group: 'inspect',
  pages: ['phone'],
  intro: '入库、质检、封袋、竞拍、订单、物流、售后和账单，都在一页上；还能看到它赚了多少。',
  steps: [
    { text: '打开一机一档，扫描手机、封袋、质检单号、订单号或运单号。', picture: 'phone', page: 'phone' },
    { text: '「只看」可以只留下质检、订单或账单等一类经历。' },
    {
      text: '填写「成本价」，就能算出赚多少；很多台时点「导入成本价」，从表格粘贴或选择文件。',
      note: '导入前逐行核对，导入后可以撤销。',
    },
  ],
  questions: [
    { ask: '有些内容看不到', answer: '只显示您有权限查看的部分，例如金额和成本。' },
    { ask: '同一台手机卖过两次', answer: '每次入库是单独的一段，都在同一页上，新旧条码都能打开它。' },
  ],
} satisfies TopicText
