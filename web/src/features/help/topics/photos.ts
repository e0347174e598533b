import type { TopicText } from '../topic.ts'

export default {
  order: 70,
  title: '怎样用自己的手机拍照',
  group: 'inspect',
  pages: ['auctionInspection', 'curatedInspection', 'batchInspection'],
  intro: '不用装应用，也不用登录。二维码只管这一台手机的照片，过期失效，也可以随时停用。',
  steps: [
    { text: '质检时点「手机拍照」，或按 `v`，屏幕上会出现二维码。', page: 'auctionInspection' },
    { text: '用手机相机或浏览器扫码。打开的页面会逐张说明现在拍哪里。' },
    { text: '按提示逐张拍摄；照片自动出现在工作台。太暗或模糊的会提示「重拍」，确实可用的点「仍然使用」。' },
    { text: '也可以「从相册选」，一次选几张，按顺序放到还没拍的位置。' },
    { text: '必拍的照片齐了，点「完成」，回到工作台。回来后点「圈注」可以标出瑕疵。' },
  ],
  questions: [
    { ask: '照片也能直接放进电脑吗', answer: '可以。把图片拖到照片位置、复制后粘贴，或点照片位置选择文件。' },
    { ask: '手机断网了', answer: '照片留在手机上，恢复后自动续传。关掉了页面的，重新扫同一台手机的二维码再继续。' },
    { ask: '换人了，不想让原来的手机再拍', answer: '在二维码窗口点「停用」，或点「重新生成」换一个新的。' },
  ],
} satisfies TopicText
