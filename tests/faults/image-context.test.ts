import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildahIn, hasBuildah } from '../support/buildah.ts'
import { temporaryFolder } from './data-folder.ts'
import { copyFromContext, ignoredBy } from './image-context.ts'

/** Each line with what an engine leaves out and what it copies. */
const CASES: readonly { rules: string; out: readonly string[]; copied: readonly string[] }[] = [
  { rules: 'tests', out: ['tests/package.json', 'tests/a/b.ts'], copied: ['web/tests/a.ts', 'tests.txt'] },
  { rules: 'tests\n!tests/package.json', out: ['tests/run.ts'], copied: ['tests/package.json'] },
  { rules: '!tests/package.json\ntests', out: ['tests/package.json'], copied: [] },
  { rules: '**/dist', out: ['dist/a', 'web/dist/a', 'a/b/dist/c'], copied: ['web/dist-1/a', 'adist/a'] },
  { rules: '*.txt', out: ['a.txt'], copied: ['docs/a.txt'] },
  { rules: '**/*.txt', out: ['a.txt', 'docs/b/a.txt'], copied: ['a.txtx'] },
  { rules: '# tests\n\n/docs', out: ['docs/a'], copied: ['tests/a', '# tests'] },
  { rules: 'a?c/[0-9]*', out: ['abc/1', 'abc/12x'], copied: ['ac/1', 'abc/x1'] },
]

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

/** Lays the files of a case and gives the folder. */
function context(at: number): string {
  const { rules, out, copied } = CASES[at] as (typeof CASES)[number]
  const place = path.join(folder.folder, `context-${at}`)
  fs.rmSync(place, { recursive: true, force: true })
  for (const name of [...out, ...copied]) {
    fs.mkdirSync(path.dirname(path.join(place, name)), { recursive: true })
    fs.writeFileSync(path.join(place, name), '')
  }
  fs.writeFileSync(path.join(place, '.dockerignore'), `${rules}\n.dockerignore\n`)
  return place
}

const filesOf = (place: string): string[] =>
  fs
    .readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => fs.statSync(path.join(place, name)).isFile())
    .sort()

describe('what .dockerignore keeps out of an image', () => {
  it.each(CASES.map((_, at) => at))('is read as the engines read it, case %i', (at) => {
    const { rules, out, copied } = CASES[at] as (typeof CASES)[number]
    const isIgnored = ignoredBy(rules)
    expect(out.filter((name) => !isIgnored(name))).toEqual([])
    expect(copied.filter(isIgnored)).toEqual([])
  })

  it('refuses a source of which nothing is left', () => {
    const place = context(2)
    expect(() => copyFromContext(place, 'tests/package.json', path.join(place, 'to'), ignoredBy('tests'))).toThrow(
      'filtered out',
    )
  })

  it.runIf(hasBuildah())('is what Buildah leaves out', () => {
    const recipe = path.join(folder.folder, 'Containerfile')
    fs.writeFileSync(recipe, 'FROM scratch\nCOPY . /\n')
    const buildah = buildahIn(folder.folder)
    try {
      for (const [at, { copied }] of CASES.entries()) {
        buildah.run('bud', '--isolation', 'chroot', '--file', recipe, '--tag', `case-${at}`, context(at))
        const container = buildah.run('from', `localhost/case-${at}`).trim()
        expect([at, filesOf(buildah.run('mount', container).trim())]).toEqual([at, [...copied].sort()])
      }
    } finally {
      buildah.close()
    }
  })
})
