/** Tests stand on the shared support of the whole house. */
const TESTS = '(\\.test\\.tsx?$|/test-[^/]*$|-for-tests\\.ts$)'

/** The arrows of docs/architecture.md: each package may only look where its reason to exist lets it. */
const arrow = (from, allowed, why) => ({
  name: `${from}-arrows`,
  comment: why,
  severity: 'error',
  from: { path: `^${from}/`, pathNot: TESTS },
  to: { path: '^(domain|contract|marketplace|server|web|tests)/', pathNot: `^(${[from, ...allowed].join('|')})/` },
})

const core = { dependencyTypes: ['core'] }

export default {
  forbidden: [
    arrow('domain', [], 'the rules of the trade stand alone'),
    arrow('contract', ['domain'], 'what web and server agree on knows neither of them'),
    arrow('marketplace', ['domain'], 'the outside world knows nothing of our gateway'),
    arrow('server', ['domain', 'contract', 'marketplace'], 'the gateway knows nothing of the screens'),
    arrow('web', ['domain', 'contract'], 'the screens reach the gateway by calls alone'),
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
      from: { path: '^server/src', pathNot: '(^server/src/(start|demo)|\\.test\\.ts$|/test-)' },
      to: { path: '^marketplace/src/sandbox' },
    },
    {
      name: 'only-the-database-folder-holds-the-driver',
      comment: 'one place opens connections, so that no query escapes its transaction',
      severity: 'error',
      from: { path: '^server/src', pathNot: '^server/src/(database|jobs)/' },
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
