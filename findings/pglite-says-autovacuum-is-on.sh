#!/bin/bash
# Software: @electric-sql/pglite 0.5.16 (PostgreSQL 18.6 as WebAssembly).
#
# Guess: PGlite has no processes in the background, so `show autovacuum` says off; or it says on, and the work is done
#   between statements.
# Seen: it says on, and counts what a server would act on within a minute; nothing is ever vacuumed or analyzed:
#     autovacuum on, track_counts on
#     at first: 5 pages, rows as planned for -1
#     after 100 updates of 1000 rows and 70 seconds: 375 pages or more, rows as planned for -1
#     counted: 100000 rows changed, more dead than alive, last autovacuum never
#     after vacuum analyze: rows as planned for 1000
# Why it matters: a table whose rows all change, such as prices taken anew each night, grows by itself each time, and the
#   planner never learns how large a table is. Where there is a server, both mend themselves within a minute.
# Our product: no code or page vacuums the embedded database (none names VACUUM).
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
npm_pinned @electric-sql/pglite@0.5.16

cat >grow.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'

const database = new PGlite()
const one = async (statement) => (await database.query(statement)).rows[0]
const size = () => one(`select pg_relation_size('price') / 8192 as pages, reltuples as rows from pg_class where relname = 'price'`)

console.log(`autovacuum ${(await one('show autovacuum')).autovacuum}, track_counts ${(await one('show track_counts')).track_counts}`)
await database.exec(`create table price (id int primary key, fen int); insert into price select i, 0 from generate_series(1, 1000) i`)
const first = await size()
console.log(`at first: ${first.pages} pages, rows as planned for ${first.rows}`)
for (let round = 0; round < 100; round++) await database.exec('update price set fen = fen + 1')
await new Promise((resolve) => setTimeout(resolve, 70_000)) // a server's autovacuum looks once a minute
await database.query('select count(*) from price')
const then = await size()
console.log(
  `after 100 updates of 1000 rows and 70 seconds: ${then.pages >= 375 ? '375 pages or more' : `${then.pages} pages`}, rows as planned for ${then.rows}`,
)
const counted = async () => {
  const { n_tup_upd, n_dead_tup, last_autovacuum } = await one(`select * from pg_stat_user_tables where relname = 'price'`)
  const dead = n_dead_tup > 1000 ? 'more dead than alive' : `${n_dead_tup} dead`
  console.log(`counted: ${n_tup_upd} rows changed, ${dead}, last autovacuum ${last_autovacuum ?? 'never'}`)
}
await counted()
await database.exec('vacuum analyze price')
console.log(`after vacuum analyze: rows as planned for ${(await size()).rows}`)
await database.close()
JS
seen=$(node grow.mjs)
verdict 'autovacuum off, or a table that stays small' \
  'autovacuum on, track_counts on
at first: 5 pages, rows as planned for -1
after 100 updates of 1000 rows and 70 seconds: 375 pages or more, rows as planned for -1
counted: 100000 rows changed, more dead than alive, last autovacuum never
after vacuum analyze: rows as planned for 1000' "$seen"
