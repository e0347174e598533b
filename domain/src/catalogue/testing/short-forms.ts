/**
 * How dealers write models in price lists, groups and stock tables, each with the model they mean: collected from the trade's
 * habits (docs/catalogue.md), and none of them known to the search by itself.
 */
export const SHORT_FORMS: readonly { readonly form: string; readonly title: string }[] = `
8p 苹果 iPhone 8 Plus · 7p 苹果 iPhone 7 Plus · 6sp 苹果 iPhone 6s Plus · xr 苹果 iPhone XR · xs 苹果 iPhone XS · xsm 苹果 iPhone XS Max
苹果x 苹果 iPhone X · 11p 苹果 iPhone 11 Pro · 11pm 苹果 iPhone 11 Pro Max · 12mini 苹果 iPhone 12 mini · 12p 苹果 iPhone 12 Pro
12pm 苹果 iPhone 12 Pro Max · 13m 苹果 iPhone 13 mini · 13p 苹果 iPhone 13 Pro · 13pm 苹果 iPhone 13 Pro Max · 14plus 苹果 iPhone 14 Plus
14p 苹果 iPhone 14 Pro · 14pm 苹果 iPhone 14 Pro Max · 15p 苹果 iPhone 15 Pro · 15pm 苹果 iPhone 15 Pro Max · 16e 苹果 iPhone 16e
16pm 苹果 iPhone 16 Pro Max · 17air 苹果 iPhone Air · 17p 苹果 iPhone 17 Pro · se2 苹果 iPhone SE (第二代) · se3 苹果 iPhone SE (第三代)
苹果12 128 苹果 iPhone 12 · 苹果13 256g 午夜色 苹果 iPhone 13 · iPhone14Pro暗紫 苹果 iPhone 14 Pro · pingguo 15 苹果 iPhone 15
m60p 华为 Mate 60 Pro · m60 华为 Mate 60 · mate50p 华为 Mate 50 Pro · 华为mate40pro 华为 Mate 40 Pro · p60p 华为 P60 Pro · p60 华为 P60
p50p 华为 P50 Pro · pura70p 华为 Pura 70 Pro · pura70u 华为 Pura 70 Ultra · mx5 华为 Mate X5 · mx6 华为 Mate X6 · px 华为 Pura X
n12 华为 nova 12 · nova11 华为 nova 11 · nova12u 华为 nova 12 Ultra · 畅享70 华为 畅享 70 · 荣耀90gt 荣耀 90 GT · 荣耀x50 荣耀 X50
荣耀x50gt 荣耀 X50 GT · 荣耀200p 荣耀 200 Pro · magic6p 荣耀 Magic6 Pro · 荣耀magic5 荣耀 Magic5 · magicv2 荣耀 Magic V2 · 荣耀100 荣耀 100
小米14 小米 Xiaomi 14 · 小米14u 小米 Xiaomi 14 Ultra · 小米13p 小米 Xiaomi 13 Pro · 小米11 小米 11 · mix4 小米 Xiaomi MIX 4
mixfold3 小米 Xiaomi MIX Fold 3 · civi3 小米 Xiaomi Civi 3 · k70 红米 Redmi K70 · k70p 红米 Redmi K70 Pro · k60u 红米 Redmi K60 至尊版
k80p 红米 REDMI K80 Pro · 小米k50 红米 Redmi K50 · note12t 红米 Redmi Note 12T Pro · 红米note13p+ 红米 Redmi Note 13 Pro+ · turbo3 红米 Redmi Turbo 3
t4 红米 REDMI Turbo 4 · vivo x100p vivo X100 Pro · x90p vivo X90 Pro · x200u vivo X200 Ultra · xfold3 vivo X Fold3 · vivo s18 vivo S18
iqoo12 iQOO 12 · iqoo11s iQOO 11S · iqoo neo9 iQOO Neo9 · neo9p iQOO Neo9 Pro · iqoo z9 iQOO Z9 · fx7 OPPO Find X7 · fx6p OPPO Find X6 Pro
fx8u OPPO Find X8 Ultra · fn3 OPPO Find N3 · r13 OPPO Reno13 · reno12p OPPO Reno12 Pro · 一加12 一加 12 · 1+11 一加 11
ace3 一加 Ace 3 · ace2p 一加 Ace 2 Pro · 一加ace5 一加 Ace 5 · s23u 三星 Galaxy S23 Ultra · s24u 三星 Galaxy S24 Ultra · 三星s24+ 三星 Galaxy S24+
note20u 三星 Galaxy Note20 Ultra · fold5 三星 Galaxy Z Fold5 · flip5 三星 Galaxy Z Flip5 · w24 三星 W24 · gt5p 真我 GT5 Pro · gtneo5 真我 GT Neo5
红魔9p 红魔 9 Pro · 红魔10pro 红魔 10 Pro · 魅族21 魅族 21 · 魅族20p 魅族 20 PRO · 拯救者y70 联想 拯救者 Y70
`
  .trim()
  .split(/ · |\n/)
  .map(
    (one) =>
      /^(.+?) ((?:苹果|华为|荣耀|小米|红米|vivo|iQOO|OPPO|一加|三星|真我|红魔|魅族|联想) .+)$/.exec(one)?.slice(1) ??
      [],
  )
  .map(([form = '', title = '']) => ({ form, title }))
