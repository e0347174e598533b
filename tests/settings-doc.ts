import { readFileSync, writeFileSync } from 'node:fs'
import { SETTINGS } from '@huanji/server/settings'

/** Keeps docs/settings.md what the server really reads: `--write` makes it, without it a difference is a failure. */
const FILE = 'docs/settings.md'

const rows = SETTINGS.map(
  ({ name, standard, meaning, form }) =>
    `| \`${name}\` | ${standard === '' ? '—' : `\`${standard}\``} | ${form} | ${meaning} |`,
)
const page = `# 设置 · Settings

Read from the environment at start-up and checked there: an unknown \`HUANJI_…\` name, a missing or a malformed value stops the
server with a sentence that says what it takes. This page is made from \`server/src/settings.ts\` by
\`node tests/settings-doc.ts --write\`; \`npm run check\` fails when the two differ.

| 名称 | 默认 | 形式 | 含义 |
|---|---|---|---|
${rows.join('\n')}

## A real PostgreSQL

\`DATABASE_URL=postgres://user:password@host:5432/huanji npm start\`, PostgreSQL 15 or later. The user must own the database and may
create roles: the tables' policies are bound to a role \`huanji_app\` that the migrations make. Several processes may share one
database (\`HUANJI_PART=gateway\` and \`HUANJI_PART=worker\` set them apart); without \`DATABASE_URL\` the embedded database belongs to
one process, and a second one on the same folder is refused.

## Production

\`HUANJI_MODE=production\` refuses demo accounts, the sandbox and the demo inbox, and needs \`HUANJI_SECRET\`, the marketplace's settings
and an SMS provider (\`HUANJI_SMS\`), without which no code reaches anyone. Put TLS in front and set \`HUANJI_BEHIND_TLS=yes\`. Health and metrics answer on \`OPS_PORT\`: keep it inside.
`

if (process.argv.includes('--write')) writeFileSync(FILE, page)
else if (readFileSync(FILE, 'utf8') !== page) {
  process.stdout.write(`${FILE} is not what the settings say: run node tests/settings-doc.ts --write\n`)
  process.exitCode = 1
}
