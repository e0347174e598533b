import type { OpenDatabase } from '../../database/open.ts'

/** Every row of every table that the demo fills, by table. */
export type Rows = Readonly<Record<string, readonly Row[]>>
export type Row = Readonly<Record<string, unknown>>

/** What belongs to processes, sessions and transport, and not to the trade. */
const LEFT_OUT: readonly string[] = [
  ...[
    'installation',
    'session',
    'idempotency_record',
    'rate_bucket',
    'login_attempt',
    'login_place',
    'login_ticket',
    'image_captcha',
  ],
  // loaded by the server of a release as it starts
  ...['catalogue_version', 'catalogue_model', 'catalogue_part'],
  // days that are still to be counted
  'figure_mark',
  ...['sms_code', 'sms_outbox', 'sms_quota', 'inbox', 'outbox', 'schedule_lock', 'schema_migration'],
]

/** What is left of a request, and the digest over it. */
const OF_THE_REQUEST: readonly string[] = ['ip', 'user_agent', 'request_id', 'hash', 'password_hash']

/** How a thing is called by what people read of it, in the place of its id. */
const NAMES = `
  select merchant_id as id, name from merchant
  union all select id, 'employee ' || phone || merchant_id from employee
  union all select id, 'role ' || name || merchant_id from role
  union all select id, 'address ' || detail || kind || merchant_id from address
  union all select id, 'shop ' || user_name from shop_account
  union all select id, 'unit ' || bar_code || merchant_id from unit
  union all select id, 'inspection ' || inspection_no || merchant_id from inspection
  union all select photo_task_id, 'photo task ' || inspection_no || merchant_id from inspection
  union all select p.id, 'photo ' || coalesce(p.position, p.item_code) || i.inspection_no || i.merchant_id
    from photo p join inspection i on i.id = p.inspection_id
  union all select id, 'batch ' || batch_no || merchant_id from batch
  union all select id, 'bag ' || bag_code from seal_bag
  union all select id, 'bag record ' || bag_code || action from seal_bag_record
  union all select id, 'listing ' || imei from listing
  union all select e.id, 'entry ' || e.remote_entry_id || l.imei from auction_entry e join listing l on l.id = e.listing_id
  union all select id, 'order ' || order_no from sale_order
  union all select id, 'bill ' || bill_no || merchant_id from bill`

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Reads every table, with names in the place of ids and a mark in the place of each moment, in an order that both make alike. */
export async function readRows({ ownerQuery }: Pick<OpenDatabase, 'ownerQuery'>): Promise<Rows> {
  const read = async (text: string) => (await ownerQuery(text)).rows as Row[]
  const names = new Map((await read(NAMES)).map(({ id, name }) => [String(id), String(name)]))
  const named = (text: string): string => text.replace(UUID, (id) => `<${named(names.get(id) ?? 'id')}>`)
  const tables = await read(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const rows: Record<string, Row[]> = {}
  for (const { name } of tables) {
    const table = String(name)
    if (LEFT_OUT.includes(table)) continue
    // lines of a life in the order in which they were written
    const found = await read(`select * from ${table}${table === 'history' ? ' order by sequence' : ''}`)
    const plain = found.map((row) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(([column]) => !OF_THE_REQUEST.includes(column) && !(table === 'history' && column === 'sequence'))
          .map(([column, value]) => [column, plainValue(value, named)]),
      ),
    )
    const order = (row: Row) => (table === 'history' ? String(row.subject_id) : JSON.stringify(row))
    rows[table] = plain.sort((a, b) => (order(a) < order(b) ? -1 : order(a) > order(b) ? 1 : 0))
  }
  return rows
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d)/

function plainValue(value: unknown, named: (text: string) => string): unknown {
  if (value instanceof Date || (typeof value === 'string' && MOMENT.test(value))) return '<moment>'
  if (typeof value === 'string') return named(value)
  if (value !== null && typeof value === 'object') return JSON.parse(named(JSON.stringify(value)))
  return value
}

/** The tables whose rows are not the same, each with the first rows that only one side has. */
export function differences(one: Rows, other: Rows): Record<string, { one: unknown[]; other: unknown[] }> {
  const found: Record<string, { one: unknown[]; other: unknown[] }> = {}
  for (const table of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const [texts, others] = [one, other].map((rows) => (rows[table] ?? []).map((row) => JSON.stringify(row)))
    if (texts === undefined || others === undefined) continue
    if (texts.length === others.length && texts.every((text, index) => text === others[index])) continue
    const only = (mine: readonly string[], theirs: readonly string[]) =>
      mine
        .filter((text) => !theirs.includes(text))
        .slice(0, 3)
        .map((text) => JSON.parse(text) as unknown)
    found[table] = { one: only(texts, others), other: only(others, texts) }
  }
  return found
}
