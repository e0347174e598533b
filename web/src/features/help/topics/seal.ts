import type { TopicText } from '../topic.ts'

export default {
  order: 80,
  title: '怎样封袋和换袋',
  group: 'inspect',
  pages: ['auctionInspections', 'curatedInspections', 'bagRecords', 'auctionReport'],
  intro: '封袋码和质检记录一一对应，买家收货时会核对。一个封袋码一辈子只用一次。',
  steps: [
    { text: '质检中可以直接扫封袋码；提交后补封的，在质检列表找到待封袋的记录。', page: 'auctionInspections' },
    { text: '点「封袋」，或在那一行按 `s`，扫描封袋上的码，绑定立即完成。', picture: 'seal' },
    { text: '封袋破了或扫不出来，点「换袋」，先选原因，再扫描新封袋。', note: '换袋后原来的封袋码作废，不能再用。' },
    { text: '要贴标签时点「打印标签」，标签纸是 40 × 30 mm。' },
  ],
  questions: [
    { ask: '提示封袋码不存在', answer: '这一卷还没有登记，请先「登记一卷封袋」。' },
    { ask: '重检过的手机', answer: '旧封袋随旧报告作废，重检后请装入新的封袋。' },
  ],
} satisfies TopicText
