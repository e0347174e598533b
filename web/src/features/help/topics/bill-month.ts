import type { TopicText } from '../topic.ts'

export default {
  order: 220,
  title: '怎样打印一个月的账',
  group: 'money',
  pages: ['bills', 'downloads'],
  intro:
    '月结单把一个月的账打在一张纸上：每家店每一类收了多少、付了多少、到手多少，最后是全部店铺的合计。可以直接交给会计。',
  steps: [
    { text: '先对账，把「待处理」的差异处理完，纸上的数才不会再变。', page: 'bills' },
    { text: '打开账单的「明细」，点「月结单」，选月份，点导出。', page: 'bills' },
    {
      text: '做好会提醒您。在导出记录点「下载」，用表格软件打开，直接打印。',
      note: '已经排好版：第一行写着哪个商家、哪个月，每页都有表头。',
      page: 'downloads',
    },
  ],
  questions: [
    {
      ask: '一笔钱算在哪个月',
      answer:
        '按钱进出的那一天。闲鱼还没结算的也算进去，「其中还没结算」一列写着有多少。冻结、解冻的钱和取消的账单不算。',
    },
    { ask: '提现算不算支出', answer: '不算。提现和充值只是钱换个地方，单独在「充值减提现」一列。' },
    { ask: '要每一笔的明细', answer: '在账单的「明细」按「发生时间」筛出这个月，点「导出」。' },
    { ask: '看不到月结单', answer: '能导出账单的人才有。请老板在角色权限里勾上「导出账单」。' },
  ],
} satisfies TopicText
