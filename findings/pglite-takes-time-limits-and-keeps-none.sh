#!/bin/bash
# Software: @electric-sql/pglite 0.5.16 (PostgreSQL 18.6 as WebAssembly).
#
# Guess: PGlite is PostgreSQL, so `set statement_timeout` ends a statement that runs too long; or it refuses the setting.
# Seen: the settings are taken, shown as they were set, and nothing is ever ended. Timers do not fire within it:
#     statement_timeout 100ms: after 1000 ms or more, it was done
#     transaction_timeout 100ms: after 1000 ms or more, it was done
# Why it matters: an application that leans on the database's limit is protected in production and not where it runs
#   embedded, and there one slow statement holds up everybody, since there is one connection. Its tests against PGlite
#   cannot see that a limit is missing, or that one is too short.
# Our product: server/src/database/session.ts sets statement_timeout on the connections of a PostgreSQL server.
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
npm_pinned @electric-sql/pglite@0.5.16

cat >limits.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'

const database = new PGlite()
for (const setting of ['statement_timeout', 'transaction_timeout']) {
  await database.exec(`set ${setting} = '100ms'`)
  const shown = (await database.query(`show ${setting}`)).rows[0][setting]
  const started = performance.now()
  const end = await database.query('select pg_sleep(1)').then(
    () => 'it was done',
    (error) => error.message,
  )
  const passed = performance.now() - started
  console.log(`${setting} ${shown}: after ${passed > 990 ? '1000 ms or more' : 'less than 1000 ms'}, ${end}`)
  await database.exec(`set ${setting} = 0`)
}
await database.close()
JS
seen=$(node limits.mjs)
verdict 'each ends with "canceling statement due to statement timeout" or the like after 100 ms' \
  'statement_timeout 100ms: after 1000 ms or more, it was done
transaction_timeout 100ms: after 1000 ms or more, it was done' "$seen"
