import type { Topic } from '../topic.ts'

export const reconcile: Topic = {
  key: 'reconcile',
  title: '怎样对账',
  group: 'money',
  pages: ['bills'],
  intro: '每晚自动对账，把订单、账单和闲鱼结算逐单比较。平时只需要处理列出来的差异。',
  steps: [
    { text: '打开账单，切换到「对账」。要马上核对，点「核对近90天」或「核对全部」。', page: 'bills' },
    { text: '看每一条差异的应为、实为和相差。' },
    {
      text: '选一种处理办法：「补生成账单」、「从结算单补入」、「重新拉取」、「记一笔调账」或「确认差异」，并写明原因。',
    },
    { text: '要和闲鱼后台的文件核对，点「导入结算单」，选择下载的 CSV，用表格软件另存过的也行。导入只用于核对，不会直接修改账单。' },
  ],
  questions: [
    { ask: '确认过的差异又出现了', answer: '金额变化后会重新打开，请再看一次。' },
    { ask: '谁可以记调账', answer: '需要单独的权限。每一笔都写明经手人和原因，并进入操作日志。' },
  ],
}
