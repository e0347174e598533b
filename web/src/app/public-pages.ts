/** The pages that are open to anyone, signed in or not, and stand in no menu. */
export const PUBLIC_PAGES = {
  login: { path: '/login', title: '登录' },
  privacy: { path: '/agreement/privacy', title: '隐私政策' },
  seller: { path: '/agreement/seller', title: '卖家协议' },
  user: { path: '/agreement/user', title: '用户协议' },
} as const
