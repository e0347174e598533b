import type { Topic } from '../topic.ts'

export const reprice: Topic = {
  key: 'reprice',
  title: '怎样改价、下架和重新上架',
  group: 'sell',
  pages: ['listings', 'listing', 'listingEditor', 'shops'],
  intro: '改价、下架都要等闲鱼确认，确认前商品上会写明正在做什么、从什么时候开始。',
  steps: [
    {
      text: '在商品列表勾选一件或多件，点「改价」，或按 `p`。',
      note: '竞拍改价会先撤回本场报名，再按新价格重新报名；报名截止后不能改价。',
      page: 'listings',
    },
    { text: '要撤下来就点「下架」；确认后设备可以重新发布。' },
    { text: '流拍的商品点「重新上架」，选新场次和价格。' },
    { text: '要改标题、描述和照片顺序，点「编辑」。' },
    { text: '不想每次手动报名，在店铺账号点「自动重新上架」，填写最多次数、每次降价和最低价。', page: 'shops' },
    { text: '先点「试算」看现在会影响哪些商品，再开启。' },
  ],
  questions: [
    { ask: '闲鱼没有接受', answer: '商品上会写明原因。可以「重新提交」，或「放弃」这次申请，闲鱼上保持现状。' },
  ],
}
