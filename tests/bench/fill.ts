import { endsOf, termsOf } from '@huanji/server/database/search-terms'
import pg from 'pg'
import { fillBills, fillRefunds } from './fill-money.ts'

/** Merchants of a filled database; the first one has half of all orders, so that its pages go deep. */
export const MERCHANTS = 50

const STATES =
  "array['completed','completed','completed','completed','completed','completed','shipped','closed','refunded','awaiting_shipment']"

/** A number without a pattern for each order, and the same every time. */
const CHANCE = "('x' || substr(md5(n::text), 1, 7))::bit(28)::int"
const oneOf = (words: readonly string[], divisor: number): string =>
  `(array[${words.map((word) => `'${word}'`).join(',')}])[1 + ${CHANCE} / ${divisor} % ${words.length}]`

/** 24,000 different titles, such as 苹果 iPhone 14 128GB 午夜色 95新 国行 配件齐全. */
const TITLE = [
  "(array['苹果 iPhone 13','苹果 iPhone 14','华为 Mate 60','小米 14'])[1 + n % 4]",
  oneOf(['64GB', '128GB', '256GB', '512GB', '1TB'], 1),
  oneOf(['黑色', '白色', '午夜色', '星光色', '远峰蓝', '雅川青'], 5),
  oneOf(['85新', '90新', '95新', '98新', '99新'], 30),
  oneOf(['国行', '港版', '美版', '日版'], 150),
  oneOf(
    ['配件齐全', '单机', '无拆修', '换过电池', '电池健康', '屏幕更换', '在保', '边框轻微', '背盖划痕', '仅充新'],
    600,
  ),
].join(" || ' ' || ")

export interface Filling {
  /** How far orders of a merchant lie apart. */
  readonly everySeconds?: number
  /** Whether keywords find them. */
  readonly isSearched?: boolean
}

/**
 * Puts `orders` orders with a unit and a listing each, two in three of the auction market, with the bills and after-sale cases
 * that some of them have, into a database that exists only to be measured, past the program and its rules: through the calls it
 * would take hours. What no measurement reads (inspections, histories) is left out, and foreign keys are not checked meanwhile.
 */
export function fillOrders(
  databaseUrl: string,
  merchantIds: readonly string[],
  orders: number,
  { everySeconds = 1, isSearched = true }: Filling = {},
): Promise<void> {
  return filling(databaseUrl, async (client) => {
    const [first, ...others] = merchantIds
    const share = Math.round(orders / 2 / Math.max(1, others.length))
    const fill = (merchantId: string, count: number) => fillMerchant(client, merchantId, count, { everySeconds })
    await fill(first ?? '', orders - share * others.length)
    for (const merchantId of others) await fill(merchantId, share)
    await fillBills(client)
    await fillRefunds(client)
    if (isSearched) await fillSearch(client)
  })
}

/** The same with orders of the curated market and of one merchant alone, without bills, which no keyword finds. */
export const fillCuratedOrders = (databaseUrl: string, merchantId: string, orders: number): Promise<void> =>
  filling(databaseUrl, (client) => fillMerchant(client, merchantId, orders, { channel: "'curated'" }))

/** Adds the inspections that the rows name, so that every foreign key holds: a restore lays them all again. */
export async function fillInspections(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`set statement_timeout = 0;
      insert into inspection (merchant_id, id, inspection_no, unit_id, channel, state, template_id, template_version, answers,
        report, final_grade, photo_task_id, bar_code, imei, model_id, model_name, sku_text, inspector_id, edited_by, edited_at,
        created_at, updated_at)
      select named.merchant_id, named.inspection_id, 'ZJ' || row_number() over (), named.unit_id, 'auction', 'sold', 'bench', '1',
        '{}', '{}', '95', gen_random_uuid(), unit.bar_code, unit.imei, unit.model_id, unit.model_name, unit.sku_text, people.id,
        people.id, unit.created_at, unit.created_at, unit.created_at
      from (select merchant_id, inspection_id, unit_id from listing_unit
            union select merchant_id, inspection_id, unit_id from sale_order_unit) as named
      join unit on unit.merchant_id = named.merchant_id and unit.id = named.unit_id
      join lateral (select id from employee where merchant_id = named.merchant_id limit 1) as people on true
      on conflict do nothing;
      analyze`)
  } finally {
    await client.end()
  }
}

/** The tables that are filled; what is entered into a table without indexes takes a tenth of the time. */
const FILLED = [
  ...['unit', 'listing', 'listing_unit', 'listing_sku', 'auction_entry', 'sale_order', 'sale_order_auction'],
  ...[
    'sale_order_line',
    'sale_order_unit',
    'bill',
    'settlement',
    'refund',
    'refund_unit',
    'search_entry',
    'search_part',
  ],
]

async function filling(databaseUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica; set synchronous_commit = off; set statement_timeout = 0;
      set work_mem = '256MB'; set maintenance_work_mem = '512MB'`)
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
       where indrelid = any ($1::regclass[]) and not indisunique`,
      [FILLED],
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    await work(client)
    for (const { definition } of indexes) await client.query(definition)
    await client.query('reset session_replication_role')
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/** Ids in the order of time, like the program's own: the moment in front, the rest from a hash. */
const idOf = (salt: string): string => `
  (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5('${salt}' || n || $1::text), 1, 3)
   || '8' || substr(md5('${salt}' || n || $1::text), 4, 15))::uuid`

/** Two in three of the auction market. */
const CHANNELS = "case when n % 3 = 2 then 'curated' else 'auction' end"

async function fillMerchant(
  client: pg.Client,
  merchantId: string,
  orders: number,
  { channel = CHANNELS, everySeconds = 1 }: { readonly channel?: string; readonly everySeconds?: number },
): Promise<void> {
  if (orders < 1) return
  await client.query(
    `create temporary table wanted as
     select n, $1::uuid as merchant_id, at, ${idOf('order')} as order_id, ${idOf('unit')} as unit_id,
            ${idOf('listing')} as listing_id, ${idOf('entry')} as entry_id,
            ${channel} as channel,
            case when n % 6 = 2 then 'stock' else 'single' end as kind,
            (${STATES})[1 + n % 10] as state,
            '35' || lpad(n::text, 13, '0') as imei,
            (array['apple-iphone-13','apple-iphone-14','huawei-mate-60','xiaomi-14'])[1 + n % 4] as model_id,
            'HJ' || lpad(n::text, 10, '0') as bag_code, 'B' || lpad(n::text, 12, '0') as bar_code,
            100000 + n % 400000 as price, ${TITLE} as title
       from (select n, timestamptz '2026-01-01' + n * interval '${everySeconds} seconds' as at from generate_series(1, ${orders}) n) as days`,
    [merchantId],
  )
  await client.query(`insert into unit (merchant_id, id, bar_code, code_kind, imei, model_id, model_name, sku, sku_text, created_at)
    select merchant_id, unit_id, bar_code, 'imei', imei, model_id, '样机 ' || model_id, '{}', '128GB 黑色', at from wanted`)
  await fillListings(client)
  await client.query(`insert into sale_order (merchant_id, id, channel, order_no, state, shop_account_id, title, model_id,
      model_name, sku_text, grade, unit_count, imei, bar_code, bag_code, deal_price_fen, paid_fen, buyer_nick, ordered_at,
      paid_at, shipped_at, deadline_at, waybill, remark, remote_updated_at, created_at, updated_at, listing_id)
    select w.merchant_id, w.order_id, w.channel, to_char(w.at, 'YYYYMMDD') || lpad(w.n::text, 11, '0'), w.state, s.id,
      w.title, w.model_id, '样机 ' || w.model_id, '128GB 黑色', '95', 1, w.imei, w.bar_code,
      w.bag_code, w.price + 20000, w.price + 20000, '买家**', w.at, w.at + interval '1 hour',
      case when w.state in ('completed', 'shipped') then w.at + interval '9 hours' end,
      case when w.state = 'awaiting_shipment' then w.at + interval '1 day' end,
      case when w.state in ('completed', 'shipped') then 'SF' || lpad(w.n::text, 13, '0') else '' end, '发货前请再检查一次屏幕', w.at, w.at, w.at, w.listing_id
      from wanted w join shop_account s on s.merchant_id = w.merchant_id`)
  await client.query(`insert into sale_order_auction (merchant_id, order_id, schedule_date, schedule_number, mode, start_price_fen)
    select merchant_id, order_id, at::date, lpad((n % 12 + 1)::text, 2, '0'), 'sealed', price from wanted
      where channel = 'auction'`)
  await client.query(`insert into sale_order_line (merchant_id, order_id, line_no, quantity, unit_price_fen, amount_fen)
    select merchant_id, order_id, 1, 1, price + 20000, price + 20000 from wanted`)
  await client.query(`insert into sale_order_unit (merchant_id, order_id, unit_id, line_no, inspection_id, bar_code, imei, bag_code,
      deal_price_fen, dispatch_state, holding)
    select merchant_id, order_id, unit_id, 1, unit_id, bar_code, imei, bag_code, price + 20000, 'shipped',
      state not in ('closed', 'refunded') from wanted`)
  await client.query('drop table wanted')
}

/** What each order is of: goods that were sold, but for those of orders that wait or came to nothing. */
async function fillListings(client: pg.Client): Promise<void> {
  await client.query(`insert into listing (merchant_id, id, channel, kind, state, shop_account_id, title, description, model_id,
      model_name, sku_text, sku_id, grade, unit_count, imei, bar_code, price_fen, entry_id, order_id, created_by, created_at, updated_at)
    select w.merchant_id, w.listing_id, w.channel, w.kind,
      case w.state when 'awaiting_shipment' then 'on_sale' when 'closed' then 'auto_off' when 'refunded' then 'off_shelf'
        else 'sold_off_shelf' end,
      s.id, w.title, '以质检报告为准', w.model_id, '样机 ' || w.model_id, '128GB 黑色', '128GB/黑色', '95', 1, w.imei, w.bar_code,
      case when w.channel = 'curated' then w.price + 20000 end, case when w.channel = 'auction' then w.entry_id end,
      w.order_id, w.merchant_id, w.at, w.at
      from wanted w join shop_account s on s.merchant_id = w.merchant_id`)
  await client.query(`insert into listing_unit (merchant_id, listing_id, unit_id, inspection_id, holding)
    select merchant_id, listing_id, unit_id, unit_id, state = 'awaiting_shipment' from wanted`)
  await client.query(`insert into listing_sku (merchant_id, listing_id, sku_id, sku_text, price_fen, shown_stock, position)
    select merchant_id, listing_id, '128GB/黑色', '128GB 黑色', price + 20000, 0, 0 from wanted where kind = 'stock'`)
  await client.query(`insert into auction_entry (merchant_id, id, listing_id, state, schedule_date, schedule_number, mode,
      cut_off_at, starts_at, ends_at, start_price_fen, reserve_price_fen, created_at, updated_at)
    select merchant_id, entry_id, listing_id, case state when 'closed' then 'unsold' else 'won' end, at::date,
      lpad((n % 12 + 1)::text, 2, '0'), 'sealed', at, at, at, price, price, at, at from wanted where channel = 'auction'`)
}

/** What keywords find the orders and their goods by, as the program would have entered it. */
async function fillSearch(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ title: string; buyer_nick: string }>(
    'select distinct title, buyer_nick from sale_order',
  )
  await client.query('create temporary table title_term (title text, buyer_nick text, term text)')
  await client.query('create temporary table term_part (term text, part text)')
  const known = new Set<string>()
  for (let at = 0; at < rows.length; at += 1_000) {
    const entries = rows
      .slice(at, at + 1_000)
      .flatMap(({ title, buyer_nick }) => termsOf([title, buyer_nick]).map((term) => ({ title, buyer_nick, term })))
    await insert(client, 'title_term (title, buyer_nick, term)', entries)
    const terms = [...new Set(entries.map(({ term }) => term))].filter((term) => !known.has(term))
    for (const term of terms) known.add(term)
    await insert(
      client,
      'term_part (term, part)',
      terms.flatMap((term) => endsOf(term).map((part) => ({ term, part }))),
    )
  }
  await client.query('analyze title_term, term_part')
  await client.query(`insert into search_entry (merchant_id, list, term, state, at, subject_id)
    select o.merchant_id, 'order:' || o.channel, t.term, o.state, o.ordered_at, o.id
    from sale_order o join title_term t using (title, buyer_nick)`)
  await client.query(`insert into search_entry (merchant_id, list, term, state, at, subject_id)
    select l.merchant_id, 'listing:' || l.channel, t.term, l.state, l.created_at, l.id
    from listing l join title_term t using (title)`)
  await client.query(`insert into search_part (merchant_id, thing, part, term)
    select distinct o.merchant_id, 'order', p.part, p.term
    from (select distinct merchant_id, title, buyer_nick from sale_order) o
    join title_term t using (title, buyer_nick) join term_part p using (term)`)
  await client.query(`insert into search_entry (merchant_id, list, term, state, at, subject_id)
    select r.merchant_id, 'refund:' || r.channel, t.term, r.state, r.opened_at, r.id
    from refund r join title_term t using (title, buyer_nick)`)
  await client.query(`insert into search_part (merchant_id, thing, part, term)
    select merchant_id, other.thing, part, term from search_part cross join (values ('listing'), ('refund')) other (thing)
    where search_part.thing = 'order'`)
  await client.query('drop table title_term, term_part')
}

/** Inserts rows of text columns, named in their order in the table. */
async function insert(client: pg.Client, table: string, rows: readonly Record<string, string>[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const lists = columns.map((_, index) => `$${index + 1}::text[]`).join(', ')
  await client.query(
    `insert into ${table} select * from unnest(${lists})`,
    columns.map((column) => rows.map((row) => row[column])),
  )
}
