/** The password of every demo account, which README.md names. */
export const DEMO_PASSWORD = 'Huanji2026'

/** The accounts of every demo, whose password is printed at its start. */
export const DEMO_ACCOUNTS: readonly { readonly phone: string; readonly post: string }[] = [
  { phone: '13800138000', post: '老板' },
  { phone: '13800138001', post: '质检员' },
  { phone: '13800138002', post: '发货员' },
  { phone: '13800138003', post: '店长' },
  { phone: '13800138004', post: '运营' },
  { phone: '13800138005', post: '客服' },
  { phone: '13800138006', post: '财务' },
  { phone: '13900139000', post: '另一家店的老板' },
  { phone: '13700137000', post: '在两家任职' },
]
