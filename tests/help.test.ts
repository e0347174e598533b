import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { PAGES } from '@huanji/contract/pages'
import { VERSION } from '@huanji/server/platform/version'
import { describe, expect, it } from 'vitest'
import { NEWS } from '../web/src/features/help/news.ts'
import { NEWS_VERSION } from '../web/src/features/help/news-version.ts'
import { TOPICS } from '../web/src/features/help/topics.ts'

const ROOT = path.join(import.meta.dirname, '..')
const HANDBOOK = 'web/public/handbook'
const MOST_KIB = 700

interface Picture {
  readonly width: number
  readonly height: number
  readonly alt: string
  readonly words: string
}

const PICTURES = JSON.parse(readFileSync(path.join(ROOT, 'web/src/features/help/pictures.json'), 'utf8')) as Readonly<
  Record<string, Picture>
>

/** What the screens are written in, without comments, tests and the handbook itself. */
const SCREENS = globSync(['web/src/**/*.{ts,tsx}', 'contract/src/**/*.ts', 'domain/src/**/*.ts'], { cwd: ROOT })
  .filter((file) => !/\.test\.tsx?$|\/testing\/|features\/help\//.test(file))
  .map((file) => readFileSync(path.join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''))
  .join('\n')

const textsOf = ({ intro, steps, questions = [] }: (typeof TOPICS)[number]): string[] => [
  intro,
  ...steps.flatMap(({ text, note = '' }) => [text, note]),
  ...questions.map(({ answer }) => answer),
]

describe('the handbook', () => {
  it('has topics with keys of their own, titled as somebody asks', () => {
    expect(new Set(TOPICS.map(({ key }) => key)).size).toBe(TOPICS.length)
    expect(new Set(TOPICS.map(({ title }) => title)).size).toBe(TOPICS.length)
    for (const { title } of TOPICS) expect(title).toMatch(/^怎样|怎么办$/)
  })

  it.each(TOPICS.map((topic) => [topic.title, topic] as const))('%s names only what is on the screen', (_, topic) => {
    const names = textsOf(topic).flatMap((text) => [...text.matchAll(/「([^」]+)」/g)].map(([, name = '']) => name))
    expect(names.filter((name) => !SCREENS.includes(name))).toEqual([])
    for (const text of textsOf(topic)) {
      expect(text.replace(/「[^「」]+」/g, ''), 'every name is closed').not.toMatch(/[「」]/)
      expect(text.split('`').length % 2, `every key is closed: ${text}`).toBe(1)
    }
  })

  it('leads from and to pages that there are', () => {
    const known = Object.keys(PAGES)
    for (const { key, pages, steps } of TOPICS) {
      expect(known, key).toEqual(expect.arrayContaining([...pages, ...steps.flatMap(({ page }) => page ?? [])]))
    }
    const covered = new Set<string>(TOPICS.flatMap(({ pages }) => pages))
    const listed = Object.entries(PAGES).filter(([, { group }]) => group !== null)
    expect(listed.filter(([key]) => !covered.has(key)).map(([key]) => key)).toEqual([])
  })

  it('has every picture that it names, and names every picture that it has', () => {
    const named = TOPICS.flatMap(({ steps }) => steps.flatMap(({ picture }) => picture ?? [])).toSorted()
    expect(named).toEqual(Object.keys(PICTURES).toSorted())
    expect(new Set(named).size).toBe(named.length)
    const files = globSync('*', { cwd: path.join(ROOT, HANDBOOK) }).toSorted()
    expect(files).toEqual(named.map((name) => `${name}.webp`))
    for (const [name, { width, height, alt, words }] of Object.entries(PICTURES)) {
      expect(existsSync(path.join(ROOT, HANDBOOK, `${name}.webp`)), name).toBe(true)
      expect(alt.length, name).toBeGreaterThan(8)
      expect(words, name).not.toBe('')
      expect(Math.min(width, height), name).toBeGreaterThan(100)
    }
    const bytes = files.reduce((sum, file) => sum + statSync(path.join(ROOT, HANDBOOK, file)).size, 0)
    expect(bytes / 1024).toBeLessThan(MOST_KIB)
  })
})

describe('更新说明', () => {
  it('begins with the version that is installed', () => {
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }
    expect(NEWS[0]?.version).toBe(version)
    expect(NEWS_VERSION).toBe(version)
    expect(VERSION).toBe(version)
    const image = readFileSync(path.join(ROOT, 'deploy/Containerfile'), 'utf8')
    expect(/image\.version="(.*)"/.exec(image)?.[1]).toBe(version)
    expect(new Set(NEWS.map((release) => release.version)).size).toBe(NEWS.length)
  })

  it('leads to topics that there are', () => {
    const keys = TOPICS.map(({ key }) => key)
    const wanted = NEWS.flatMap(({ items }) => items.flatMap(({ topic }) => topic ?? []))
    expect(wanted.filter((key) => !keys.includes(key))).toEqual([])
  })
})
