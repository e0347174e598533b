import type { Topic } from '../topic.ts'

export const handOver: Topic = {
  key: 'hand-over',
  title: '怎样把店转给别人',
  group: 'people',
  pages: ['staff'],
  intro: '先让对方也当老板，再由对方把您的老板去掉。店里至少要有一位老板，所以不会两个人都进不去。',
  steps: [
    { text: '打开员工账号，点「添加员工」，填对方的姓名和手机号，角色选老板。', page: 'staff' },
    { text: '对方从此和您一样：什么都能看、都能做，也能停用您。想清楚再点「添加」。' },
    { text: '点「复制登录说明」发给对方，等对方用短信验证码登录成功。' },
    { text: '由对方打开员工账号，把您的角色改掉，或者「停用」「删除」您的账号。' },
  ],
  questions: [
    { ask: '自己去不掉自己', answer: '不能停用、删除自己的账号，请另一位老板来做。' },
    { ask: '店铺和闲鱼的绑定', answer: '不用重新绑定，店里的商品、订单和账单都不变。' },
  ],
}
