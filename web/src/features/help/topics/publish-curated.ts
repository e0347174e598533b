import type { TopicText } from '../topic.ts'

export default {
  order: 110,
  title: '怎样把手机发布到严选',
  group: 'sell',
  pages: ['listings', 'listing'],
  intro: '严选是一口价。单台是一台手机一件商品；多台一起卖是同机型、同成色的手机合成一件商品，按规格定价。',
  steps: [
    { text: '打开商品，点「发布商品」，发布方式选「单台」或「多台一起卖」。', page: 'listings' },
    { text: '扫描或勾选手机；多台一起卖先选批次，再点「全部加入」更快。' },
    { text: '核对售价。超出严选价格区间的会标红，不能发布。' },
    { text: '点「发布」，闲鱼受理后上架。' },
    { text: '多台一起卖的商品卖掉一些后，在商品上点「补货」，扫描同款同成色的手机。' },
  ],
  questions: [
    { ask: '订单标着缺货', answer: '卖出的比能发的多。请补足同规格、成色不低于要求的手机，或关闭订单。' },
    { ask: '报告超过30天', answer: '过期的手机不会再显示给买家，请下架后重检。' },
  ],
} satisfies TopicText
