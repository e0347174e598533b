import type { PageKey } from '@huanji/contract/pages'

/** What can be begun on a page: its shortcut of the same name does it. */
interface Start {
  readonly page: PageKey
  readonly title: string
  /** The right to it. */
  readonly grant: string
}

/** What can be begun from anywhere. */
export const STARTS: readonly Start[] = [
  { page: 'listings', title: '发布商品', grant: '/api/goods/publish' },
  { page: 'auctionOrders', title: '扫码发货', grant: '/api/yushiorder/v1/order/delivery' },
  { page: 'auctionOrders', title: '批量发货', grant: '/api/yushiorder/v1/order/delivery' },
  { page: 'bagRecords', title: '登记一卷封袋', grant: '/api/ext/sealBag/registerRoll' },
  { page: 'bagRecords', title: '这卷不用了', grant: '/api/ext/sealBag/registerRoll' },
  { page: 'shops', title: '绑定店铺', grant: '/api/xyAccount/bind' },
  { page: 'addresses', title: '添加地址', grant: '/api/address/edit' },
  { page: 'staff', title: '添加员工', grant: '/api/emp/edit' },
  { page: 'roles', title: '新建角色', grant: '/api/role/edit' },
]

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
