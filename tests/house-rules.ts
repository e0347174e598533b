import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** A rule that no ready-made tool checks: where a pattern may stand, and why. */
interface HouseRule {
  readonly why: string
  readonly pattern: RegExp
  readonly within: RegExp
  readonly allowed: RegExp
}

/** A name that a file must not have, and why. */
interface NameRule {
  readonly why: string
  readonly pattern: RegExp
  readonly within: RegExp
}

const TEST_FILES = /\.test\.tsx?$|\/testing\/|^tests\//

/** Where a test may let time pass, and why: anywhere else it waits for what it needs, and silence is proven by what comes after it. */
const MAY_SLEEP: readonly (readonly [file: RegExp, why: string])[] = [
  [/^tests\/support\//, 'looks again until something holds'],
  [
    /^tests\/(bench|faults|input-methods)\//,
    'processes of their own are looked at from outside, and have load for a while',
  ],
  [/^tests\/journeys\/running-product\.ts$/, 'a process of its own is looked at from outside'],
  [/^tests\/journeys\/fixtures\/keyboard\.ts$/, 'keys come as fast as a person or a scanner sends them'],
  [/^tests\/journeys\/windows\.spec\.ts$/, 'the time between two clicks'],
  [
    /^tests\/journeys\/(first-visit|frame)\.spec\.ts$/,
    'what a page does by itself once it stands has nothing after it',
  ],
  [/^tests\/contract\/fixtures\/client\.ts$/, 'looks again until something holds'],
  [/^tests\/server\/several-processes\.test\.ts$/, 'work that takes a while'],
  [
    /^server\/src\/database\/(connection-shares|lost-connections)\.test\.ts$/,
    'work that takes a while, lost at any moment',
  ],
  [/^server\/src\/database\/list-page\.test\.ts$/, 'PostgreSQL hands its counts on once a second'],
  [/^server\/src\/database\/stream\.test\.ts$/, 'a reader that is slower than its time allows'],
  [/^server\/src\/(ops\/ops|gateway\/rates-ledger|storage\/image-queue)\.test\.ts$/, 'work that takes a while'],
  [/^server\/src\/integration\/webhook\/send\.test\.ts$/, 'a time-out that has to pass'],
  [/^web\/src\/components\/actions\/action\.test\.ts$/, 'work that takes a while'],
  [
    /^web\/src\/components\/list\/list-page\.test\.tsx$/,
    'a person’s keys, told from a scanner’s by the time between them',
  ],
  [
    /^web\/src\/features\/(address|bag|inspection|order\/picking|photo|record|report|station)\/.*\.test\.tsx?$/,
    'keys and scans are told apart by the time between them',
  ],
  [/^web\/src\/features\/order\/shipping\/shipping-drawer\.test\.tsx$/, 'a drawer that was closed for a moment'],
  [
    /^web\/src\/(app\/start|features\/listing\/list\/cells)\.test\.tsx$/,
    'an answer that comes too late changes nothing',
  ],
]

const RULES: readonly HouseRule[] = [
  {
    why: 'what a test draws follows from a seed that stands fast unless TEST_SEED names another one, and is told with the failure',
    pattern: /\bMath\.random\(\)|\brandomInt\b|\bDate\.now\(\) %/,
    within: /\.(test|spec)\.tsx?$|\/testing\/|^tests\/.*\.tsx?$/,
    // load, new seeds at night, and a product that keeps the codes of earlier runs
    allowed:
      /^tests\/(house-rules\.ts$|bench\/|simulation\/|run\.ts$|contract\/contract\.test\.ts$|journeys\/product\.ts$)|^server\/src\/sync\/refund-races\.test\.ts$/,
  },
  {
    why: 'a test waits for what it needs (tests/support/until.ts); that nothing came is proven by a second, allowed thing that did',
    pattern: /\bwaitForTimeout\(|new Promise(<\w+>)?\(\((\w+)\) => setTimeout\(\2\b|from 'node:timers\/promises'/,
    within: /\.(test|spec)\.tsx?$|\/testing\/|^tests\/.*\.tsx?$/,
    allowed: new RegExp(MAY_SLEEP.map(([file]) => file.source).join('|')),
  },
  {
    why: 'keys stand in their object: a literal that is spread into another one only keeps them on a line',
    pattern: /(^|[,{(] )\s*\.\.\.\{/m,
    within: /\.(ts|tsx|mjs)$/,
    allowed: /^tests\/house-rules\.ts$/,
  },
  {
    why: 'SQL stands only in store.ts files and in server/src/database, so that every statement can be reviewed there',
    pattern:
      /\bsql(<[^`]*>)?`|\bsql\.(ref|table|raw|lit|join)\b|\bdb\s*\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\b/,
    within: /^server\/src\/.*\.ts$/,
    allowed: /(^|\/)store\.ts$|-store\.ts$|^server\/src\/database\/|\.test\.ts$|\/testing\//,
  },
  {
    why: 'statements are built with db (server/src/database/query.ts), so that the type check knows their columns and rows',
    pattern: /\.(rows|one)<|\.(rows|one|run)\(\s*sql(<[^`]*>)?`/,
    within: /^server\/src\/.*\.ts$/,
    allowed: /^server\/src\/database\/|\.test\.ts$/,
  },
  {
    why: 'the clock is passed in, so that time can be tested and demo data can lie in the past',
    pattern: /\bDate\.now\(\)|\bnew Date\(\)/,
    within: /^(domain|contract|marketplace|server)\/src\/.*\.ts$/,
    allowed: /\/clock\.ts$|\.test\.ts$|\/testing\//,
  },
  {
    why: 'moments are told by the server’s clock and ages by one that counts sleep: nowMs and elapsedMs of web/src/platform/clock.ts',
    pattern: /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\(|(?<!new )\bDate\(\)/,
    within: /^web\/src\/.*\.tsx?$/,
    // keys are compared with the moments of their events
    allowed:
      /\/platform\/clock\.ts$|\/components\/scan\/(listener|key-clock|spoilt-burst)\.ts$|\.test\.tsx?$|\/testing\//,
  },
  {
    why: 'randomness has one home, so that ids are UUIDv7 and a seeded run repeats',
    pattern: /\bMath\.random\(\)|\brandomUUID\b|\brandomBytes\b/,
    within: /^(domain|contract|marketplace|server)\/src\/.*\.ts$/,
    allowed: /platform\/ids\.ts$|sandbox\/random\.ts$|\.test\.ts$/,
  },
  {
    why: 'only the clients of the outside open connections',
    pattern: /\bfetch\(/,
    within: /^(domain|contract|server)\/src\/.*\.ts$/,
    allowed:
      /integration\/marketplace\/(pictures|traced-fetch)\.ts$|\.test\.ts$|\/testing\/|^server\/src\/(backup|demo|doctor|storage)\/|^server\/src\/modules\/auth\/sms-aliyun\.ts$/,
  },
  {
    why: 'lists of options are built from components/listbox, so that keys and screen readers meet one behaviour',
    pattern: /role=(["'{]\s*["'`]?)listbox/,
    within: /^web\/src\/.*\.tsx?$/,
    allowed: /^web\/src\/components\/listbox\/|\.test\.tsx?$/,
  },
  {
    why: 'global styles are imported in main.tsx alone, those of the charts with the charts; everything else has a CSS module of its own',
    pattern: /import\s+['"][^'"]+\.css['"]|from\s+['"][^'"]+(?<!\.module)\.css['"]/,
    within: /^web\/src\/.*\.tsx?$/,
    allowed: /^web\/src\/(main|features\/overview\/chart)\.tsx$/,
  },
  {
    why: 'a table that is looked up with texts is made with dictionary() (domain/src/dictionary.ts): in a plain object every text finds what all objects have, such as constructor',
    pattern: /^(export )?const [A-Z_]+: (Partial<)?Readonly<Record<string, .*>>? = \{/m,
    within: /^(domain|contract|marketplace|server)\/src\/.*\.ts$/,
    allowed: TEST_FILES,
  },
  {
    why: 'unfinished work lives in the issues, not in the code',
    pattern: /\b(TODO|FIXME|XXX|HACK)\b|@ts-(ignore|nocheck|expect-error)|\.(skip|only|todo)\(/,
    within: /\.tsx?$/,
    allowed: /^tests\/house-rules\.ts$/,
  },
  {
    why: 'a file over 400 lines is asking to be two',
    pattern: /^(?:.*\n){401}/,
    within: /\.(ts|tsx|css)$/,
    allowed: new RegExp(`${TEST_FILES.source}|^server/src/database/tables\\.ts$`),
  },
]

const NAME_RULES: readonly NameRule[] = [
  {
    why: 'what tests share lies in a testing/ folder beside what it serves, in a file named for what it makes',
    pattern:
      /(^|\/)tests?-[^/]*$|-for-tests?\.|\.(testing|fixtures?|mocks?)\.|(^|\/)(__tests__|__mocks__|test-?(utils|helpers))\//,
    within: /^(domain|contract|marketplace|server|web)\/.*\.[a-z]+$/,
  },
]

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter(Boolean)
const faults: string[] = []
for (const file of new Set(files)) {
  if (!existsSync(file)) continue // listed by git but deleted in the work tree
  for (const rule of NAME_RULES)
    if (rule.within.test(file) && rule.pattern.test(file)) faults.push(`${file} ${rule.why}`)
  const rules = RULES.filter((rule) => rule.within.test(file) && !rule.allowed.test(file))
  if (rules.length === 0) continue
  const content = readFileSync(file, 'utf8')
  for (const rule of rules) {
    const found = rule.pattern.exec(content)
    if (found) faults.push(`${file}:${content.slice(0, found.index).split('\n').length} ${rule.why}`)
  }
}
for (const fault of faults) process.stdout.write(`${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
