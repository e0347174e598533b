import type { TopicText } from '../topic.ts'

export default {
  order: 30,
  title: '怎样修改商家名称',
  group: 'start',
  pages: ['merchantProfile'],
  intro: '买家看到的质检报告上写着商家名称，注册时填错了可以随时改。',
  steps: [
    { text: '打开商家资料，改好「商家名称」，点「保存」。', page: 'merchantProfile' },
    { text: '报告上的名称马上更新；同事重新登录后看到新名称。' },
  ],
  questions: [],
} satisfies TopicText
