import type { TopicText } from '../topic.ts'

export default {
  order: 270,
  title: '怎样修改密码、退出其他设备',
  group: 'people',
  pages: ['home', 'audit'],
  intro: '账号的事都在右上角您的名字里。',
  steps: [
    {
      text: '点右上角的名字，选「修改密码」。可以用原密码，也可以用短信验证码。',
      note: '改完后所有设备都会退出，请用新密码重新登录。',
    },
    { text: '选「登录设备」看在哪里登录着，不认识的点「退出此设备」。' },
    { text: '在几个商家任职的，用「切换商家」换过去，不用退出。' },
    { text: '公用电脑用完请点「退出登录」，登录时也不要勾选「保持登录」。' },
  ],
  questions: [{ ask: '忘记密码', answer: '在登录页点「忘记密码」，用短信验证码重设。' }],
} satisfies TopicText
