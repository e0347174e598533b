/** Something that can be done for every row that a list's filter finds: one call a row, each with its own result. */
export interface BulkAction {
  /** A verb, in Chinese: 下架. */
  readonly title: string
  /** The call that lists the rows, as `group.name`. Whoever may not make it has no rows to choose from. */
  readonly list: string
  /** The call that is made for each row, as `group.name`; whoever may not make it is refused. */
  readonly call: string
  /** The field of a row that holds its id. */
  readonly idField: string
  /**
   * Where the id goes in the call's input. `rows.listingId` stands for a call that takes several rows and answers
   * `results` in their order: it is given the one.
   */
  readonly inputField: string
  /** What rows that allow it name in their `allowedActions`; the others are skipped. */
  readonly allowed: string
  /** The rest of the call's input, the same for every row and every person. */
  readonly fixed?: Readonly<Record<string, string>>
  /** Names of further input that the person gives once for all rows; it goes beside the id, and each is needed. */
  readonly asks?: readonly string[]
  /** `rows` where a call that takes several rows takes what is asked beside them, and not in each. */
  readonly asksBeside?: 'rows'
}

const listings = { list: 'goods.list', idField: 'listingId' } as const
const operate = { ...listings, call: 'goods.operate', inputField: 'rows.listingId' } as const
const orders = { list: 'auctionOrder.list', idField: 'orderId', inputField: 'orderId' } as const
const curatedOrders = { ...orders, list: 'curatedOrder.list' } as const
const inspections = {
  list: 'detRecord.getDetectRecordList',
  idField: 'inspectionId',
  inputField: 'rows.inspectionId',
} as const
const employees = { list: 'employee.list', idField: 'staffId', inputField: 'staffId' } as const

/** What lists offer for all rows of a filter. Plain data: the screens load it without any schema. */
export const BULK_ACTIONS = {
  'listing.takeOff': { ...operate, title: '下架', allowed: 'takeOff', fixed: { action: 'off_shelf' } },
  'listing.relist': {
    ...operate,
    title: '重新上架',
    allowed: 'relist',
    fixed: { action: 'relist' },
    asks: ['scheduleDate', 'scheduleNumber'],
  },
  'listing.delete': { ...operate, title: '删除', allowed: 'delete', fixed: { action: 'delete' } },
  'listing.retry': {
    ...listings,
    title: '重新提交',
    call: 'extListing.retry',
    inputField: 'listingId',
    allowed: 'retry',
  },
  'listing.giveUp': {
    ...listings,
    title: '保持原样',
    call: 'extListing.giveUp',
    inputField: 'listingId',
    allowed: 'giveUp',
  },
  'shipment.retry': { ...orders, title: '重新提交', call: 'extShipment.retry', allowed: 'retry' },
  'shipment.giveUp': { ...orders, title: '保持原样', call: 'extShipment.giveUp', allowed: 'giveUp' },
  'curatedShipment.retry': { ...curatedOrders, title: '重新提交', call: 'extShipment.retry', allowed: 'retry' },
  'curatedShipment.giveUp': { ...curatedOrders, title: '保持原样', call: 'extShipment.giveUp', allowed: 'giveUp' },
  'inspection.changeShop': {
    ...inspections,
    title: '换店铺',
    call: 'recordAction.updateXyUid',
    allowed: 'changeShop',
    asks: ['shopAccountId'],
    asksBeside: 'rows',
  },
  'inspection.void': {
    ...inspections,
    title: '作废',
    call: 'recordAction.deleteDetRecord',
    allowed: 'void',
    asks: ['reason', 'voidsBag'],
    asksBeside: 'rows',
  },
  'employee.disable': {
    ...employees,
    title: '停用',
    call: 'employee.updateStatus',
    allowed: 'disable',
    fixed: { status: 'disabled' },
  },
  'employee.enable': {
    ...employees,
    title: '启用',
    call: 'employee.updateStatus',
    allowed: 'enable',
    fixed: { status: 'active' },
  },
  'employee.endSessions': {
    ...employees,
    title: '结束登录',
    call: 'extEmployee.endSessions',
    allowed: 'endSessions',
  },
  'employee.requirePasswordReset': {
    ...employees,
    title: '要求重设密码',
    call: 'extEmployee.requirePasswordReset',
    allowed: 'requirePasswordReset',
  },
  'address.delete': {
    title: '删除',
    list: 'address.list',
    call: 'address.del',
    idField: 'addressId',
    inputField: 'addressId',
    allowed: 'delete',
  },
} as const satisfies Readonly<Record<string, BulkAction>>

export type BulkActionKey = keyof typeof BULK_ACTIONS
