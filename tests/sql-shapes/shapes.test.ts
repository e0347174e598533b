import { readFileSync } from 'node:fs'
import { loadModule } from 'libpg-query'
import { beforeAll, describe, expect, it } from 'vitest'
import { MIGRATIONS_FOLDER, readMigrations } from '../../server/src/database/migrate.ts'
import { FIRST_SPREAD } from '../support/citus.ts'
import { MIGRATION_SHAPES, type MigrationShape, refusedMigrationShapes } from './migration-shapes.ts'
import { type Placement, type Placements, placementsOfProduct } from './placements.ts'
import { refusedShapes, SHAPES, type Shape } from './shapes.ts'

beforeAll(() => loadModule())

/** Two merchants' tables, one that is on every node, one that stays on the coordinator. */
const PLACEMENTS: Placements = new Map<string, Placement>([
  ['merchant', 'merchant'],
  ['phone', 'merchant'],
  ['bag', 'merchant'],
  ['directory', 'everywhere'],
  ['ticket', 'coordinator'],
])

const REFUSED: readonly (readonly [shape: Shape, text: string])[] = [
  ['a merchant’s table without its merchant', 'select * from phone where id = $1'],
  ['a merchant’s table without its merchant', 'select * from phone where merchant_id = any ($1)'],
  ['a merchant’s table without its merchant', 'select * from phone where merchant_id = $1 or id = $2'],
  ['a merchant’s table without its merchant', 'select * from phone where merchant_id = $1::uuid or true'],
  ['a merchant’s table without its merchant', 'update phone set name = $1 where id = $2'],
  ['a merchant’s table without its merchant', 'delete from phone using bag where bag.merchant_id = $1'],
  [
    'a merchant’s table without its merchant',
    'select * from phone p join bag b on b.phone_id = p.id where p.merchant_id = $1',
  ],
  [
    'a merchant’s table without its merchant',
    'select * from phone p where p.merchant_id = $1 and exists (select from bag b where b.merchant_id = p.merchant_id)',
  ],
  ['a merchant’s table without its merchant', 'with b as (select * from bag) select * from b where merchant_id = $1'],
  [
    'a merchant’s table without its merchant',
    'select id from phone where merchant_id = $1 union all select id from bag',
  ],
  [
    'a merchant’s table without its merchant',
    'select p.id, l.id from phone p cross join lateral (select b.id from bag b where b.merchant_id = p.merchant_id) l where p.merchant_id = $1',
  ],
  ['a merchant’s table without its merchant', 'declare c no scroll cursor for select * from phone where id = $1'],
  [
    'a merchant’s table beside one that stays on the coordinator',
    'select * from phone p join ticket t on t.phone_id = p.id where p.merchant_id = $1',
  ],
  [
    'a merchant’s table beside one that stays on the coordinator',
    'delete from phone where merchant_id = $1 and id in (select phone_id from ticket)',
  ],
  [
    'for update over several tables',
    'select p.id from phone p join bag b on b.merchant_id = p.merchant_id where p.merchant_id = $1 for update of p',
  ],
  [
    'for update over several tables',
    'select p.id from phone p, directory d where d.id = p.id and p.merchant_id = $1 for share',
  ],
  [
    'an outer join on a condition without columns',
    'select * from phone p left join lateral (select 1 as one from bag b where b.merchant_id = $1) l on true where p.merchant_id = $1',
  ],
  [
    'an outer join on a condition without columns',
    'select * from phone p left join bag b on b.merchant_id = p.merchant_id and $2 = 1 where p.merchant_id = $1',
  ],
  ['insert … select', 'insert into phone (merchant_id, id) select merchant_id, id from bag where merchant_id = $1'],
  ['insert … select', 'insert into phone (merchant_id, id) select $1, unnest($2::uuid[])'],
  ['insert … select', 'insert into directory (id) select id from ticket'],
  ['a row that is given to another merchant', 'update phone set merchant_id = $2 where merchant_id = $1'],
  [
    'a row that is given to another merchant',
    'insert into phone (merchant_id, id) values ($1, $2) on conflict (merchant_id, id) do update set merchant_id = $3',
  ],
  ['an insert without its merchant', 'insert into phone (id) values ($1)'],
  [
    'a function in update … set that may answer otherwise tomorrow',
    'update phone set at = now() where merchant_id = $1',
  ],
  [
    'a function in update … set that may answer otherwise tomorrow',
    'update phone set at = current_timestamp where merchant_id = $1',
  ],
  [
    'a function in update … set that may answer otherwise tomorrow',
    'insert into phone (merchant_id, id) values ($1, $2) on conflict (merchant_id, id) do update set id = gen_random_uuid()',
  ],
  [
    'a merge',
    'merge into phone p using bag b on b.merchant_id = p.merchant_id when matched then update set name = b.name',
  ],
]

const TAKEN: readonly string[] = [
  'select * from phone where merchant_id = $1 and id = $2 for update skip locked',
  'select * from phone p left join bag b on b.merchant_id = p.merchant_id and b.phone_id = p.id where p.merchant_id = $1',
  'select * from phone join bag using (merchant_id) where phone.merchant_id = $1',
  'select * from phone p join directory d on d.id = p.id where p.merchant_id = $1',
  'with b as (select id from bag where merchant_id = $1) select p.id from phone p join b on b.id = p.id where p.merchant_id = $1',
  'select p.id from phone p join (select b.* from bag b where b.merchant_id = $1) b on b.merchant_id = p.merchant_id',
  'select id from phone where merchant_id = $1 union all select id from bag where merchant_id = $2',
  'select count(*) from (select 1 from phone where merchant_id = $1 limit 100) as few',
  'insert into phone (merchant_id, id) values ($1, $2) on conflict (merchant_id, id) do update set name = excluded.name',
  'update phone set count = count + 1, name = coalesce($2, name) where merchant_id = $1 returning id',
  'select * from ticket t left join directory d on true',
  'insert into ticket (id) select unnest($1::uuid[])',
]

describe('statements', () => {
  it.each(REFUSED)('refuses %s: %s', (shape, text) => {
    expect(refusedShapes(text, PLACEMENTS, true)).toContain(shape)
  })

  it.each(TAKEN)('takes %s', (text) => {
    expect(refusedShapes(text, PLACEMENTS, true)).toEqual([])
  })

  it('has an example of each shape', () => {
    expect(new Set(REFUSED.map(([shape]) => shape))).toEqual(new Set(Object.keys(SHAPES)))
  })

  it('are named in the documentation', () => {
    const table = readFileSync('docs/scaling.md', 'utf8')
    expect(Object.keys(SHAPES).filter((shape) => !table.includes(shape))).toEqual([])
  })

  it('lets jobs ask several nodes, but not lock rows on them', () => {
    const due = 'select id from phone where due_at < $1'
    expect(refusedShapes(due, PLACEMENTS, false)).toEqual([])
    expect(refusedShapes(`${due} for update skip locked`, PLACEMENTS, false)).toEqual([
      'a merchant’s table without its merchant',
    ])
  })
})

const IN_MIGRATIONS: readonly (readonly [shape: MigrationShape, text: string])[] = [
  [
    'a foreign key of a merchant’s table before it is spread',
    `create table phone (merchant_id uuid, bag_id uuid, foreign key (merchant_id, bag_id) references bag (merchant_id, id));
     select huanji_protect('phone')`,
  ],
  [
    'a foreign key of a merchant’s table before it is spread',
    `create table phone (merchant_id uuid, bag_id uuid);
     alter table phone add foreign key (merchant_id, bag_id) references bag (merchant_id, id);
     select huanji_protect('phone')`,
  ],
  [
    'a foreign key between tables that do not lie together',
    'alter table phone add column ticket_id uuid references ticket (id)',
  ],
  [
    'a foreign key between tables that do not lie together',
    'create table directory (phone_id uuid references phone (id))',
  ],
  ['a foreign key without the merchant', 'alter table phone add foreign key (bag_id) references bag (id)'],
  ['a unique rule without the merchant', 'create table phone (merchant_id uuid, id uuid primary key)'],
  ['a unique rule without the merchant', 'alter table phone add unique (bag_id)'],
  ['a unique rule without the merchant', 'create unique index phone_bag on phone (bag_id)'],
  [
    'an index made or dropped beside other statements',
    'alter table phone add column a text; create index phone_a on phone (merchant_id, a)',
  ],
  ['an index made or dropped beside other statements', 'alter table phone add column a text; drop index phone_b'],
  [
    'a function of the owner’s rights or of a row type',
    `create function look(uuid) returns int language sql security definer as 'select 1'`,
  ],
  [
    'a function of the owner’s rights or of a row type',
    `create function look(phone) returns int language sql as 'select 1'`,
  ],
]

describe('migrations', () => {
  it.each(IN_MIGRATIONS)('refuses %s: %s', (shape, text) => {
    expect(refusedMigrationShapes(text, PLACEMENTS)).toContain(shape)
  })

  it('has an example of each shape', () => {
    expect(new Set(IN_MIGRATIONS.map(([shape]) => shape))).toEqual(new Set(Object.keys(MIGRATION_SHAPES)))
  })

  it('takes a table that is made, spread and then tied to others', () => {
    const text = `
      create table phone (merchant_id uuid not null references merchant (merchant_id), id uuid, bag_id uuid, primary key (merchant_id, id));
      create index phone_bag on phone (merchant_id, bag_id);
      select huanji_protect('phone');
      alter table phone add foreign key (merchant_id, bag_id) references bag (merchant_id, id) not valid;
      do $$ begin execute 'create index bag_at on bag (merchant_id, at)'; end $$;`
    expect(refusedMigrationShapes(text, PLACEMENTS)).toEqual([])
  })

  it('finds nothing in the files that a spread database is brought up to date by', () => {
    const placements = placementsOfProduct()
    const later = readMigrations(MIGRATIONS_FOLDER).filter(({ number }) => number > FIRST_SPREAD)
    const refused = later.map(({ name, text }) => ({
      name,
      shapes: [...refusedMigrationShapes(text, placements), ...refusedShapes(text, placements, false)],
    }))
    expect(later.length).toBeGreaterThan(30)
    expect(refused.filter(({ shapes }) => shapes.length > 0)).toEqual([])
  })
})

describe('where the tables lie', () => {
  it('is read from the migrations and the list of reference tables', () => {
    const placements = placementsOfProduct()
    expect(placements.get('inspection')).toBe('merchant')
    expect(placements.get('webhook_delivery')).toBe('merchant')
    expect(placements.get('phone_directory')).toBe('everywhere')
    expect(placements.get('inbox')).toBe('coordinator')
    expect(Map.groupBy(placements.values(), (each) => each).get('merchant')?.length).toBeGreaterThan(70)
  })
})
