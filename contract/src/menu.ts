import * as z from 'zod'
import type { MenuNode } from './menu-tree.ts'

const action = (title: string, interfaceId: string): MenuNode => ({ title, interfaceId })

const INSPECTION_CALLS = [
  action('扫码核验', '/xySaasDetect/detRecord/verifyBarCode'),
  action('提交质检', '/xySaasDetect/detRecord/addDetectRecord'),
  action('拍摄实拍图', '/xySaasDetectApi/realPhoto/saveRealPhoto'),
  action('拍摄瑕疵图', '/api/ext/defPhoto/save'),
  action('封袋', '/api/ext/sealBag/bind'),
]

/**
 * The whole menu: groups, pages and what can be done on each. It gives the sidebar, the permission tree that roles are
 * made from, and the flat list the browser keeps. It grows with the screens.
 */
export const MENU: readonly MenuNode[] = [
  {
    title: '质检管理',
    path: '/check',
    children: [
      { title: '鱼市质检', path: '/check/ys/check', children: INSPECTION_CALLS },
      {
        title: '鱼市质检列表',
        path: '/check/ys/list',
        children: [
          action('查看列表', '/xySaasDetect/detRecord/getDetectRecordList'),
          action('查看报告', '/xySaasDetect/detRecord/getDetRecordDetails'),
        ],
      },
      { title: '质检报告', path: '/check/ys/detail', hidden: true, highlights: '/check/ys/list' },
      {
        title: '封袋绑定记录',
        path: '/check/ys/baglog',
        children: [
          action('查看记录', '/xySaasDetect/sealBag/GetSealBagList'),
          action('登记封袋号段', '/api/ext/sealBag/registerRoll'),
        ],
      },
    ],
  },
  {
    title: '商品销售',
    path: '/sale',
    children: [
      {
        title: '商品',
        path: '/sale/product',
        children: [
          action('查看列表', '/api/goods/list'),
          action('查看详情', '/api/goods/detail'),
          action('发布商品', '/api/goods/publish'),
          action('上下架、删除', '/api/goods/operate'),
          action('查看保底价', 'field:reservePrice'),
        ],
      },
      { title: '商品详情', path: '/sale/product/detail', hidden: true, highlights: '/sale/product' },
      {
        title: '鱼市订单',
        path: '/sale/order',
        children: [
          action('查看列表', '/api/yushiorder/v1/order/list'),
          action('查看详情', '/api/yushiorder/v1/order/detail'),
          action('发货', '/api/yushiorder/v1/order/delivery'),
          action('出价记录', '/api/yushiorder/v1/order/offerRecord'),
          action('查看金额', 'field:orderMoney'),
          action('查看买家联系方式', 'field:buyerContact'),
        ],
      },
      { title: '订单详情', path: '/sale/order/detail', hidden: true, highlights: '/sale/order' },
    ],
  },
  {
    title: '资金管理',
    path: '/capital',
    children: [{ title: '账单', path: '/capital/bill', children: [action('查看账单', '/api/bill/v1/list')] }],
  },
]

/**
 * The part of the menu that the grants open. A page stays only when its own path is granted; what is granted of the
 * actions on a page that is not moves up beside it, so that a shortcut to an action never opens a page. A group, which
 * holds pages, stays while anything of it does.
 */
export function grantedMenu(nodes: readonly MenuNode[], grants: ReadonlySet<string>): MenuNode[] {
  return nodes.flatMap((node) => {
    const children = grantedMenu(node.children ?? [], grants)
    if (node.path === undefined) return node.interfaceId !== undefined && grants.has(node.interfaceId) ? [node] : []
    const isGroup = node.children?.some((child) => child.path !== undefined) ?? false
    if (isGroup ? children.length === 0 : !grants.has(node.path)) return children
    return [{ ...node, ...(node.children ? { children } : {}) }]
  })
}

/** The menu as it travels. */
export const menuNode: z.ZodType<MenuNode> = z.lazy(() =>
  z.strictObject({
    title: z.string(),
    path: z.string().exactOptional(),
    hidden: z.boolean().exactOptional(),
    highlights: z.string().exactOptional(),
    interfaceId: z.string().exactOptional(),
    children: z.array(menuNode).exactOptional(),
  }),
)
