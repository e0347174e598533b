import type { TopicText } from '../topic.ts'

export default {
  order: 10,
  title: '怎样绑定闲鱼店铺',
  group: 'start',
  pages: ['shops', 'shopConsent'],
  intro: '发布商品、同步订单和账单，都要先把闲鱼店铺授权给焕机。一个商家可以绑定多个店铺。',
  steps: [
    { text: '打开店铺账号，点「绑定店铺」，或按 `n`。', page: 'shops' },
    { text: '在闲鱼的授权页用店铺所属的账号登录并同意授权，完成后会自动回到这里。' },
    { text: '用「店铺开关」选这个店铺能卖到哪里；没有打开的，发布时选不到这个店铺。' },
    { text: '用「备注」写下店铺的用途，只有同事看得到。' },
  ],
  questions: [
    {
      ask: '授权快到期了怎么办',
      answer: '授权有有效期，到期前店铺列表和首页会提醒。点「重新授权」再同意一次即可，商品和订单不受影响。',
    },
    {
      ask: '不再用的店铺怎么处理',
      answer: '先「解绑」，再「删除」。历史订单和账单都会保留；还有商品在售时会先列出来，请先下架。',
    },
  ],
} satisfies TopicText
