import type { TopicText } from '../topic.ts'

export default {
  order: 20,
  title: '怎样添加发货和退货地址',
  group: 'start',
  pages: ['addresses'],
  intro: '发货要有发货地址，同意退货要有退货地址。两种地址各有一个默认，平时不用再选。',
  steps: [
    { text: '打开地址管理，点「添加地址」，或按 `n`。', page: 'addresses' },
    {
      text: '把整段文字贴进「粘贴整段地址」，点「识别」，姓名、电话、地区和详细地址会自动填好。',
      note: '没有识别出来的会标出，请补填。',
      picture: 'address',
    },
    { text: '选好类型和是否默认，点「添加」。' },
    { text: '要换默认地址，在那一行点「设为默认」。' },
  ],
  questions: [{ ask: '删掉默认地址会怎样', answer: '同一类型中最新的一个会自动成为默认。' }],
} satisfies TopicText
