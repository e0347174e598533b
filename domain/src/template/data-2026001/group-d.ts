import { group } from './build.ts'

/** Display. A released version is frozen: options keep their order, for their codes are their positions. */
export const GROUP_D = group(
  'D',
  '屏幕显示',
  'subjective onException',
  `
D01 | 亮点/坏点 | required quick | = 无 | 90 1–2个 | 80 3个及以上
D02 | 亮斑/黑角 | required quick | = 无 | 90 轻微 | 80 明显
D03 | 色差（发黄/发红） | required quick | = 无 | 95 轻微 | 90 明显
D04 | 透字/透图（老化） | required quick | = 无 | 95 轻微透图 | 80 明显透字
D05 | 色斑/压伤 | required quick | = 无 | 90 轻微 | 80 明显
D06 | 屏幕进灰 | required quick | = 无 | 90 有进灰
D07 | 漏液 | required quick | = 无 | 70 轻微漏液 | E 明显漏液
D08 | 显示异常 | multi required quick | = 无 | E 屏生线 | E 闪屏/抖动 | E 错乱花屏 | E 间歇性不显示 | E 无法显示
D09 | 背光/显示均匀 | | = 均匀 | 90 显示不均匀
D10 | 副屏显示 | required foldable | = 正常 | 80 轻微异常 | E 无法显示
`,
)
