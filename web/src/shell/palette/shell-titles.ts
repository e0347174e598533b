/** What can be done on every page, in the words of the quick search. */
export const SHELL_TITLES = {
  light: '切换为浅色主题',
  dark: '切换为深色主题',
  system: '主题跟随系统',
  password: '修改密码',
  phone: '更换手机号',
  devices: '登录设备',
  signOut: '退出登录',
} as const
