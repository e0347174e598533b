import { dictionary } from '@huanji/domain/dictionary'
import type { RawBuilder } from 'kysely'
import type { ShopBound } from '../platform/actor.ts'
import { isId } from '../platform/ids.ts'
import type { Tx } from './database.ts'
import { compiled, type Statement, type WrittenStatement } from './query.ts'

/** What a bound person sees of a table: a condition about its row `t`, in SQL. */
type Rule = (at: Place) => string

interface Place {
  readonly merchant: string
  readonly shops: string
  readonly employee: string
  readonly since: string
}

const inShop: Rule = ({ shops }) => `t.shop_account_id = any (${shops})`
const inShopOrNone: Rule = (at) => `(t.shop_account_id is null or ${inShop(at)})`

/** What belongs to a record with a shop: seen with that record, which `column` names. */
const of =
  (parent: string, column: string): Rule =>
  ({ merchant, shops }) =>
    `exists (select from public.${parent} p where p.merchant_id = ${merchant} and p.id = t.${column}
             and p.shop_account_id = any (${shops}))`

/** What belongs to an inspection, which may be of no shop. */
const ofInspection: Rule = (at) =>
  `not exists (select from public.inspection p where p.merchant_id = ${at.merchant} and p.id = t.inspection_id
               and p.shop_account_id <> all (${at.shops}))`

/** The records that have a shop and that others name by their id alone. */
const NAMED = [
  'settlement_import',
  'sale_order',
  'listing',
  'refund',
  'bill',
  'account_flow',
  'bill_finding',
  'inspection',
  'batch',
] as const

/** What tells of anything: seen unless it tells of a record of another shop. */
const about =
  (id: string): Rule =>
  (at) => {
    const records = NAMED.map(
      (name) => `not exists (select from public.${name} p where p.merchant_id = ${at.merchant} and p.id = ${id}
                             and p.shop_account_id <> all (${at.shops}))`,
    )
    const shop = `not exists (select from public.shop_account p where p.merchant_id = ${at.merchant} and p.id = ${id}
                              and p.id <> all (${at.shops}))`
    const entry = `not exists (select from public.auction_entry p
                               join public.listing l on l.merchant_id = p.merchant_id and l.id = p.listing_id
                               where p.merchant_id = ${at.merchant} and p.id = ${id} and l.shop_account_id <> all (${at.shops}))`
    const check = `not exists (select from public.bill_check p where p.merchant_id = ${at.merchant} and p.id = ${id})`
    return `(${id} is null or (${[...records, shop, entry, check].join(' and ')}))`
  }

/** The id that an entry of the audit log is about; null for what goes by another name. */
const recordOf = (row: string): string =>
  `(case when ${row}.subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${row}.subject_id::uuid end)`

/** What somebody had made: only their own, and none from before the shops were these. */
const ownSince: Rule = ({ employee, since }) => `t.employee_id = ${employee} and t.created_at >= ${since}`

const BID: Rule = ({ merchant, shops }) =>
  `exists (select from public.auction_entry e join public.listing p on p.merchant_id = e.merchant_id and p.id = e.listing_id
           where e.merchant_id = ${merchant} and e.id = t.entry_id and p.shop_account_id = any (${shops}))`

/**
 * What a person who is bound to shops sees of the tables whose rows belong to a shop, by themselves or by what they are
 * part of. Tables that are not named belong to no shop: phones, people, models, marketplace sessions. Nor are those that say
 * which phone a listing or an order holds, and in which bag: a phone or a bag that is taken anywhere is not free.
 */
export const SHOP_RULES: Readonly<Record<string, Rule>> = dictionary<Rule>({
  account_flow: inShop,
  auction_bid: BID,
  auction_entry: of('listing', 'listing_id'),
  audit_log: about(recordOf('t')),
  batch: inShopOrNone,
  batch_version: (at) =>
    `not exists (select from public.batch p where p.merchant_id = ${at.merchant} and p.id = t.batch_id
                 and p.shop_account_id <> all (${at.shops}))`,
  bill: inShop,
  // what a check found is counted over all shops
  bill_check: () => 'false',
  bill_finding: inShop,
  desired_state: about('t.subject_id'),
  export_task: ownSince,
  history: about('t.subject_id'),
  inspection: inShopOrNone,
  listing: inShop,
  listing_sku: of('listing', 'listing_id'),
  notice: about('t.subject_id'),
  photo: ofInspection,
  photo_link: ofInspection,
  refund: inShop,
  refund_approval: of('refund', 'refund_id'),
  refund_photo: of('refund', 'refund_id'),
  refund_unit: of('refund', 'refund_id'),
  sale_order: inShop,
  sale_order_auction: of('sale_order', 'order_id'),
  sale_order_line: of('sale_order', 'order_id'),
  seal_bag_record: inShopOrNone,
  search_entry: (at) => {
    const found = (thing: string, table: string) =>
      `when t.list like '${thing}:%' then exists (select from public.${table} p where p.merchant_id = ${at.merchant}
         and p.id = t.subject_id and p.shop_account_id = any (${at.shops}))`
    // an entry of the audit log is found by its number, which its id ends with
    const logged = `exists (select from public.audit_log a where a.merchant_id = ${at.merchant}
      and a.sequence = ('x' || right(t.subject_id::text, 12))::bit(48)::bigint and ${about(recordOf('a'))(at)})`
    return `(case ${found('order', 'sale_order')} ${found('listing', 'listing')} ${found('refund', 'refund')}
      when t.list = 'audit' then ${logged} else ${about('t.subject_id')(at)} end)`
  },
  settlement: of('sale_order', 'order_id'),
  settlement_import: inShop,
  settlement_line: inShop,
  shop_account: ({ shops }) => `t.id = any (${shops})`,
  shop_repost: inShop,
  shop_repost_run: inShop,
  task: ownSince,
  webhook_delivery: (at) =>
    `(t.notice_id is null or exists (select from public.notice n where n.merchant_id = ${at.merchant} and n.id = t.notice_id
      and ${about('n.subject_id')(at)}))`,
})

/** What the days count: of these shops each by itself, and their sum in the place of the sum over all. */
const SUMMED_FIGURES = [
  ...[
    'orders',
    'units',
    'refunded_orders',
    'closed_orders',
    'stock_units',
    'priced_units',
    'costed_units',
    'shipped_units',
  ],
  ...['cases', 'reports', 'single_reports', 'offered', 'sold'],
]
const SUMMED_AMOUNTS = ['sales_fen', 'stock_seconds', 'priced_fen', 'reference_fen', 'margin_fen', 'net_fen']

function figures({ merchant, shops }: Place): string {
  const keys = 'kind, day, channel, part'
  const counted = [...SUMMED_FIGURES, ...SUMMED_AMOUNTS]
  const sums = [
    ...SUMMED_FIGURES.map((name) => `sum(${name})::integer as ${name}`),
    ...SUMMED_AMOUNTS.map((name) => `sum(${name})::bigint as ${name}`),
  ]
  const own = `from public.daily_figure where merchant_id = ${merchant} and shop_account_id = any (${shops})`
  return `select merchant_id, shop_account_id, ${keys}, ${counted.join(', ')} ${own}
          union all
          select merchant_id, '00000000-0000-0000-0000-000000000000'::uuid, ${keys}, ${sums.join(', ')} ${own}
          group by merchant_id, ${keys}`
}

const BOUND_TABLES = [...Object.keys(SHOP_RULES), 'daily_figure']
const NAMES = new RegExp(`\\b(${BOUND_TABLES.join('|')})\\b`, 'g')

/** What locks rows at the end of a query. */
const LOCKING =
  /\sfor (?:no key update|update|key share|share)(?: of (?:"?\w+"?)(?:, ?"?\w+"?)*)?(?: nowait| skip locked)?/g
const WRITING =
  /^(?:insert|update|delete|merge)\b|\b(?:insert into|delete from)\b|\bupdate\s+"?\w+"?\s+(?:as\s+"?\w+"?\s+)?set\b/

/** How a statement begins that was narrowed to shops: it reads. */
export const NARROWED = '/* shops */ '

const literalIds = (ids: readonly string[]): string => {
  if (!ids.every(isId)) throw new Error('a shop id must be a UUID in lower case')
  return `'{${ids.join(',')}}'::uuid[]`
}

function shadows(text: string, merchantId: string, { employeeId, shopIds, since }: ShopBound): string[] {
  const at: Place = {
    merchant: `'${merchantId}'::uuid`,
    shops: literalIds(shopIds),
    employee: `'${employeeId}'::uuid`,
    since: `'${new Date(since).toISOString()}'::timestamptz`,
  }
  return [...new Set(text.match(NAMES))].map((name) => {
    const rule = SHOP_RULES[name]
    const rows =
      rule === undefined
        ? figures(at)
        : `select t.* from public.${name} t where t.merchant_id = ${at.merchant} and ${rule(at)}`
    return `"${name}" as not materialized (${rows})`
  })
}

/**
 * A reading statement as somebody who is bound to shops has it answered: a named query stands before it for each table
 * whose rows belong to shops, under the table's own name, and the whole statement reads that in the table's place. The
 * database makes one query of it, so that its plan is that of one more condition.
 */
export function narrowed(text: string, merchantId: string, bound: ShopBound): string {
  const before = shadows(text, merchantId, bound)
  if (before.length === 0) return text
  const unlocked = text.replace(LOCKING, '').trimStart()
  const own = /^with\s+(recursive\s+)?/.exec(unlocked)
  if (own === null) return `${NARROWED}with ${before.join(', ')} ${unlocked}`
  return `${NARROWED}with ${own[1] ?? ''}${before.join(', ')}, ${unlocked.slice(own[0].length)}`
}

const whole = new WeakMap<Tx, Tx>()

/**
 * A transaction as somebody works in it who is bound to shops: whatever it reads is of these shops, or of none. What it
 * writes goes as it is written, so a command reads its record first, as each of them does. Null is bound to nothing.
 */
export function boundTo(tx: Tx, bound: ShopBound | null | undefined): Tx {
  if (bound === null || bound === undefined) return tx
  async function read<R>(query: Statement<R> | RawBuilder<R>): Promise<R[]> {
    const statement = compiled(query) as WrittenStatement<R>
    const { parameters } = statement
    const text = WRITING.test(statement.sql.replace(LOCKING, '').trimStart())
      ? statement.sql
      : narrowed(statement.sql, tx.merchantId, bound as ShopBound)
    if (text === statement.sql) return tx.rows(asSent(statement))
    // a named query cannot be locked: the rows are held as they were asked for, and then read again as far as they are seen
    if (statement.sql.search(LOCKING) >= 0) await tx.rows(asSent(statement))
    return tx.rows(asSent({ ...statement, name: undefined, sql: text, parameters } as unknown as WrittenStatement<R>))
  }
  const narrow: Tx = {
    ...tx,
    rows: read,
    one: async (query) => (await read(query))[0] ?? null,
  }
  whole.set(narrow, tx)
  return narrow
}

const asSent = <R>(statement: WrittenStatement<R>): Statement<R> => ({ compile: () => statement })

/**
 * The transaction as it is for whoever is bound to nothing: for rules that hold over all shops, such as that a phone is on
 * sale in one place, and for what the system keeps for itself. Nothing that is read through it may be answered.
 */
export const everyShop = (tx: Tx): Tx => whole.get(tx) ?? tx
