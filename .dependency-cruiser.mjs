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

/**
 * The parts of the server and what each may import of the others, lowest first. `below` is what everything above the
 * data layer may use; a module names the modules it stands on. What is not listed is forbidden.
 */
const below = ['errors', 'platform', 'database', 'audit', 'storage', 'jobs', 'gateway', 'services.ts', 'settings.ts']
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
  'modules/history': below,
  'modules/notice': below,
  'modules/tenant': below,
  'modules/account': below,
  'modules/figure': [...below, 'modules/tenant'],
  'modules/audit': below,
  'modules/shop': [...below, 'modules/history', 'modules/tenant'],
  'modules/desired-state': [...below, 'modules/history'],
  'modules/auction': [...below, 'modules/figure', 'modules/history'],
  'modules/bill': [...below, 'integration', 'modules/figure', 'modules/history'],
  // what proves a person, and what an SMS says, stand in auth on nothing of people
  'modules/people': [
    ...below,
    ...['account', 'tenant', 'history', 'notice'].map((name) => `modules/${name}`),
    ...['self-proof', 'code-proof', 'sms'].map((file) => `modules/auth/${file}.ts`),
  ],
  'modules/auth': [...below, 'modules/account', 'modules/tenant', 'modules/people', 'modules/shop'],
  'modules/api-key': [...below, 'modules/people', 'modules/history'],
  'modules/address': [...below, 'modules/tenant', 'modules/history'],
  'modules/inspection': [
    ...below,
    ...['figure', 'shop', 'people', 'history', 'notice'].map((name) => `modules/${name}`),
  ],
  'modules/public-report': [...below, 'modules/history', 'modules/inspection'],
  'modules/model-mapping': [...below, 'integration', 'modules/history', 'modules/inspection', 'modules/tenant'],
  'modules/listing': [
    ...below,
    ...['address', 'auction', 'desired-state', 'figure', 'history', 'inspection', 'notice', 'shop'].map(
      (name) => `modules/${name}`,
    ),
  ],
  'modules/repost': [...below, ...['auction', 'history', 'listing', 'shop'].map((name) => `modules/${name}`)],
  'modules/order': [
    ...below,
    ...['address', 'auction', 'bill', 'desired-state', 'figure', 'history', 'inspection', 'listing'].map(
      (name) => `modules/${name}`,
    ),
  ],
  'modules/reconciliation': [
    ...below,
    'integration',
    ...['bill', 'history', 'notice', 'order', 'tenant'].map((name) => `modules/${name}`),
  ],
  'modules/refund': [
    ...below,
    'integration',
    ...['address', 'desired-state', 'figure', 'history', 'inspection', 'listing', 'notice', 'order', 'tenant'].map(
      (name) => `modules/${name}`,
    ),
  ],
  'modules/search': [
    ...below,
    ...['inspection', 'listing', 'order', 'people', 'refund'].map((name) => `modules/${name}`),
  ],
  'modules/phone': [
    ...below,
    'modules/auction',
    'modules/bill',
    'modules/history',
    'modules/inspection',
    'modules/listing',
    'modules/order',
  ],
  'modules/stock-import': [...below, 'modules/history', 'modules/inspection', 'modules/people'],
  'modules/saved-view': [...below, 'modules/tenant', 'modules/history'],
  'modules/task': [...below, 'modules/people', 'modules/tenant'],
  'modules/export-source': below,
  'modules/export': [
    ...below,
    ...['account', 'export-source', 'history', 'notice', 'people', 'tenant'].map((name) => `modules/${name}`),
  ],
  'modules/notice-centre': [
    ...below,
    ...['auth', 'notice', 'people', 'refund', 'tenant'].map((name) => `modules/${name}`),
  ],
  'modules/webhook': [
    ...below,
    'integration',
    'modules/auth/digest.ts',
    ...['history', 'notice', 'people', 'tenant'].map((name) => `modules/${name}`),
  ],
  'modules/merchant': [
    ...below,
    ...['auth', 'auction', 'export', 'figure', 'inspection', 'order', 'refund', 'task'].map(
      (name) => `modules/${name}`,
    ),
  ],
  'modules/home': [
    ...below,
    ...['auction', 'figure', 'listing', 'order', 'reconciliation', 'refund', 'shop'].map((name) => `modules/${name}`),
  ],
  'modules/demo-corner': [...below, 'modules/auth', 'modules/tenant'],
  sync: [
    ...below,
    'integration',
    ...[
      'address',
      'auction',
      'bill',
      'desired-state',
      'figure',
      'history',
      'inspection',
      'listing',
      'model-mapping',
      'notice',
      'order',
      'reconciliation',
      'refund',
      'repost',
      'shop',
      'tenant',
    ].map((name) => `modules/${name}`),
  ],
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
      from: { path: '^domain/src', pathNot: '\\.test\\.ts$' },
      to: core,
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
