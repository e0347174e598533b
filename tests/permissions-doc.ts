import { readFileSync, writeFileSync } from 'node:fs'
import type { CallSpec } from '@huanji/contract/call'
import { allCalls } from '@huanji/contract/calls'
import { callsBeyond, type FeatureSpec } from '@huanji/contract/feature'
import { FEATURES } from '@huanji/contract/features/index'
import { grantTitles } from '@huanji/contract/granted-menu'
import { MENU } from '@huanji/contract/menu'
import { flattenMenu, type MenuNode } from '@huanji/contract/menu-tree'
import { ROLE_PRESETS, type RolePreset } from '@huanji/contract/presets'
import { formatFen } from '@huanji/domain/money'
import { specifiedCalls } from './specification.ts'

/** Keeps docs/permissions.md what the contract says: `--write` makes it, without it a difference is a failure. */
const FILE = 'docs/permissions.md'

const YES = '●'
const NO = '—'

/** Whether a post may make a call. The contract suite proves that the server says the same of each (tests/contract). */
function mayCall({ access }: CallSpec, preset: RolePreset): boolean {
  if (typeof access === 'string') return true
  return preset.key === 'owner' || access.anyOf.some((grant) => preset.grants.includes(grant))
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const marks = (isYes: (preset: RolePreset) => boolean): string[] =>
  ROLE_PRESETS.map((preset) => (isYes(preset) ? YES : NO))
const holds = (grant: string) => (preset: RolePreset) => preset.grants.includes(grant)

const head = (...first: string[]): string[] => {
  const cells = [...first, ...ROLE_PRESETS.map(({ name }) => name)]
  return [row(cells), `|${cells.map((_, index) => (index < first.length ? '---|' : ':-:|')).join('')}`]
}

const accessText = ({ access }: CallSpec): string =>
  access === 'public' ? '任何人' : access === 'signedIn' ? '已登录' : '按角色'

const specified = new Set(specifiedCalls())
const callRows = (isSpecified: boolean): string[] =>
  allCalls
    .filter(({ path }) => specified.has(path) === isSpecified)
    .map((spec) => row([`\`${spec.path}\``, spec.title, accessText(spec), ...marks((preset) => mayCall(spec, preset))]))

const pages = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => {
    const below = pages(node.children ?? [])
    return node.path && below.length === 0 ? [node] : below
  })
const pageRows = pages(MENU).map(({ path = '', title }) => row([`\`${path}\``, title, ...marks(holds(path))]))

const titles = grantTitles(MENU)
const rights = [...new Set(flattenMenu(MENU))].filter((grant) => /^(field|scope):/.test(grant))
const rightRows = rights.map((grant) => row([`\`${grant}\``, titles.get(grant) ?? '', ...marks(holds(grant))]))

const code = (path: string): string => `\`${path}\``
const features = Object.values<FeatureSpec>(FEATURES)
const whyRows = [
  ...features
    .flatMap((feature) => [...callsBeyond(feature)])
    .map(([why, calls]) => row([calls.map(({ path }) => code(path)).join(' '), why])),
  ...features.flatMap(({ pages: own = {} }) =>
    Object.values(own).flatMap(({ path, beyond }) => (beyond === undefined ? [] : [row([code(path), beyond])])),
  ),
]

const limits = row([
  '单笔退款上限',
  '',
  ...ROLE_PRESETS.map(({ refundLimitFen }) =>
    refundLimitFen === null ? '不限' : refundLimitFen === 0 ? NO : formatFen(refundLimitFen),
  ),
])

const page = `# 权限 · Who may do what

Made from the contract by \`npm run generate\`; \`npm run check\` fails when the two differ. The columns are the
trade's usual posts, which every merchant starts with; a merchant may change them or make roles of its own. That the server lets
in and keeps out exactly as this page says is proven for each call and each post by \`tests/contract/contract.test.ts\`
("permission"), on the embedded database and on PostgreSQL. ${YES} is allowed, ${NO} is refused.

Of a call: 任何人 needs no session, 已登录 any session, 按角色 one of the grants that the contract names. The owner may make every
call. An employee may do what any of the roles held allows; a change of a role or of an employee counts from the next call on.

## Calls

The ${specified.size} of docs/specification.md §7:

${[...head('调用', '名称', '谁'), ...callRows(true)].join('\n')}

Beyond them, what the screens need more:

${[...head('调用', '名称', '谁'), ...callRows(false)].join('\n')}

### Why they are there, and pages beyond the specification

${[row(['调用、页面', 'why']), '|---|---|', ...whyRows].join('\n')}

## Pages

A hidden page opens with the entry it belongs to.

${[...head('页面', '名称'), ...pageRows].join('\n')}

## Fields and scopes

Without the right the field is null or masked in the answer itself.

${[...head('权限', '名称'), ...rightRows, limits].join('\n')}
`

if (process.argv.includes('--write')) writeFileSync(FILE, page)
else if (readFileSync(FILE, 'utf8') !== page) {
  process.stdout.write(`${FILE} is not what the contract says: npm run generate makes it\n`)
  process.exitCode = 1
}
