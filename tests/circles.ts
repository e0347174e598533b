import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '..')

/**
 * The most circles of files that there may be, types counted, and the files in them: of those files each leads to the
 * others over imports. Such a circle holds nothing at run time, but its files can only be read together. Whoever opens
 * one lowers the numbers. The largest are the tables that are made of the features, whose types stand beside what reads
 * them, and the services of the server, which hand jobs on.
 */
const MOST = { circles: 9, files: 24 } as const

const SOURCES = '{domain,contract,marketplace,server,web}/src/**/*.{ts,tsx}'
const NO_SOURCE = /\.test\.tsx?$|\/testing\//
const IMPORT = /^\s*(?:import|export)\s[^'"();]*?from\s+'([^']+)'/gm

/** File → the files that it imports at once, for their values or their types. */
export type Imports = ReadonlyMap<string, readonly string[]>

/** The file of this project that an import names; null for one of a package. */
function targetOf(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier)
  const [, owner, rest] = /^@huanji\/(\w+)\/(.+)$/.exec(specifier) ?? []
  return owner === undefined ? null : `${owner}/src/${rest}.ts`
}

/** Reads the imports of every file of the packages, tests left out. */
function importsOfProject(): Imports {
  const files = globSync(SOURCES, { cwd: ROOT }).filter((file) => !NO_SOURCE.test(file))
  const known = new Set(files)
  return new Map(
    files.map((file) => {
      const specifiers = [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(IMPORT)].map(([, name = '']) => name)
      const targets = specifiers.map((name) => targetOf(file, name))
      return [file, targets.filter((target) => target !== null && known.has(target)) as string[]]
    }),
  )
}

/** The files that a file leads to, itself only where a way leads back. */
function reachedFrom(file: string, imports: Imports): ReadonlySet<string> {
  const reached = new Set<string>()
  const ahead = [...(imports.get(file) ?? [])]
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    ahead.push(...(imports.get(next) ?? []))
  }
  return reached
}

/** The circles of files, each with all files that lead to each other, largest first. */
export function circlesIn(imports: Imports): string[][] {
  const reached = new Map([...imports.keys()].map((file) => [file, reachedFrom(file, imports)]))
  const done = new Set<string>()
  const circles: string[][] = []
  for (const [file, others] of reached) {
    if (done.has(file) || !others.has(file)) continue
    const circle = [...others].filter((other) => reached.get(other)?.has(file))
    for (const one of circle) done.add(one)
    circles.push(circle.sort())
  }
  return circles.sort((a, b) => b.length - a.length)
}

/** What is too much of these circles; empty where nothing is. */
export function faultOf(circles: readonly (readonly string[])[]): string {
  const files = circles.flat().length
  if (circles.length <= MOST.circles && files <= MOST.files) return ''
  const said = `${circles.length} circles of imports with types over ${files} files, at most ${MOST.circles} over ${MOST.files}`
  return [said, ...circles.map((circle) => `${circle.length} files: ${circle.slice(0, 6).join(' ')}`)].join('\n')
}

if (import.meta.main) {
  const fault = faultOf(circlesIn(importsOfProject()))
  if (fault !== '') process.stdout.write(`${fault}\n`)
  process.exitCode = fault === '' ? 0 : 1
}
