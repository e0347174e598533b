import { TERMS } from '@huanji/domain/glossary'
import type { TopicText } from '../topic.ts'

export default {
  order: 330,
  title: '怎样看懂这里的叫法',
  group: 'start',
  pages: ['home'],
  intro: '一样东西在哪里都是一个叫法：页面、提示、消息、导出的表和接口文档都一样。',
  steps: [{ text: '看到不懂的词，在下面找；也可以在查找的框里输入它。' }],
  questionsTitle: '叫法',
  questions: TERMS.map(({ name, means }) => ({ ask: name, answer: means })),
} satisfies TopicText
