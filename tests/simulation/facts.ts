import { ORDER_STATUS } from '@huanji/marketplace/protocol/orders'
import { PRODUCT_STATUS } from '@huanji/marketplace/protocol/products'
import type {
  EntryDocument,
  OrderDocument,
  ProductDocument,
  SettlementDocument,
} from '@huanji/marketplace/sandbox/documents'
import type { SandboxDump } from '@huanji/marketplace/sandbox/options'

/** A listing as our books have it. */
export interface Offer {
  readonly listingId: string
  readonly channel: 'auction' | 'curated'
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
  readonly channel: 'auction' | 'curated'
  readonly state: string
  readonly version: number
  readonly listingId: string | null
  readonly unitCount: number
  readonly isShort: boolean
  readonly dealFen: number
  readonly freightFen: number
  readonly paidFen: number | null
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
  readonly offers: readonly Offer[]
  readonly sales: readonly Sale[]
  readonly products: readonly ProductDocument[]
  readonly orders: readonly OrderDocument[]
  readonly entries: readonly EntryDocument[]
  readonly settlements: readonly SettlementDocument[]
  readonly money: readonly Money[]
}

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
      coalesce(array_agg(u.inspection_id::text) filter (where u.holding), '{}') as phones
    from sale_order o left join sale_order_unit u on u.merchant_id = o.merchant_id and u.order_id = o.id
    where o.merchant_id = `

const MONEY = `
  select order_no as "orderNo", sum(case direction when 'in' then amount_fen else -amount_fen end) as "netFen"
    from bill where state = 'settled' and merchant_id = `

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
  const offers = await rows<Offer>(`${OFFERS}${merchant} group by l.merchant_id, l.id`)
  const sales = await rows<Sale>(`${SALES}${merchant} group by o.merchant_id, o.id`)
  const money = await rows<Money>(`${MONEY}${merchant} group by order_no`)
  const { product = {}, order = {}, entry = {}, settlement = {} } = await dump()
  return {
    offers,
    sales: sales.map(numbers),
    products: Object.values(product) as ProductDocument[],
    orders: Object.values(order) as OrderDocument[],
    entries: Object.values(entry) as EntryDocument[],
    settlements: Object.values(settlement) as SettlementDocument[],
    money: money.map(numbers),
  }
}

/** The marketplace's goods of a listing: our number of it stands in them. */
export const productsOf = ({ products }: Facts, { listingId }: Offer): ProductDocument[] =>
  products.filter(({ fields }) => fields.outer_id === listingId)

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

/** How many pieces of a product a buyer could take at this moment. */
export const shownOf = ({ status, stock }: ProductDocument): number => (status === PRODUCT_STATUS.onSale ? stock : 0)
