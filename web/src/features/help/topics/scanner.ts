import type { TopicText } from '../topic.ts'

export default {
  order: 310,
  title: '扫码枪没有反应怎么办',
  group: 'device',
  pages: ['auctionInspection', 'curatedInspection', 'batchInspection', 'auctionOrders', 'curatedOrders', 'refunds'],
  intro: '扫码枪就是一个打字很快的键盘。光标在哪里不要紧，扫到的编号会进入本页的扫码框。',
  steps: [
    { text: '看输入法：提示切换到英文时，把输入法切到英文再扫。' },
    { text: '看窗口：有窗口挡着时不能扫码，请先完成或关闭它。' },
    { text: '听声音：一声短的高音是收下了，一声长的低音是没有收下，两声是先收着、还要您确认。旁边的文字说明原因。' },
    { text: '提示读码不完整时，再扫一次；总是这样，请把扫码枪设为扫完发送回车。' },
    { text: '提示扫错了种类时，看清要扫的是手机、封袋还是运单。手机包装上的卡号、商品条码都不是 IMEI。' },
  ],
  questions: [
    { ask: '没有扫码枪', answer: '在扫码框里输入编号，按 `Enter`，效果一样。' },
    { ask: '没有扫码框的页面', answer: '直接扫，会打开快速查找，显示这个编号是什么、在哪里。' },
  ],
} satisfies TopicText
