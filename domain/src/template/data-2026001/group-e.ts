import { group } from './build.ts'

/** Repair and liquid. A released version is frozen: options keep their order, for their codes are their positions. */
export const GROUP_E = group(
  'E',
  '拆修/进水',
  'objective onException',
  `
E01 | 屏幕维修 | required quick | = 无维修 | 80 更换玻璃盖板 | 80 更换原装屏 | 70 更换非原装屏 | 70 屏幕维修（压屏/修排线）
E02 | 电池维修 | required quick | = 无维修 | 95 官方更换电池 | 80 更换第三方电池 | E 电池缺失 | X 电池鼓包
E03 | 主板维修 | required quick | = 无维修 | 70 主板维修 | 70 内存扩容 | 70 主板更换 | X 序列号异常/改码
E04 | 摄像头维修 | multi required quick | = 无维修 | 80 后摄更换 | 80 前摄更换 | E 摄像头缺失
E05 | 后盖/外壳更换 | required quick | = 无更换 | 90 更换后盖 | 80 更换外壳/中框
E06 | 其他零件维修 | multi required quick | = 无 | 80 尾插小板维修 | 80 扬声器/听筒更换 | 80 振动马达更换 | 80 指纹/按键排线更换 | 70 零件缺失
E07 | 缺件/少螺丝 | | = 无 | 90 少螺丝 | 70 缺零件
E08 | 防拆标 | | = 完好 | i 不适用 | 90 破损 | 90 缺失
E09 | 进水/受潮 | required quick | = 无 | 70 机身受潮（防水标变色） | E 主板进水（生锈/水渍/霉斑）
E10 | 零部件提示 | multi required apple | = 全部正品部件 | i 系统不显示 | 80 电池-未知部件 | 70 显示屏-未知部件 | 80 摄像头-未知部件 | 90 已使用的部件
E11 | 特殊机况 | multi required | = 无 | 70 卡贴机 | 70 有锁改无锁 | E 烧卡机/写号机 | X 板机 | X 黑机（序列号查不到）
`,
)
