import type { TopicText } from '../topic.ts'

export default {
  order: 60,
  title: '怎样质检一台手机',
  group: 'inspect',
  pages: ['auctionInspection', 'curatedInspection'],
  intro: '全程可以只用扫码枪和键盘。正常的检测项不用逐个点，只记异常。',
  steps: [
    { text: '打开鱼市质检或严选单台质检，扫描手机的 IMEI、条码或序列号。', page: 'auctionInspection' },
    { text: '选机型：`Enter` 接受推荐的机型，或扫包装上的型号、部件号，输入名称后选择。没有找到就按 `F2` 新建机型。' },
    { text: '选规格：按数字键；推荐的规格按 `Enter` 接受。' },
    { text: '逐项回答必须主动确认的项目，按选项前的数字。其余项目默认正常。', picture: 'station' },
    {
      text: '有异常时，按检测项前的两个字母定位，再按数字选择；按 `/` 可以按名称查找。',
      note: '右侧实时显示成色和原因。人工下调要写明原因，会记在报告里。',
    },
    {
      text: '拍照，扫描封袋码，然后按 `Ctrl+Enter` 提交。',
      note: '照片和封袋都可以稍后补：提交后记录会停在待拍摄或待封袋，补齐后自动进入下一步。',
    },
  ],
  questions: [
    {
      ask: '扫到了另一台手机',
      answer: '会问您：「继续当前手机」、「作为副IMEI」，还是「切换到新手机」。当前手机的草稿不会丢。',
    },
    { ask: '断网或关错了页面', answer: '草稿随时保存，断网时存在本机，恢复后自动保存。再扫同一台手机，就能接着做。' },
    {
      ask: '以前检过的手机又回来了',
      answer: '扫码后右侧有历史记录，可以「复用报告」和「复用照片」，再核对变化的项目。',
    },
    { ask: '报告已经提交，发现写错了', answer: '在质检列表或报告中点「重检」。旧报告作废，还能查看和对比。' },
  ],
} satisfies TopicText
