import type { Topic } from '../topic.ts'

export const publishAuction: Topic = {
  key: 'publish-auction',
  title: '怎样把手机发布到鱼市竞拍',
  group: 'sell',
  pages: ['listings'],
  intro: '质检、拍照和封袋都完成的手机才可以上架。一台手机报名一个场次。',
  steps: [
    { text: '打开商品，点「发布商品」，或按 `n`。', page: 'listings' },
    { text: '发布方式选「竞拍」，再选店铺和场次。' },
    { text: '扫描要发布的手机，或在左侧勾选、按编号查找；几台可以「打包成一件」。' },
    {
      text: '核对起拍价和保底价。系统已按参考价填好，可以整列粘贴，或用「整体调价」。',
      note: '需修改的改好才能发布；需确认的再核对一次，例如少输了一位。',
      picture: 'publish',
    },
    { text: '点「发布」。商品会显示发布中，闲鱼受理后进入场次；失败的写明原因和去哪里改。' },
  ],
  questions: [
    { ask: '出价低于保底价', answer: '商品进入待议价，一小时内可以「同意议价」或「拒绝议价」，过时按流拍处理。' },
    { ask: '关掉窗口，填的价格会丢吗', answer: '不会。下次打开会接着上次没有发布的内容。' },
  ],
}
