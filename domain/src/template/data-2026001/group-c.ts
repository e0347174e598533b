import { group } from './build.ts'

/** Screen glass. A released version is frozen: options keep their order, for their codes are their positions. */
export const GROUP_C = group(
  'C',
  '屏幕外观',
  'subjective onException',
  `
C01 | 屏幕划痕 | required quick | = 无划痕 | 99 细微划痕（强光下≤2条且＜3mm） | 95 轻微划痕（≤3条且＜10mm） | 90 硬划痕（≤10条且＜10mm，或≤3条且＜20mm） | 80 严重划伤
C02 | 屏幕碎裂 | required quick | = 无碎裂 | 80 小缺角（＜1.5mm） | E 碎裂/缺角（≥1.5mm）
C03 | 屏幕气泡/脱胶 | required | = 无 | 90 有气泡 | 80 脱胶
C04 | 屏幕支架 | required | = 完好 | 80 断裂/错位
C05 | 折叠屏保护膜 | required foldable | = 完好 | 95 起泡/翘边 | 90 破损 | 80 缺失
C06 | 折痕 | required foldable | = 正常 | 90 明显折痕
C07 | 副屏外观 | required foldable | = 完好 | 95 轻微划痕 | 90 明显划痕 | E 碎裂
`,
)
