import type { MenuNode } from './menu-tree.ts'
import { type GroupKey, PAGE_GROUPS, PAGES, type PageKey, type PageSpec } from './pages.ts'

const action = (title: string, interfaceId: string): MenuNode => ({ title, interfaceId })

/** A page of the table with what can be done on it. */
function page(key: PageKey, children?: readonly MenuNode[]): MenuNode {
  const { title, path, highlights }: PageSpec = PAGES[key]
  const place = highlights === undefined ? { title, path } : { title, path, hidden: true, highlights }
  return children === undefined ? place : { ...place, children }
}

const group = (key: GroupKey, children: readonly MenuNode[]): MenuNode => ({ ...PAGE_GROUPS[key], children })

/** What is done to the phone at the station: the same work on either channel. */
const INSPECTION_WORK = [
  action('扫手机开始质检、拍照', '/xySaasDetect/detRecord/verifyBarCode'),
  action('提交质检', '/xySaasDetect/detRecord/addDetectRecord'),
  action('拍摄实拍图', '/xySaasDetectApi/realPhoto/saveRealPhoto'),
  action('拍摄瑕疵图', '/api/ext/defPhoto/save'),
  action('复用照片', '/xySaasDetect/realPhoto/useOldRealPhotoInfo'),
]

const BATCH_WORK = action('批量提交质检', '/xySaasDetect/detRecord/addMultiCommodity')

const INSPECTION_READING = [
  action('查看列表', '/xySaasDetect/detRecord/getDetectRecordList'),
  action('查看报告', '/xySaasDetect/detRecord/getDetRecordDetails'),
]

const INSPECTION_CARE = [
  action('更换店铺', '/xySaasDetect/detRecord/updateXyUid'),
  action('作废质检', '/xySaasDetect/detRecord/deleteDetRecord'),
  action('修改闲鱼机型对照', '/api/ext/modelMapping/save'),
]

const ORDER_FIELDS = [
  action('查看金额', 'field:orderMoney'),
  action('查看买家联系方式', 'field:buyerContact'),
  action('点开才看得到买家电话（会记下是谁看的）', '/api/ext/buyerContact/reveal'),
]

const HOME: MenuNode = group('home', [page('home', [action('查看经营数据', 'field:overview')])])

const STORE: MenuNode = group('store', [
  page('shops', [
    action('查看店铺', '/api/xyAccount/list'),
    action('修改备注', '/api/xyAccount/remark'),
    action('绑定、解绑', '/api/xyAccount/bind'),
    action('启用、停用店铺', '/api/xyAccount/business'),
    action('重新上架设置', '/api/xyAccount/re_post_set'),
    action('删除店铺', '/api/xyAccount/del'),
  ]),
  page('shopConsent'),
])

const CHECK: MenuNode = group('check', [
  page('auctionInspection', [...INSPECTION_WORK, BATCH_WORK]),
  page('auctionInspections', [
    ...INSPECTION_READING,
    action('封袋、换袋', '/api/ext/sealBag/bind'),
    ...INSPECTION_CARE,
  ]),
  page('auctionReport'),
  page('curatedInspection', INSPECTION_WORK),
  page('curatedInspections', [...INSPECTION_READING, ...INSPECTION_CARE]),
  page('batchInspection', [BATCH_WORK]),
  page('batches', [
    action('查看批次', '/xySaasDetect/detRecord/getMultiDetRecordList'),
    action('查看批次手机', '/xySaasDetect/detRecord/getDetRecordDetailsByDetRecordId'),
  ]),
  page('batchUnits'),
  page('bagRecords', [
    action('查看记录', '/xySaasDetect/sealBag/GetSealBagList'),
    action('登记一卷封袋', '/api/ext/sealBag/registerRoll'),
  ]),
  page('phone', [action('查看一机一档', '/api/ext/phone/life')]),
])

const SALE: MenuNode = group('sale', [
  page('listings', [
    action('查看列表', '/api/goods/list'),
    action('查看详情', '/api/goods/detail'),
    action('发布商品', '/api/goods/publish'),
    action('编辑商品', '/api/goods/edit'),
    action('上下架、改价、删除', '/api/goods/operate'),
    action('导出商品', '/api/goods/export_create'),
    action('查看保底价', 'field:reservePrice'),
    action('查看成本价', 'field:costPrice'),
  ]),
  page('listing'),
  page('listingEditor'),
  page('auctionOrders', [
    action('查看列表', '/api/yushiorder/v1/order/list'),
    action('查看详情', '/api/yushiorder/v1/order/detail'),
    action('发货', '/api/yushiorder/v1/order/delivery'),
    action('关闭订单', '/api/yushiorder/v1/order/close'),
    action('备注', '/api/yushiorder/v1/order/addRemark'),
    action('出价记录', '/api/yushiorder/v1/order/offerRecord'),
    action('导出', '/api/yushiorder/v1/order/export'),
    ...ORDER_FIELDS,
  ]),
  page('auctionOrder'),
  page('curatedOrders', [
    action('查看列表', '/api/saleorder/v1/order/list'),
    action('查看详情', '/api/saleorder/v1/order/detail'),
    action('选手机', '/api/saleorder/v1/order/setDeliveryStock'),
    action('发货', '/api/saleorder/v1/order/delivery'),
    action('改价', '/api/saleorder/v1/order/changePrice'),
    action('关闭订单', '/api/saleorder/v1/order/close'),
    action('备注', '/api/yushiorder/v1/order/addRemark'),
    action('导出', '/api/saleorder/v1/order/export'),
    ...ORDER_FIELDS,
  ]),
  page('curatedOrder'),
  page('refunds', [
    action('查看列表', '/api/refund/v1/list'),
    action('查看严选售后', '/api/refund/v1/detail'),
    action('查看鱼市售后', '/api/refund/v1/detail_yushi'),
    action('同意退款', '/api/refund/v1/agree'),
    action('拒绝退款', '/api/refund/v1/refuse'),
    action('确认收货退款', '/api/refund/v1/confirm'),
    action('选平台判定的办法', '/api/refund/v1/confirm_yushi'),
    action('备注', '/api/refund/v1/remark'),
    action('退货签收', '/api/ext/refund/receive'),
    action('退货复检', '/api/ext/refund/recheck'),
    action('补发、寄回', '/api/ext/refund/resend'),
    action('导出', '/api/ext/refund/export'),
    action('查看金额', 'field:orderMoney'),
  ]),
  page('auctionRefund'),
  page('curatedRefund'),
])

const CAPITAL: MenuNode = group('capital', [
  page('bills', [
    action('查看账单', '/api/bill/v1/list'),
    action('对账', '/api/ext/bill/reconcile'),
    action('手工记一笔', '/api/ext/bill/adjust'),
    action('导出账单', '/api/ext/bill/export'),
  ]),
])

const ACCOUNT: MenuNode = group('account', [
  page('staff', [
    action('查看员工', '/api/emp/list'),
    action('添加、编辑员工', '/api/emp/edit'),
    action('启用、停用', '/api/emp/updateStatus'),
    action('要求重设密码', '/api/ext/emp/requirePasswordReset'),
    action('结束登录', '/api/ext/emp/endSessions'),
    action('删除员工', '/api/emp/del'),
  ]),
  page('roles', [
    action('查看角色', '/api/role/list'),
    action('添加、编辑角色', '/api/role/edit'),
    action('删除角色', '/api/role/del'),
  ]),
  page('roleEditor'),
  page('webhooks', [action('查看接口推送', '/api/ext/webhook/list'), action('管理接口推送', '/api/ext/webhook/save')]),
  page('audit', [action('查看日志', '/api/ext/audit/list'), action('核对日志', '/api/ext/audit/verify')]),
  page('apiKeys', [
    action('查看密钥', '/api/ext/apiKey/list'),
    action('创建、编辑、更换密钥', '/api/ext/apiKey/edit'),
    action('停用密钥', '/api/ext/apiKey/revoke'),
  ]),
  page('apiDocs'),
])

const MERCHANT: MenuNode = group('merchant', [
  page('merchantProfile', [action('修改商家名称', '/api/ext/merchant/rename')]),
  page('addresses', [
    action('查看地址', '/api/address/list'),
    action('添加、编辑地址', '/api/address/edit'),
    action('删除地址', '/api/address/del'),
  ]),
])

const TOOL: MenuNode = group('tool', [
  page('downloads', [action('查看导出记录', '/api/goods/export_list'), action('查看所有人的导出', 'scope:allExports')]),
  page('stockImports', [action('导入库存', '/api/ext/stockImport/start')]),
])

/**
 * The whole menu: groups, pages and what can be done on each (docs/specification.md §2). It gives the sidebar, the
 * permission tree that roles are made from, and the flat list the browser keeps. An action may stand on several pages;
 * granting it once grants it everywhere.
 */
export const MENU: readonly MenuNode[] = [HOME, STORE, CHECK, SALE, CAPITAL, ACCOUNT, MERCHANT, TOOL]

/** The grants that let a buyer have money back, or off before paying: only a role that holds one of them has a limit. */
export const REFUND_GRANTS: readonly string[] = [
  '/api/saleorder/v1/order/changePrice',
  '/api/refund/v1/agree',
  '/api/refund/v1/confirm',
  '/api/refund/v1/confirm_yushi',
]
