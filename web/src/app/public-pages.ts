/** The pages that are open to anyone, signed in or not, and stand in no menu. */
export const PUBLIC_PAGES = {
  login: { path: '/login', title: '登录' },
  privacy: { path: '/agreement/privacy', title: '隐私协议' },
  seller: { path: '/agreement/seller', title: '卖家协议' },
  user: { path: '/agreement/user', title: '用户协议' },
  help: { path: '/help', title: '帮助' },
  photo: { path: '/photo', title: '手机拍照' },
} as const

/** Of all three agreements: whoever agreed to an earlier one is asked again. */
export const AGREEMENT_VERSION = '1.0'

/** Whether an address, by its path, is one of the pages that are open to anyone. */
export const isPublicPath = (path: string): boolean => Object.values(PUBLIC_PAGES).some((page) => page.path === path)
