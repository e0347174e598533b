import type { Topic } from '../topic.ts'

export const role: Topic = {
  key: 'role',
  title: '怎样设置角色权限',
  group: 'people',
  pages: ['roles', 'roleEditor', 'staff'],
  intro: '角色决定看得到哪些页面、能做哪些操作、能看到哪些金额。改了角色，从下一次操作起就生效。',
  steps: [
    { text: '打开角色权限，点「新建角色」，或在相近的角色上点「复制」。', page: 'roles' },
    { text: '选一个岗位模板开始，再勾选或取消。勾选操作会一并勾选所在页面。', picture: 'role' },
    { text: '在「单笔退款额度」填写一单最多可以同意退款、或改价优惠的金额；填0表示都不能。' },
    { text: '右侧「看得到的页面」就是对方登录后的菜单，核对后点「保存」。' },
  ],
  questions: [
    { ask: '有些勾不上', answer: '不能授予自己没有的权限，请联系老板。' },
    {
      ask: '谁改过什么',
      answer: '打开操作日志，可以按人和对象查看，变更前后的内容都在；点「核对日志」确认没有被改动。',
    },
  ],
}
