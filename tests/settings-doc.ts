import { readFileSync, writeFileSync } from 'node:fs'
import { settingsTable } from '@huanji/server/settings'

/** Keeps docs/settings.md what the server really reads: `--write` makes it, without it a difference is a failure. */
const FILE = 'docs/settings.md'

const page = `# 设置 · Settings

Read from the environment at start-up and checked there: an unknown \`HUANJI_…\` name, a missing or a malformed value stops the
server with a sentence that says what it takes; everything at fault is named at once. This page is made from
\`server/src/settings/schema.ts\` by
\`npm run generate\`; \`npm run check\` fails when the two differ.

${settingsTable()}

## Demo or production

Without \`HUANJI_MODE\` the server is a demo only where nothing looks like real use: the embedded database, a loopback address, and
no \`NODE_ENV=production\`. With \`DATABASE_URL\`, with another \`HUANJI_HOST\` or with \`NODE_ENV=production\` it is production; a
demo there must be asked for by name, \`HUANJI_MODE=demo\`. A database belongs to the mode that used it first: production refuses
one that holds a demo's accounts, whose password is printed, and a demo refuses one that production has used.

\`HUANJI_SECRET\` signs uploads, file addresses, photo links and cursors. It has at least 32 characters, at least 8 different ones, and is no
example, no repetition of fewer than 16 characters and no row of neighbouring characters: \`openssl rand -hex 32\` makes one.

## A real PostgreSQL

\`HUANJI_MODE=demo DATABASE_URL=postgres://user:password@host:5432/huanji npm start\`, PostgreSQL 15 or later, to try it; in
production with what the next section names. The user must own the database and may
create roles: the tables' policies are bound to a role \`huanji_app\` that the migrations make. Several processes may share one
database (\`HUANJI_PART=gateway\` and \`HUANJI_PART=worker\` set them apart); without \`DATABASE_URL\` the embedded database belongs to
one process, and a second one on the same folder is refused.

## Production

\`HUANJI_MODE=production\` refuses demo accounts, the sandbox and the demo inbox, and needs \`HUANJI_SECRET\`, the marketplace's settings
and an SMS provider (\`HUANJI_SMS\`), without which no code reaches anyone. Put TLS in front and set \`HUANJI_BEHIND_TLS=yes\`. Health and metrics answer on \`OPS_PORT\`: keep it inside.
`

if (process.argv.includes('--write')) writeFileSync(FILE, page)
else if (readFileSync(FILE, 'utf8') !== page) {
  process.stdout.write(`${FILE} is not what the settings say: npm run generate makes it\n`)
  process.exitCode = 1
}
