/** The groups of the sidebar, in its order. */
export const PAGE_GROUPS = {
  home: { path: '/home', title: '首页' },
  store: { path: '/store', title: '店铺管理' },
  check: { path: '/check', title: '质检管理' },
  sale: { path: '/sale', title: '商品销售' },
  capital: { path: '/capital', title: '资金管理' },
  account: { path: '/account', title: '账号管理' },
  merchant: { path: '/merchant', title: '商家信息' },
  tool: { path: '/tool', title: '工具' },
} as const

export type PageGroup = keyof typeof PAGE_GROUPS
