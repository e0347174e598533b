/**
 * One merchant's rows as releases wrote them that knew the auction market only: what a database of theirs holds when this
 * program opens it. Numbers at the end of ids tell them apart.
 */

/** The last migration of those releases. */
export const LAST_BEFORE = 15

/** Of a thing of the merchant's. */
export const earlierId = (number: number): string => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`

export const EARLIER = {
  merchantId: earlierId(1),
  employeeId: earlierId(2),
  phone: '13800133090',
  shopAccountId: earlierId(4),
  /** On sale, with a run to come. */
  listingOnSale: earlierId(31),
  /** Refused by the marketplace. */
  listingRefused: earlierId(32),
  /** Sold to the order below. */
  listingSold: earlierId(33),
  orderToShip: earlierId(51),
  /** Of goods that were offered in the marketplace's own app. */
  curatedOrder: earlierId(52),
  batchId: earlierId(61),
  dealPriceFen: 230_000,
} as const

const AT = '2026-11-19T02:00:00Z'
const LATER = '2026-12-19T02:00:00Z'
const { merchantId, employeeId, phone, shopAccountId, dealPriceFen } = EARLIER

const quoted = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return `array[${value.join(',')}]`
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return `'${typeof value === 'object' ? JSON.stringify(value) : String(value).replaceAll("'", "''")}'`
}

const insert = (table: string, row: Readonly<Record<string, unknown>>): string =>
  `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.values(row).map(quoted).join(', ')})`

/** Of one merchant. */
const own = (table: string, row: Readonly<Record<string, unknown>>): string =>
  insert(table, { merchant_id: merchantId, ...row })

const times = { created_at: AT, updated_at: AT }
const model = { model_id: 'apple-iphone-13', model_name: 'iPhone 13', sku_text: 'A2634 128GB 午夜色' }
const sku = { regulatoryNo: 'A2634', storage: '128GB', colour: '午夜色' }
const title = 'iPhone 13 128GB 午夜色 95新'
const report = { groups: [], exceptions: [], shots: [], missing: [], summaries: [] }

const imeiOf = (number: number): string => `3500000000000${String(number).padStart(2, '0')}`

/** A phone with its report. */
function phoneRows(number: number, state: string, channel = 'auction', batch: object = {}): string[] {
  const codes = { bar_code: `HJ26${String(number).padStart(8, '0')}`, imei: imeiOf(number) }
  const unit = { id: earlierId(10 + number), ...codes, code_kind: 'imei', ...model, sku, created_at: AT }
  const inspection = {
    id: earlierId(20 + number),
    inspection_no: `QC2611190000${number}`,
    unit_id: unit.id,
    channel,
    state,
    template_id: 'phone',
    template_version: '2026001',
    answers: {},
    report,
    system_grade: '95',
    final_grade: '95',
    repair_flag: 'R0',
    shop_account_id: shopAccountId,
    photo_task_id: earlierId(70 + number),
    ...codes,
    ...model,
    inspector_id: employeeId,
    edited_by: employeeId,
    edited_at: AT,
    ...times,
    ...batch,
  }
  return [own('unit', unit), own('inspection', inspection)]
}

function listingRows(id: string, number: number, state: string, more: object = {}): string[] {
  const listing = {
    id,
    channel: 'auction',
    state,
    shop_account_id: shopAccountId,
    title,
    description: '质检报告为准',
    ...model,
    grade: '95',
    stuff_status: 95,
    unit_count: 1,
    imei: imeiOf(number),
    created_by: employeeId,
    ...times,
    ...more,
  }
  const unit = { listing_id: id, unit_id: earlierId(10 + number), inspection_id: earlierId(20 + number) }
  return [own('listing', listing), own('listing_unit', { ...unit, holding: !('failure' in more) })]
}

function orderRows(id: string, channel: string, more: object): string[] {
  const order = {
    id,
    channel,
    order_no: `336420261119${id.slice(-7)}`,
    state: 'awaiting_shipment',
    shop_account_id: shopAccountId,
    title,
    unit_count: 1,
    deal_price_fen: dealPriceFen,
    paid_fen: dealPriceFen,
    buyer_nick: '买家**',
    ordered_at: AT,
    paid_at: AT,
    deadline_at: LATER,
    remote_updated_at: AT,
    ...times,
    ...more,
  }
  return [own('sale_order', order)]
}

const entry = {
  id: earlierId(41),
  listing_id: EARLIER.listingOnSale,
  state: 'scheduled',
  remote_entry_id: '9001',
  schedule_date: '2026-12-19',
  schedule_number: '01',
  mode: 'open',
  cut_off_at: LATER,
  starts_at: LATER,
  ends_at: LATER,
  start_price_fen: 150_000,
  reserve_price_fen: 180_000,
  ...times,
}
const batch = {
  id: EARLIER.batchId,
  batch_no: 'PC26111900001',
  channel: 'curated',
  ...model,
  sku,
  grade: '95',
  repair_flag: 'R0',
  batch_version: 1,
  shop_account_id: shopAccountId,
  created_by: employeeId,
  edited_by: employeeId,
  edited_at: AT,
  ...times,
}
const batchVersion = {
  batch_id: EARLIER.batchId,
  number: 1,
  template_id: 'phone',
  template_version: '2026001',
  answers: {},
  report,
  system_grade: '95',
  grade: '95',
  repair_flag: 'R0',
  created_by: employeeId,
  created_at: AT,
}
const shop = {
  id: shopAccountId,
  authorize_id: 7001,
  user_identity: 'earlier',
  user_name: 'earlier',
  nick: '旧店',
  shop_name: '旧店',
  authorised_until: LATER,
  is_valid: true,
  is_pro: true,
  deposit_enough: true,
  item_biz_types: [19, 26],
  remark: '主店',
  created_at: AT,
  refreshed_at: AT,
}
const orderLine = { line_no: 1, amount_fen: dealPriceFen, unit_price_fen: dealPriceFen }

/** The statements that write the rows, in an order that the foreign keys take. `passwordHash` lets the owner sign in. */
export const earlierRows = (passwordHash: string): readonly string[] => [
  insert('account', { phone, password_hash: passwordHash, password_set_at: AT, created_at: AT }),
  insert('seller_directory', { seller_id: 800999, merchant_id: merchantId }),
  own('merchant', { name: '旧手机行', seller_id: 800999, created_at: AT }),
  own('employee', { id: employeeId, phone, name: '老板', status: 'active', is_owner: true, ...times }),
  own('role', { id: earlierId(3), name: '老板', preset: 'owner', ...times }),
  own('employee_role', { employee_id: employeeId, role_id: earlierId(3) }),
  own('phone_directory', {
    phone,
    employee_id: employeeId,
    employee_name: '老板',
    merchant_name: '旧手机行',
    is_active: true,
    is_founder: true,
    added_at: AT,
  }),
  own('shop_account', shop),
  own('batch', batch),
  own('batch_version', batchVersion),
  ...phoneRows(1, 'listed'),
  ...phoneRows(2, 'listable'),
  ...phoneRows(3, 'sold'),
  ...phoneRows(4, 'listable', 'curated', { batch_id: EARLIER.batchId, batch_version: 1 }),
  ...listingRows(EARLIER.listingOnSale, 1, 'on_sale', { product_id: '5001', entry_id: entry.id }),
  ...listingRows(EARLIER.listingRefused, 2, 'publish_failed', { failure: '商品主图不清晰' }),
  ...listingRows(EARLIER.listingSold, 3, 'sold_off_shelf', { product_id: '5003', order_id: EARLIER.orderToShip }),
  own('auction_entry', entry),
  ...orderRows(EARLIER.orderToShip, 'auction', {
    ...model,
    listing_id: EARLIER.listingSold,
    grade: '95',
    imei: imeiOf(3),
  }),
  own('sale_order_auction', {
    order_id: EARLIER.orderToShip,
    schedule_date: '2026-11-18',
    schedule_number: '01',
    mode: 'open',
  }),
  own('sale_order_line', { order_id: EARLIER.orderToShip, listing_id: EARLIER.listingSold, quantity: 1, ...orderLine }),
  own('sale_order_unit', {
    order_id: EARLIER.orderToShip,
    unit_id: earlierId(13),
    line_no: 1,
    inspection_id: earlierId(23),
    bar_code: 'HJ2600000003',
    imei: imeiOf(3),
    deal_price_fen: dealPriceFen,
    dispatch_state: 'pending',
  }),
  ...orderRows(EARLIER.curatedOrder, 'curated', { unit_count: 2, sku_text: '颜色:黑色;容量:256GB' }),
  own('sale_order_line', {
    order_id: EARLIER.curatedOrder,
    sku_text: '颜色:黑色;容量:256GB',
    quantity: 2,
    ...orderLine,
  }),
  own('desired_state', {
    subject: 'shipment',
    subject_id: EARLIER.orderToShip,
    generation: 1,
    state: 'refused',
    requested_at: AT,
    desired: { carrierCode: 'SF', waybill: 'SF1234567890123' },
    problem: '运单号已被使用',
  }),
]
