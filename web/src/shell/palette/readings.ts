// Made by `node tests/readings.ts --write` from the titles of pages and actions.

/** The signs of each syllable, without tones: `fa发 bu布不部`. */
export const READINGS = [
  'ban办 bang绑 bao包报 bei备 bi闭 bian编 biao标表 bu不布补 cao操 cha查 che撤 cheng称 chong重 chu出处除 chuang创 ci次 cun存',
  'da打 dai袋 dan单 dang当档 dao导 deng登 di地 dian店 ding定订 dong动 duo多 fa发法 fei废 feng封 fu复 gai改 gao告 gen跟 geng更',
  'gong工 gou勾 guan关管 guo果裹 hang行 hao号 hou后 huan换 hui回 huo货 ji寄机继记辑 jia价加家架 jian件建拣检键间 jie捷接结解 jin进金',
  'ju具拒据 juan卷 jue绝角 kai开 kan看 kou口 ku库 kuai快 lan览 le了 li理 liang量 liao料 lie列 lu录 ma码 mai买 mi密 ming名明',
  'mo默 pai拍 pi批 pian片 pin品 pu铺 qi启 qian前浅签 qie切 qing情请 qiu求 qu去取 quan权 que确 ren认 ri日 ru入 sao扫 se色 shai筛',
  'shan删 shang上商 she设 shen深申 shi市时示 shou售手授收首 shu数束输 song送 sui随 tai台态 ti题 tian添 tiao条 ting停 tong同统',
  'tui推退 wei为 wen文 xi息系细 xia下 xian显限 xiang向详 xiao消销 xin信新 xing行 xiu修 xu续 xuan选 yan严 yang样 yao要钥 ye页',
  'yi一意议 yin印 yong用 yu预鱼 yuan员 yun运 zhang账 zhao照 zhe这 zhi制址志质 zhong重 zhu主注 zhuang状 zhui追 zhun准 zi自资',
  'zuo作',
].join(' ')
