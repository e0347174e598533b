import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseKind, openTestDatabase, type TestDatabase } from '../../../tests/support/databases.ts'
import { REFERENCE_TABLES } from './cluster.ts'

/** Tables that are nobody's own, each with the reason. Any other table must be a merchant's. */
const GLOBAL_TABLES: Readonly<Record<string, string>> = {
  migration: 'which files were applied',
  installation: 'what the database is used for',
  inbox: 'messages name a seller, the merchant is found when they are handled',
  schedule_lock: 'which process does the work of a schedule',
  rate_bucket: 'addresses and employees, counted by every gateway',
  account: 'one password a phone, over all merchants',
  phone_directory: 'from a phone to its merchants, before anyone is signed in',
  seller_directory: 'from a number on the marketplace to its merchant',
  shop_directory: 'from a shop of the marketplace to the merchant that it is bound to',
  seller_number: 'the next number on the marketplace',
  image_captcha: 'before anyone is signed in',
  sms_code: 'before anyone is signed in',
  sms_quota: 'before anyone is signed in',
  sms_outbox: 'before anyone is signed in',
  login_ticket: 'before a merchant was chosen',
  login_attempt: 'before anyone is signed in',
  login_place: 'before anyone is signed in',
  tac_model_total: 'how many phones of all merchants a TAC stands for, as sums that name no merchant',
  auction_session: 'the timetable of the marketplace, the same for everyone',
  catalogue_version: 'which rows of the catalogue were loaded',
  catalogue_model: 'the models of the trade, the same for everyone',
  catalogue_part: 'Apple’s part numbers, the same for everyone',
}

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const ask = async <R>(text: string): Promise<R[]> => (await database.open.ownerQuery(text)).rows as R[]

interface TableRow {
  name: string
  merchant_column: boolean
  is_forced: boolean
  policies: string[]
}

const TABLES = `
  select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as is_forced,
         exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'merchant_id' and not a.attisdropped) as merchant_column,
         coalesce((select array_agg(p.polname::text || ' ' || coalesce(pg_get_expr(p.polqual, c.oid), '') || ' ' ||
                                    coalesce(pg_get_expr(p.polwithcheck, c.oid), '')
                                    order by p.polname)
                   from pg_policy p where p.polrelid = c.oid), '{}') as policies
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`

it('forces row level security on every table of a merchant', async () => {
  const tables = (await ask<TableRow>(TABLES)).filter(({ name }) => !(name in GLOBAL_TABLES))
  const rule = "(merchant_id = (current_setting('app.merchant_id'::text))::uuid)"
  const faults = tables.filter(
    ({ merchant_column, is_forced, policies }) =>
      !merchant_column || !is_forced || !policies.includes(`merchant ${rule} ${rule}`),
  )
  expect(tables.length).toBeGreaterThan(15)
  expect(faults.map(({ name }) => name)).toEqual([])
})

it('knows every table that is not a merchant’s, and no such table that is not there', async () => {
  const names = (await ask<TableRow>(TABLES)).map(({ name }) => name)
  expect(Object.keys(GLOBAL_TABLES).filter((name) => !names.includes(name))).toEqual([])
})

it('puts the merchant first in every primary key, unique rule and foreign key of a merchant’s table, but in the outbox’s key', async () => {
  const rows = await ask<{ name: string; table_name: string; first_column: string }>(`
    select i.indexrelid::regclass::text as name, c.relname as table_name, pg_get_indexdef(i.indexrelid, 1, true) as first_column
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and i.indisunique
    union all
    select k.conname, c.relname, a.attname
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where c.relnamespace = 'public'::regnamespace and k.contype = 'f'`)
  const own = rows.filter(({ table_name }) => !(table_name in GLOBAL_TABLES))
  expect(own.length).toBeGreaterThan(20)
  const others = own.filter(({ first_column }) => first_column !== 'merchant_id').map(({ name }) => name)
  // all jobs of a merchant are found by their partition alone: a key that begins with the merchant was read instead of it
  expect(others).toEqual(['outbox_pkey'])
})

it('knows for each reference table why it is nobody’s own', () => {
  expect(REFERENCE_TABLES.filter((name) => !(name in GLOBAL_TABLES))).toEqual([])
})

it.runIf(databaseKind() === 'citus')('has every merchant’s table spread alike on a cluster, and no other', async () => {
  const placed = await ask<{ name: string; place: string }>(`
    select c.relname as name,
           case when p.partmethod = 'h' and p.colocationid = (select colocationid from pg_dist_partition where logicalrelid = 'merchant'::regclass)
                  and column_to_column_name(p.logicalrelid, p.partkey) = 'merchant_id' then 'by merchant'
                when p.partmethod = 'n' and p.repmodel = 't' then 'on every node'
                when p.logicalrelid is null then 'on the coordinator'
                else 'otherwise' end as place
    from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`)
  const wanted = ({ name }: { name: string }) => {
    if (REFERENCE_TABLES.includes(name)) return 'on every node'
    return name in GLOBAL_TABLES ? 'on the coordinator' : 'by merchant'
  }
  expect(placed.length).toBeGreaterThan(30)
  expect(placed).toEqual(placed.map((table) => ({ name: table.name, place: wanted(table) })))
})

it('has no function that works with the rights of somebody else: a transaction keeps the role it began with', async () => {
  expect(
    await ask(`select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
               and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`),
  ).toEqual([])
})

it('lets the role of calls neither own nor bypass anything', async () => {
  const roles = await ask(`
    select rolname, rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname in ('huanji_app', 'huanji_worker') order by 1`)
  // the nodes of a cluster are reached as the role itself; it has no password
  const weak = { rolsuper: false, rolbypassrls: false, rolcanlogin: database.kind === 'citus' }
  expect(roles).toEqual([
    { rolname: 'huanji_app', ...weak },
    { rolname: 'huanji_worker', ...weak },
  ])
  const owned = await ask(`
    select c.relname from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname like 'huanji%'`)
  expect(owned).toEqual([])
})

it('leaves the functions of the system as they are', async () => {
  const [like] = await ask<{ proleakproof: boolean }>(
    `select proleakproof from pg_proc where oid = 'pg_catalog.textlike'::regproc`,
  )
  expect(like).toEqual({ proleakproof: false })
})
