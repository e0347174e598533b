import type { Channel } from '@huanji/domain/channel'
import { skuIdOf } from '@huanji/domain/listing/sku-id'
import { ORDER_STATUS } from '@huanji/marketplace/protocol/orders'
import { PRODUCT_STATUS } from '@huanji/marketplace/protocol/products'
import type {
  EntryDocument,
  OrderDocument,
  ProductDocument,
  SettlementDocument,
} from '@huanji/marketplace/sandbox/documents'
import type { SandboxDump } from '@huanji/marketplace/sandbox/options'

/** A report of a phone as our books have it. A phone that was inspected anew has several. */
export interface Report {
  readonly inspectionId: string
  readonly version: number
  readonly channel: Channel
  readonly state: string
  /** The phone itself, whichever unit and report it goes by. */
  readonly imei: string
  readonly skuId: string
  readonly bagCode: string
}

/** A listing as our books have it. */
export interface Offer {
  readonly listingId: string
  readonly channel: Channel
  readonly kind: 'single' | 'stock'
  readonly state: string
  readonly version: number
  readonly failure: string
  readonly productId: string
  /** The phones that it was ever offered with, by their reports, and those that it still holds. */
  readonly phones: readonly string[]
  readonly held: readonly string[]
}

/** An order as our books have it. */
export interface Sale {
  readonly orderId: string
  readonly orderNo: string
  readonly channel: Channel
  readonly state: string
  readonly version: number
  readonly listingId: string | null
  readonly unitCount: number
  readonly isShort: boolean
  readonly dealFen: number
  readonly freightFen: number
  readonly paidFen: number | null
  /** Which of the listing's SKUs was bought. */
  readonly skuId: string
  /** The phones that are assigned to it, by their reports. */
  readonly phones: readonly string[]
}

/** What was settled for an order by our books, in fen; negative when money is taken back. */
export interface Money {
  readonly orderNo: string
  readonly netFen: number
}

/** Both sides at one moment. */
export interface Facts {
  /** Every report by its id. */
  readonly reports: ReadonlyMap<string, Report>
  /** The newest report of each phone, by its IMEI. */
  readonly newest: ReadonlyMap<string, Report>
  readonly offers: readonly Offer[]
  readonly sales: readonly Sale[]
  readonly products: readonly ProductDocument[]
  /** The marketplace's goods by the listing that they are of. */
  readonly productsByListing: ReadonlyMap<string, readonly ProductDocument[]>
  readonly orders: readonly OrderDocument[]
  readonly entries: readonly EntryDocument[]
  readonly settlements: readonly SettlementDocument[]
  readonly money: readonly Money[]
}

const REPORTS = `
  select i.id::text as "inspectionId", i.version, i.channel, i.state, i.imei, u.sku, coalesce(i.bag_code, '') as "bagCode"
    from inspection i join unit u on u.merchant_id = i.merchant_id and u.id = i.unit_id
    where i.merchant_id = `
const OFFERS = `
  select l.id as "listingId", l.channel, l.kind, l.state, l.version, l.failure, l.product_id as "productId",
      array_agg(u.inspection_id::text) as phones,
      coalesce(array_agg(u.inspection_id::text) filter (where u.holding), '{}') as held
    from listing l join listing_unit u on u.merchant_id = l.merchant_id and u.listing_id = l.id
    where l.merchant_id = `
const SALES = `
  select o.id as "orderId", o.order_no as "orderNo", o.channel, o.state, o.version, o.listing_id as "listingId",
      o.unit_count as "unitCount", o.is_short as "isShort", o.deal_price_fen as "dealFen",
      o.freight_fen as "freightFen", o.paid_fen as "paidFen",
      (select min(s.sku_id) from sale_order_line s where s.merchant_id = o.merchant_id and s.order_id = o.id) as "skuId",
      coalesce(array_agg(u.inspection_id::text) filter (where u.holding), '{}') as phones
    from sale_order o left join sale_order_unit u on u.merchant_id = o.merchant_id and u.order_id = o.id
    where o.merchant_id = `

const MONEY = `
  select order_no as "orderNo", sum(case direction when 'in' then amount_fen else -amount_fen end) as "netFen"
    from bill where state = 'settled' and order_no <> '' and type not in ('depositFreeze', 'depositUnfreeze')
      and merchant_id = `

type ReportRow = Omit<Report, 'skuId'> & { readonly sku: Parameters<typeof skuIdOf>[0] }

const numbers = <Row extends object>(row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, name.endsWith('Fen') && value !== null ? Number(value) : value]),
  ) as Row

/** Where both sides can be read. */
export interface BothSides {
  readonly merchantId: string
  rows<Row>(text: string): Promise<Row[]>
  dump(): SandboxDump | Promise<SandboxDump>
}

/** Reads both sides; nobody is asked, and no rule is in the way. */
export async function readFacts({ rows, merchantId, dump }: BothSides): Promise<Facts> {
  const merchant = `'${merchantId}'`
  const [reportRows, offers, sales, money] = await Promise.all([
    rows<ReportRow>(`${REPORTS}${merchant} order by i.created_at, i.inspection_no`),
    rows<Offer>(`${OFFERS}${merchant} group by l.merchant_id, l.id`),
    rows<Sale>(`${SALES}${merchant} group by o.merchant_id, o.id`),
    rows<Money>(`${MONEY}${merchant} group by order_no`),
  ])
  const reports = reportRows.map(({ sku, ...report }): Report => ({ ...report, skuId: skuIdOf(sku) }))
  const { product = {}, order = {}, entry = {}, settlement = {} } = await dump()
  const products = Object.values(product) as ProductDocument[]
  return {
    reports: new Map(reports.map((report) => [report.inspectionId, report])),
    newest: new Map(reports.map((report) => [report.imei, report])),
    offers,
    sales: sales.map(numbers),
    products,
    productsByListing: Map.groupBy(products, ({ fields }) => fields.outer_id ?? ''),
    orders: Object.values(order) as OrderDocument[],
    entries: Object.values(entry) as EntryDocument[],
    settlements: Object.values(settlement) as SettlementDocument[],
    money: money.map(numbers),
  }
}

/** The marketplace's goods of a listing: our number of it stands in them. */
export const productsOf = ({ productsByListing }: Facts, { listingId }: Offer): readonly ProductDocument[] =>
  productsByListing.get(listingId) ?? []

/** The phone that a report is about. */
export const phoneOf = ({ reports }: Facts, inspectionId: string): string => {
  const report = reports.get(inspectionId)
  if (report === undefined) throw new Error(`nobody knows report ${inspectionId}`)
  return report.imei
}

export const skuOf = ({ reports }: Facts, inspectionId: string): string => reports.get(inspectionId)?.skuId ?? ''

const RUNNING: readonly string[] = ['accepted', 'scheduled', 'bidding', 'negotiating']
const SOLD: readonly number[] = [
  ORDER_STATUS.awaitingPayment,
  ORDER_STATUS.awaitingShipment,
  ORDER_STATUS.shipped,
  ORDER_STATUS.completed,
]

export const isRunning = ({ status }: EntryDocument): boolean => RUNNING.includes(status)

/** Whether an order takes its goods: it is neither closed nor refunded. */
export const takesGoods = ({ status }: OrderDocument): boolean => SOLD.includes(status)

/** Whether the goods of an order have left: the phone is elsewhere, and comes back as another. */
export const hasLeft = ({ status }: OrderDocument): boolean =>
  status === ORDER_STATUS.shipped || status === ORDER_STATUS.completed

/** How many pieces of a product a buyer could take at this moment, by our names of its SKUs. */
export function shownBySku(product: ProductDocument): ReadonlyMap<string, number> {
  const { skus, status, stock } = product
  const isShown = status === PRODUCT_STATUS.onSale
  if (!skus) return new Map([[ONLY, isShown ? stock : 0]])
  return new Map(skus.map((sku) => [sku.outer_id ?? ONLY, isShown ? sku.stock : 0]))
}

/** What a product of one SKU calls it. */
export const ONLY = ''

/** How many pieces of a product a buyer could take at this moment. */
export const shownOf = ({ status, stock }: ProductDocument): number => (status === PRODUCT_STATUS.onSale ? stock : 0)
