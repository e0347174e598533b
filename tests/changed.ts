import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * `npm run test:changed [branch]`: the test files that what is not committed concerns, or what differs from a branch, and what they say.
 * A file concerns the tests of its own module, who imports it, and who imports that, but
 * - not through what gathers all features: it would concern every test, and so none in particular;
 * - not through what only sets a test's stage;
 * - of another module's tests none that make its calls on their way.
 */
const ROOT = path.join(import.meta.dirname, '..')
const GATHERERS =
  /^contract\/src\/[^/]*\.ts$|^contract\/src\/(columns|reference)\/|^server\/src\/(modules\/[a-z-]+\/)?(app|module|modules|module-list)\.ts$|^server\/src\/(start|backup)\/|^web\/(build|src\/(api|app|shell|pages))\//
const STAGE = /\/testing\/|^tests\/([a-z]+\/fixtures|simulation|support)\/|^server\/src\/demo\//
const TEST = /\.test\.tsx?$/
/** These are generated from all calls, or planned for all lists. */
const OF_EVERY_CALL = /^tests\/contract\/(contract|live|examples)\.test\.ts$/
const IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm

/** Of a file's importers and of theirs. */
const NEAR = 2
const IN_MODULE = /^server\/src\/modules\//
/** Phases of their own. */
const APART = /^tests\/(faults|input-methods)\//

/** Who imports a file, by its path. */
type Importers = ReadonlyMap<string, readonly string[]>

/** Reads who imports whom, of the files that git knows. */
export function importersOf(files: readonly string[]): Importers {
  const known = new Set(files)
  const importers = new Map<string, string[]>()
  for (const file of files) {
    for (const [, plain = '', lazy = ''] of readFileSync(path.join(ROOT, file), 'utf8').matchAll(IMPORT)) {
      const target = resolved(file, plain || lazy, known)
      if (target !== null) importers.set(target, [...(importers.get(target) ?? []), file])
    }
  }
  return importers
}

function resolved(from: string, specifier: string, known: ReadonlySet<string>): string | null {
  const [scope, name = '', ...rest] = specifier.split('/')
  if (scope === '@huanji') {
    const base = name === 'tests' ? rest.join('/') : `${name}/src/${rest.join('/')}`
    return [`${base}.ts`, `${base}.tsx`].find((file) => known.has(file)) ?? null
  }
  const file = path.posix.join(path.posix.dirname(from), specifier)
  return specifier.startsWith('.') && known.has(file) ? file : null
}

/** The module or feature that a file belongs to, of those that lie in a folder of their own. */
const moduleOf = (file: string): string | undefined =>
  /^(?:contract\/src\/features|server\/src\/modules|web\/src\/features)\/([a-z-]+)\//.exec(file)?.[1]

/** The test files that a change of these files concerns. */
export function concerned(changed: readonly string[], importers: Importers): string[] {
  const reached = new Set(changed)
  let last = changed
  for (let step = 0; step < NEAR; step += 1) {
    const isOpen = (file: string) => step === 0 || !(TEST.test(file) || GATHERERS.test(file) || STAGE.test(file))
    last = last.filter(isOpen).flatMap((file) => importersNear(file, importers).filter((one) => !reached.has(one)))
    for (const file of last) reached.add(file)
  }
  const modules = new Set(changed.map(moduleOf))
  const own = [...importers.values()].flat().filter((file) => IN_MODULE.test(file) && modules.has(moduleOf(file)))
  return [...new Set([...reached, ...own])].filter((file) => TEST.test(file) && !APART.test(file)).sort()
}

/** Who imports a file; of calls without those tests of other modules that make them on their way. */
function importersNear(file: string, importers: Importers): string[] {
  const isCall = file.startsWith('contract/src/features/')
  const isOnTheWay = (importer: string) =>
    isCall && TEST.test(importer) && moduleOf(importer) !== moduleOf(file) && !OF_EVERY_CALL.test(importer)
  return (importers.get(file) ?? []).filter((importer) => !isOnTheWay(importer))
}

const linesOf = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8', cwd: ROOT }).split('\n').filter(Boolean)

/** The sources that git knows and that are there. */
export const sources = (): string[] =>
  [...new Set(linesOf('ls-files', '--cached', '--others', '--exclude-standard'))].filter(
    (file) => /\.tsx?$/.test(file) && existsSync(path.join(ROOT, file)),
  )

if (import.meta.main) {
  const [branch] = process.argv.slice(2)
  const changed = new Set([
    ...linesOf('diff', '--name-only', 'HEAD'),
    ...linesOf('ls-files', '--others', '--exclude-standard'),
    ...(branch === undefined ? [] : linesOf('diff', '--name-only', `${branch}...HEAD`)),
  ])
  const files = sources()
  const tests = concerned(
    files.filter((file) => changed.has(file)),
    importersOf(files),
  )
  process.stdout.write(`${tests.length} test files\n`)
  const projects = ['unit', 'web*', 'server*'].flatMap((name) => ['--project', name])
  if (tests.length > 0)
    process.exitCode = spawnSync('vitest', ['run', ...projects, ...tests], { stdio: 'inherit', cwd: ROOT }).status ?? 1
}
