import type { TopicText } from '../topic.ts'

export default {
  order: 90,
  title: '怎样一次质检很多台同款手机',
  group: 'inspect',
  pages: ['batchInspection', 'batches', 'batchUnits'],
  intro: '机型、规格、成色和检测项只答一次，再逐台扫码。适合严选的多台一起卖，也适合鱼市打包成一件的同款手机。',
  steps: [
    { text: '打开严选多台质检；鱼市在质检页上方切换到「批量」。', page: 'batchInspection' },
    { text: '扫描第一台手机或机型编号，选好规格，回答检测项，点「完成，录入手机」或按 `Ctrl+Enter`。' },
    {
      text: '逐台扫描 IMEI，需要封袋的接着扫封袋码。每一行都会马上核对。',
      note: '也可以从表格粘贴，或点「导入文件」导入 xlsx、csv。',
      picture: 'batch',
    },
    { text: '个别不同的手机，在那一行记录「本机异常」。成色低于批次的不能随批，请移出后单独质检。' },
    { text: '按 `Ctrl+Enter` 提交可以录的行，有问题的行会留下来并说明原因。' },
    { text: '点「拍摄样机」给第一台拍照，样机拍完后整批自动进入下一步。' },
  ],
  questions: [
    { ask: '还要往这一批里加手机', answer: '在多台质检列表中点「追加手机」。' },
    {
      ask: '整批的检测项写错了',
      answer: '在多台质检列表中点「修改」。已上架或已售的保持原来的版本，其余随新版本更新。',
    },
  ],
} satisfies TopicText
