import type { TopicText } from '../topic.ts'

export default {
  order: 320,
  title: '怎样只用键盘操作',
  group: 'device',
  pages: ['home'],
  intro: '常用的操作都有按键。在任何页面按 `?`，可以看到这一页的全部按键。',
  steps: [
    { text: '按 `Ctrl+K` 打开快速查找，输入页面名称或任意编号；手机也可以输IMEI、条码或封袋码的后4到8位。' },
    { text: '几个编号可以一起查：从表格里复制一列，粘贴到快速查找或列表的「编号」。' },
    { text: '在列表中按 `j`、`k` 上下移动，`Enter` 打开，`x` 勾选，`/` 输入筛选条件。' },
    { text: '光标在一行上时，直接按操作的按键，例如订单按 `f` 发货、`b` 备注。' },
    { text: '列表的筛选可以点「常用筛选」存下来，也可以「共享给全店」；「列设置」调整列和行高。' },
    { text: '按 `F1` 打开这一页的帮助，`Esc` 关闭窗口。' },
  ],
  questions: [{ ask: '做错了', answer: '许多操作完成后会出现「撤销」，几秒内可以收回。' }],
} satisfies TopicText
