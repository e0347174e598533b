import type { TopicText } from '../topic.ts'

export default {
  order: 230,
  title: '怎样导出列表',
  group: 'money',
  pages: ['downloads'],
  intro: '做好会提醒您，可以先去忙别的。只会包含您有权限看到的行和列。',
  steps: [
    { text: '在商品、订单、售后或账单列表先筛选好，点右上角的「导出」。', page: 'auctionOrders' },
    { text: '选择格式和列，点「开始导出」。', picture: 'export' },
    {
      text: '完成后会提醒您，在导出记录点「下载」。',
      note: '文件保留几天后自动清理，过期的可以重新导出。',
      page: 'downloads',
    },
  ],
  questions: [
    { ask: '只要其中几行', answer: '先在列表里勾选，再导出所选的。' },
    { ask: '打开后编号变成了科学计数', answer: '请用 xlsx 格式，编号都按文本写入。' },
  ],
} satisfies TopicText
