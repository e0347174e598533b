import * as modules from './server/src/module-list.ts'
import { webRules } from './web/allowed-imports.mjs'

/** Tests and their helpers may import tests/support. */
const TESTS = '(\\.test\\.tsx?$|/testing/)'

/** The imports that docs/architecture.md allows: each package with the packages it may import. */
const packageRule = (from, allowed, why) => ({
  name: `${from}-imports`,
  comment: why,
  severity: 'error',
  from: { path: `^${from}/`, pathNot: TESTS },
  to: { path: '^(domain|contract|marketplace|server|web|tests)/', pathNot: `^(${[from, ...allowed].join('|')})/` },
})

/** What everything above the data layer may use. */
const below = [
  ...['errors', 'platform', 'database', 'audit', 'storage', 'jobs', 'gateway'],
  ...['services.ts', 'settings.ts', 'module.ts'],
]

const dashed = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** What a module says that it stands on: other modules, single files of them, and the integration. */
const standing = ({ standsOn }) => standsOn.map((one) => (one === 'integration' ? one : `modules/${one}`))

/**
 * The parts of the server and what each may import of the others, lowest first. A module names in its `module.ts` the
 * modules it stands on. What is not listed is forbidden.
 */
const serverParts = {
  errors: [],
  platform: [],
  settings: ['platform', 'modules/auth/sms-scenes.ts'],
  database: ['errors', 'platform'],
  audit: ['database', 'platform'],
  storage: ['errors', 'platform', 'settings.ts'],
  jobs: ['database', 'platform', 'services.ts'],
  ops: ['platform', 'jobs'],
  doctor: ['database', 'platform', 'storage', 'settings.ts'],
  backup: ['database', 'platform', 'storage', 'settings.ts', 'modules/audit', 'modules/tenant'],
  gateway: ['integration', 'errors', 'platform', 'database', 'audit', 'jobs', 'ops', 'storage', 'services.ts'],
  integration: ['platform', 'database', 'jobs'],
  ...Object.fromEntries(
    Object.entries(modules).map(([name, module]) => {
      const part = dashed(name.replace(/Module$/, ''))
      return [part === 'sync' ? part : `modules/${part}`, [...below, ...standing(module)]]
    }),
  ),
}

const serverPart = ([part, allowed]) => ({
  name: `server-${part.replace('/', '-')}-imports`,
  comment: 'each part of the server stands on those below it (docs/architecture.md)',
  severity: 'error',
  from: { path: `^server/src/${part}/`, pathNot: TESTS },
  to: { path: '^server/src/', pathNot: `^server/src/(${[part, ...allowed].join('|')})(/|$)` },
})

/** A folder that nobody listed has no rule at all. */
const unlistedPart = {
  name: 'server-parts-are-listed',
  comment: 'a new part of the server states what it stands on, in the table above',
  severity: 'error',
  from: {
    path: '^server/src/(modules/)?[^/]+/',
    pathNot: `^server/src/(${Object.keys(serverParts).join('|')}|start|demo)/`,
  },
  to: { path: '^server/src/' },
}

const core = { dependencyTypes: ['core'] }

export default {
  forbidden: [
    packageRule('domain', [], 'the rules of the trade stand alone'),
    packageRule('contract', ['domain'], 'what web and server agree on knows neither of them'),
    packageRule('marketplace', ['domain'], 'the marketplace knows nothing of our gateway'),
    packageRule('server', ['domain', 'contract', 'marketplace'], 'the gateway knows nothing of the screens'),
    packageRule('web', ['domain', 'contract'], 'the screens reach the gateway by calls alone'),
    ...Object.entries(serverParts).map(serverPart),
    unlistedPart,
    ...webRules,
    {
      name: 'domain-does-no-io',
      comment: 'pure rules: whoever needs a file, a socket or a clock passes its result in',
      severity: 'error',
      from: { path: '^domain/src', pathNot: '(\\.test\\.ts$|^domain/src/catalogue/released\\.ts$)' },
      to: core,
    },
    {
      name: 'screens-do-not-read-the-catalogue',
      comment: 'its files lie with the server; a screen asks for models by calls',
      severity: 'error',
      from: { path: '^(web|contract)/src', pathNot: TESTS },
      to: { path: '^domain/src/catalogue/released\\.ts$' },
    },
    {
      name: 'gateway-knows-the-sandbox-only-by-protocol',
      comment: 'only start-up may build the stand-in; everything else speaks to it as to the real marketplace',
      severity: 'error',
      from: { path: '^server/src', pathNot: `(^server/src/(start|demo)|${TESTS})` },
      to: { path: '^marketplace/src/sandbox' },
    },
    {
      name: 'only-tests-import-test-helpers',
      comment: 'what lies in a testing/ folder serves tests; nothing that is shipped may need it',
      severity: 'error',
      from: { path: '^(domain|contract|marketplace|server|web)/', pathNot: TESTS },
      to: { path: '(/testing/|\\.test\\.tsx?$)' },
    },
    {
      name: 'only-the-database-folder-holds-the-driver',
      comment: 'one place opens connections, so that no query escapes its transaction',
      severity: 'error',
      from: { path: '^server/src', pathNot: '^server/src/database/' },
      to: { path: 'node_modules/(pg|@electric-sql)/' },
    },
    {
      name: 'modules-do-not-open-sockets',
      comment: 'the network has its own modules: an effect is delivered by a job, never inside a transaction',
      severity: 'error',
      from: { path: '^server/src/modules', pathNot: '\\.test\\.ts$' },
      to: { path: '^(node:)?(net|http|https|dgram|tls)$' },
    },
    {
      name: 'no-cycles',
      comment:
        'types may name each other, and a lazy import ends a circle; code that needs each other at run time is one module in two files',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    },
    {
      name: 'no-circle-in-the-marketplace',
      comment: 'what the sandbox acts on knows nothing of what answers a call, not even its types',
      severity: 'error',
      from: { path: '^marketplace/' },
      to: { circular: true },
    },
    { name: 'nothing-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.huanji)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css'],
    },
  },
}
