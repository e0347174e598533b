import { group } from './build.ts'

/** Body appearance. A released version is frozen: options keep their order, for their codes are their positions. */
export const GROUP_B = group(
  'B',
  '机身外观',
  'subjective onException',
  `
B01 | 后盖划痕 | required quick | = 无划痕 | 99 细微划痕（≤2条且＜3mm） | 95 轻微划痕（≤3条且＜10mm） | 90 明显划痕（4–10条或10–20mm） | 80 严重划痕（＞10条或＞20mm）
B02 | 边框划痕 | required | = 无划痕 | 99 细微划痕（≤2条且＜3mm） | 95 轻微划痕（≤3条且＜10mm） | 90 明显划痕（4–10条或10–20mm） | 80 严重划痕（＞10条或＞20mm）
B03 | 机身磕碰/掉漆 | required quick | = 无磕碰掉漆 | 99 针点磕碰（1处且＜0.5mm） | 95 轻微磕碰（≤3处且＜2mm，或1处＜3mm） | 90 明显磕碰（≤10处且＜3mm，或≤3处且＜10mm） | 80 严重磕碰（＞10处或≥10mm）
B04 | 印渍/变色 | | = 无 | 95 轻微印渍 | 90 明显变色
B05 | 刻字 | | = 无 | 90 官方刻字 | 80 私自刻字/贴字
B06 | 机身弯曲 | required quick | = 无弯曲 | 80 轻微弯曲（1–2mm） | 70 明显弯曲（≥2mm）
B07 | 缝隙/脱胶 | required | = 无 | 90 轻微缝隙 | 80 明显缝隙/翘起
B08 | 后盖破损 | required quick | = 完好 | 70 裂纹/小缺角 | E 碎裂/缺失
B09 | 中框断裂/缺失 | required | = 完好 | 80 孔位变形 | E 断裂/缺失
B10 | 后摄镜片外观 | required | = 完好 | 95 镜片划痕 | 90 镜片进灰 | 70 镜片碎裂
B11 | SIM卡托 | objective required simTray | = 完好 | 90 损坏/非原装 | 90 缺失 | 80 无法取出
B12 | 转轴状况 | objective required foldable | = 正常 | 90 异响 | 80 松动/无法悬停 | E 无法完全展开/断裂
`,
)
