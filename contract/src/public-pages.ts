/** The pages that are open to anyone, signed in or not, and stand in no menu. */
export const PUBLIC_PAGES = {
  login: { path: '/login', title: '登录' },
  privacy: { path: '/agreement/privacy', title: '隐私协议' },
  seller: { path: '/agreement/seller', title: '卖家协议' },
  user: { path: '/agreement/user', title: '用户协议' },
  help: { path: '/help', title: '帮助' },
  photo: { path: '/photo', title: '手机拍照' },
} as const

/** An address that leads to the home page, where the shell was once looked at by itself. */
export const LAYOUT_PATH = '/layout'
