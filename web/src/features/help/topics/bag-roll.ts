import type { TopicText } from '../topic.ts'

export default {
  order: 40,
  title: '怎样登记一卷封袋',
  group: 'inspect',
  pages: ['bagRecords'],
  intro: '封袋码要先登记成自己的一卷才能使用。一卷登记一次，之后扫到的每个封袋都能核对真假和是否用过。',
  steps: [
    { text: '打开封袋绑定记录，点「登记一卷封袋」。', page: 'bagRecords' },
    { text: '扫描一卷里的第一个封袋，填入「起始封袋码」。' },
    { text: '在「数量」里填写个数，或直接扫描最后一个封袋，数量会自动算出。', picture: 'bag-roll' },
    { text: '核对显示的「最后一个袋子的码」与实物一致，再点「登记」。', note: '登记后不能修改；没用完的可以作废。' },
  ],
  questions: [
    {
      ask: '这一卷丢了或用不上了',
      answer: '点「这卷不用了」，扫起始码并填写数量。作废后不能恢复，也不能再次登记。',
    },
    { ask: '质检时提示封袋码没有登记', answer: '提示旁边有「登记这一卷」，点它可以当场登记。' },
  ],
} satisfies TopicText
