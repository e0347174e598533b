import type { Topic } from '../topic.ts'

export const staff: Topic = {
  key: 'staff',
  title: '怎样给员工开通账号',
  group: 'people',
  pages: ['staff'],
  intro: '不用替员工设置密码。对方用手机号和短信验证码就能登录。',
  steps: [
    { text: '打开员工账号，点「添加员工」，或按 `n`。', page: 'staff' },
    { text: '填写姓名和手机号，选择角色；可以选多个，权限合在一起。', picture: 'staff' },
    { text: '点「添加」，再点「复制登录说明」发给对方。' },
    { text: '人走了就「停用」，所有设备立即退出；手机丢了用「结束登录」。' },
  ],
  questions: [
    {
      ask: '员工要换手机号',
      answer: '手机号就是账号，不能改。请用新号码再添加一次，再「删除」旧的；他做过的事还记在他名下。',
    },
    {
      ask: '老板自己要换手机号',
      answer: '用新号码把自己添加成员工，角色选老板；用新号码登录后，再「删除」旧号码的账号。',
    },
    { ask: '怀疑密码泄露', answer: '点「要求重设密码」，对方要重设后才能再登录。' },
  ],
}
