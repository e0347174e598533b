import type { TopicText } from '../topic.ts'

export default {
  order: 290,
  title: '怎样接收新订单和售后的消息',
  group: 'people',
  pages: ['webhooks'],
  intro: '右上角的铃铛显示新订单、快到发货时间、发布失败、售后等消息，点一条就到要处理的地方。别的系统也可以实时收到。',
  steps: [
    { text: '点右上角的铃铛打开「消息」；在「消息设置」中选择要收哪些，以及哪些同时发短信。' },
    {
      text: '要让自己的系统也收到，打开接口推送，点「添加接收地址」，填写https地址并选择「推送的消息」。',
      page: 'webhooks',
    },
    { text: '保存后复制「签名密钥」交给接收系统核对签名：密钥只显示这一次。' },
    { text: '点「发送测试」，马上看到对方的应答；以后的都在「推送记录」里。' },
  ],
  questions: [
    { ask: '接收系统停了一会儿', answer: '未送达的在三天内自动重试，也可以在「推送记录」中重新推送。' },
    { ask: '密钥要更换', answer: '点「更换密钥」，原密钥在24小时内仍然有效。' },
  ],
} satisfies TopicText
