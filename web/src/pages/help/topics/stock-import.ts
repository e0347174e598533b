import type { Topic } from '../topic.ts'

export const stockImport: Topic = {
  key: 'stock-import',
  title: '怎样把现有的库存表导入',
  group: 'start',
  pages: ['stockImports'],
  intro: '现在用表格记库存和进价的，不用改表格：表头会自动识别，写入之前逐行核对。',
  steps: [
    { text: '打开数据导入，点「导入库存」。', page: 'stockImports' },
    { text: '把xlsx或csv文件拖进来，也可以复制表格后用`Ctrl+V`粘贴。' },
    {
      text: '在「表头对应」核对每一列的意思，认错的改过来；选好新建的手机在哪个渠道质检。',
      note: '同样的表头下次不用再选。',
    },
    { text: '在「认不出的机型」为表中的写法选一次机型，相同写法的行一起改好。' },
    {
      text: '在「逐行核对」看哪些将新建、哪些只更新成本、哪些有错；有错的行可以下载，改好再导入。',
      picture: 'stock-import',
    },
    { text: '确认后在后台导入，可以关闭窗口，进度在列表中。' },
  ],
  questions: [
    { ask: '导错了', answer: '7天内可以在列表中点「撤销」：已经动过的手机会保留并列出，其余恢复原样。' },
    { ask: '导入的手机在哪里', answer: '在所选渠道的质检草稿中。到质检台扫IMEI就能接着质检，机型和规格已经填好。' },
    {
      ask: 'IMEI变成了3.56E+14',
      answer: '表格软件把它当成了数字，后几位已经丢失。请把该列设为文本，从原始记录重新填写。',
    },
  ],
}
