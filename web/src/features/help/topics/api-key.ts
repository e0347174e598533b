import type { TopicText } from '../topic.ts'

export default {
  order: 280,
  title: '怎样让别的程序读取数据',
  group: 'people',
  pages: ['apiKeys', 'apiDocs'],
  intro: '仓库、ERP或报表程序用接口密钥读写数据。每个程序用自己的密钥，只给它需要的权限。',
  steps: [
    { text: '打开接口密钥，点「创建密钥」。', page: 'apiKeys' },
    {
      text: '填写名称，勾选程序需要的操作。价格、成本和买家联系方式要单独勾选，不勾选就不返回。',
      note: '只能给出您自己拥有的权限；您失去的权限，密钥同时失去。',
      picture: 'api-key',
    },
    { text: '需要时再限制有效期、每分钟次数和IP。' },
    { text: '点「复制密钥」交给程序：密钥只显示这一次。' },
    { text: '怎样调用写在接口文档里，每个接口都有字段说明和示例。', page: 'apiDocs' },
  ],
  questions: [
    { ask: '密钥可能泄露了', answer: '点「更换」并选择「立即停用旧密钥」，或直接点「停用」，马上生效。' },
    { ask: '程序做过什么', answer: '在操作日志中以密钥的名字记录；密钥详情里有近30天的调用和被拒次数。' },
  ],
} satisfies TopicText
