import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { copyFromContext, ignoredBy } from './image-context.ts'
import { ROOT } from './server-process.ts'

/** What is read from the project's folder, by its name. */
export const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), 'utf8')

interface Step {
  readonly word: string
  readonly rest: string
}

interface Stage {
  readonly from: string
  readonly name: string
  readonly steps: readonly Step[]
}

/** The stages of the image's file, each with its steps in order. */
export const stages: readonly Stage[] = read('deploy/Containerfile')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  .join('\n')
  .split(/^(?=FROM )/m)
  .map((text) => {
    const [from = '', ...lines] = text.trim().split('\n')
    const steps = lines.map((line) => {
      const [word = '', ...rest] = line.split(' ')
      return { word, rest: rest.join(' ') }
    })
    return { from, name: / AS (\w+)$/.exec(from)?.[1] ?? 'image', steps }
  })

export const stage = (name: string): Stage => stages.find((one) => one.name === name) as Stage

/** What stands behind the first step of a stage that begins with a word. */
export const restOf = (name: string, word: string): string =>
  stage(name).steps.find((step) => step.word === word)?.rest ?? ''

const isIgnored = ignoredBy(read('.dockerignore'))

/** Carries out a stage in a folder that stands for its /app, beside the stages before it; what lies outside is the container's own. */
export function carryOut(folder: string, name: string): void {
  const app = path.join(folder, name)
  fs.mkdirSync(app)
  for (const { word, rest } of stage(name).steps) {
    if (word === 'COPY') copy(folder, app, rest)
    if (word === 'RUN' && !rest.includes('/data')) {
      execFileSync('sh', ['-ec', rest], { cwd: app, env: { ...process.env, npm_config_prefer_offline: 'true' } })
    }
  }
}

function copy(folder: string, app: string, rest: string): void {
  const words = rest.split(' ')
  const from = /^--from=(\w+)$/.exec(words[0] ?? '')?.[1]
  const target = words.at(-1) ?? ''
  for (const source of words.slice(from === undefined ? 0 : 1, -1)) {
    const place = path.join(app, target, target.endsWith('/') ? path.basename(source) : '')
    if (from === undefined) copyFromContext(ROOT, source, place, isIgnored)
    else
      fs.cpSync(path.join(folder, from, source.replace('/app/', '')), place, {
        recursive: true,
        verbatimSymlinks: true,
      })
  }
}
