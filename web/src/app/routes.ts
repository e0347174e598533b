import type { ComponentType } from 'react'
import type { IconName } from '../components/icon/icon.tsx'
import { lazyPage } from './lazy-page.ts'

export interface PageModule {
  readonly default: ComponentType
  /** Asks for what the page shows first; called when the application starts at this page's address. */
  readonly preload?: () => void
}

/** A group of the sidebar; it is there while one of its pages is. */
export interface RouteGroup {
  readonly key: string
  readonly title: string
  readonly icon: IconName
}

/** One page: everything that the router, the sidebar, the head line and the palette need to know of it. */
export interface PageRoute {
  readonly path: string
  readonly title: string
  /** The sidebar group; null for pages outside the groups. */
  readonly group: string | null
  /** Not in the sidebar. */
  readonly hidden?: boolean
  /** For a hidden page: the entry that lights up, whose grant opens this page too. */
  readonly highlights?: string
  /** Home needs no permission; every other page needs its own path, or that of `highlights`, among the permissions. */
  readonly needsGrant?: false
  readonly load: () => Promise<PageModule>
}

export const GROUPS: readonly RouteGroup[] = [
  { key: '/check', title: '质检管理', icon: 'inspect' },
  { key: '/sale', title: '商品销售', icon: 'sale' },
  { key: '/capital', title: '资金管理', icon: 'capital' },
  { key: '/account', title: '账号管理', icon: 'person' },
  { key: '/merchant', title: '商家信息', icon: 'shop' },
]

/** Every menu page that exists, in the sidebar's order (specification §2). A page's folder is its path. */
export const PAGES: readonly PageRoute[] = [
  {
    path: '/',
    title: '首页',
    group: null,
    hidden: true,
    needsGrant: false,
    load: lazyPage(() => import('../pages/home/page.tsx')),
  },
  {
    path: '/check/ys/check',
    title: '鱼市质检',
    group: '/check',
    load: lazyPage(() => import('../pages/check/ys/check/page.tsx')),
  },
  {
    path: '/check/ys/list',
    title: '鱼市质检列表',
    group: '/check',
    load: lazyPage(() => import('../pages/check/ys/list/page.tsx')),
  },
  {
    path: '/check/ys/detail',
    title: '质检报告',
    group: '/check',
    hidden: true,
    highlights: '/check/ys/list',
    load: lazyPage(() => import('../pages/check/ys/detail/page.tsx')),
  },
  {
    path: '/check/ys/baglog',
    title: '封袋绑定记录',
    group: '/check',
    load: lazyPage(() => import('../pages/check/ys/baglog/page.tsx')),
  },
  {
    path: '/sale/product',
    title: '商品',
    group: '/sale',
    load: lazyPage(() => import('../pages/sale/product/page.tsx')),
  },
  {
    path: '/sale/product/detail',
    title: '商品详情',
    group: '/sale',
    hidden: true,
    highlights: '/sale/product',
    load: lazyPage(() => import('../pages/sale/product/detail/page.tsx')),
  },
  {
    path: '/sale/order',
    title: '鱼市订单',
    group: '/sale',
    load: lazyPage(() => import('../pages/sale/order/page.tsx')),
  },
  {
    path: '/sale/order/detail',
    title: '订单详情',
    group: '/sale',
    hidden: true,
    highlights: '/sale/order',
    load: lazyPage(() => import('../pages/sale/order/detail/page.tsx')),
  },
  {
    path: '/capital/bill',
    title: '账单',
    group: '/capital',
    load: lazyPage(() => import('../pages/capital/bill/page.tsx')),
  },
  {
    path: '/account/staff',
    title: '员工账号',
    group: '/account',
    load: lazyPage(() => import('../pages/account/staff/page.tsx')),
  },
  {
    path: '/account/role',
    title: '角色权限',
    group: '/account',
    load: lazyPage(() => import('../pages/account/role/page.tsx')),
  },
  {
    path: '/account/role/edit',
    title: '编辑角色',
    group: '/account',
    hidden: true,
    highlights: '/account/role',
    load: lazyPage(() => import('../pages/account/role/edit/page.tsx')),
  },
  {
    path: '/account/audit',
    title: '操作日志',
    group: '/account',
    load: lazyPage(() => import('../pages/account/audit/page.tsx')),
  },
  {
    path: '/merchant/address',
    title: '地址管理',
    group: '/merchant',
    load: lazyPage(() => import('../pages/merchant/address/page.tsx')),
  },
]

/** Pages that anyone may open, signed in or not. */
export const PUBLIC_PAGES: readonly Pick<PageRoute, 'path' | 'title' | 'load'>[] = [
  { path: '/login', title: '登录', load: lazyPage(() => import('../pages/login/page.tsx')) },
  {
    path: '/agreement/privacy',
    title: '隐私政策',
    load: lazyPage(() => import('../pages/agreement/privacy/page.tsx')),
  },
  { path: '/agreement/seller', title: '卖家协议', load: lazyPage(() => import('../pages/agreement/seller/page.tsx')) },
  { path: '/agreement/user', title: '用户协议', load: lazyPage(() => import('../pages/agreement/user/page.tsx')) },
]

/** The page of an address, by its path without query; undefined for an unknown one. */
export const pageAt = (path: string): PageRoute | undefined => PAGES.find((page) => page.path === path)

/** Whether the permissions open a page: by its own path or by the entry it highlights (specification §6). */
export function isPermitted(page: PageRoute, permissions: ReadonlySet<string>): boolean {
  if (page.needsGrant === false || permissions.has(page.path)) return true
  return page.highlights !== undefined && permissions.has(page.highlights)
}

/** The sidebar for these permissions: groups with their visible pages; a group without any is gone. */
export function sidebarOf(permissions: ReadonlySet<string>): { group: RouteGroup; pages: PageRoute[] }[] {
  return GROUPS.map((group) => ({
    group,
    pages: PAGES.filter((page) => page.group === group.key && !page.hidden && isPermitted(page, permissions)),
  })).filter(({ pages }) => pages.length > 0)
}
