import { group } from './build.ts'

/** Basic information. A released version is frozen: options keep their order, for their codes are their positions. */
export const GROUP_A = group(
  'A',
  '基本信息',
  'sku',
  `
A01 | 品类 | required quick | = 手机 | 平板 | 其他
A02 | 品牌 | required quick asked | 苹果 | 华为 | 荣耀 | 小米 | 红米 | OPPO | vivo | iQOO | 一加 | 真我 | 三星 | 努比亚/红魔 | 摩托罗拉 | 其他
A03 | 型号 | required quick asked model | 按品牌联动
A04 | 小型号 | asked regulatoryNo | 如 A3297 / V2405A | i 其他型号
A05 | 运行内存 | required asked android | 4GB | 6GB | 8GB | 12GB | 16GB | 24GB | 1GB | 1.5GB | 2GB | 3GB | 10GB | 18GB | 32GB
A06 | 存储容量 | required quick asked | 64GB | 128GB | 256GB | 512GB | 1TB | 2TB | 8GB | 16GB | 32GB
A07 | 颜色 | required quick asked colour | 按型号联动 | i 其他颜色
A08 | 网络制式 | required quick | = 全网通 | i 移动联通双4G | i 移动版 | i 联通电信版 | i 仅单运营商
A09 | 购买渠道 | always required quick asked | = 大陆国行 | i 香港行货 | i 澳门行货 | i 其他国家地区-无锁版 | 70 其他国家地区-有锁版 | 90 国行官换机/官翻机 | 90 国行展示机/演示机 | 90 国行BS机 | i 运营商定制机 | X 监管机
A10 | SIM卡类型 | | = 双实体卡 | i 单实体卡 | i 实体卡+eSIM | i 纯eSIM
A11 | 是否全新 | always required quick | = 二手 | i 全新未拆封 | i 全新已拆封未激活 | i 资源机（激活未使用）
A12 | 保修期 | required quick asked | = 已过保 | i 剩余≤30天 | i 剩余31–180天 | i 剩余181–330天 | i 剩余≥331天 | i 未激活（保修未开始）
A13 | 系统版本 | input text | = 官方正式版 | i 测试版系统 | 90 已越狱/已ROOT | 80 非官方系统
A14 | 电池健康度 | input objective always required quick asked percent | = ≥90% | 95 85%–89% | 90 80%–84% | 80 ＜80% | 90 无法读取/未检测
A15 | 电池循环次数 | input objective count | i 0–9999 次（整数）
A16 | 账号锁 | objective always required quick asked | = 已退出账号 | X 无法退出账号 | X 隐藏ID | X 监管锁（MDM） | X 丢失模式
A17 | 恢复出厂设置 | objective required quick | = 可还原 | i 未激活 | 70 已激活无法还原 | X 还原后无法激活
A18 | 三码核对 | objective always required asked | = 系统与机身一致 | i 三码合一 | i 无机身码可核对 | X 不一致
A19 | 配件情况 | multi objective | = 单机 | i 原装盒 | i 原装充电器 | i 原装数据线 | i 原装耳机 | i 发票 | i 全套
A20 | 售后案例 | objective quick apple | = 无案例 | i 未检测 | 80 有案例
`,
)
