import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { SETTINGS } from '@huanji/server/settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ownPort } from '../support/ports.ts'
import { carryOut, read, restOf, stage, stages } from './containerfile.ts'
import { temporaryFolder } from './data-folder.ts'
import { ROOT, startProgram, untilReady } from './server-process.ts'

/** What is laid out for operators in deploy/, checked as far as it can be without a container engine. */

let folder: Awaited<ReturnType<typeof temporaryFolder>>
const image = () => path.join(folder.folder, 'image')

beforeAll(async () => {
  folder = await temporaryFolder()
  for (const { name } of stages) carryOut(folder.folder, name)
}, 300_000)
afterAll(() => folder.remove())

describe('the image', () => {
  it('is made in stages, from named versions, runs as nobody special, and says how it is', () => {
    expect(stages.map(({ name }) => name)).toEqual(['client', 'modules', 'image'])
    for (const { from } of stages) expect(from).toMatch(/ node:24-slim( AS \w+)?$/)
    expect(
      stage('client')
        .steps.filter(({ word }) => word === 'RUN')
        .map(({ rest }) => rest),
    ).toEqual(['npm ci --ignore-scripts --no-audit --no-fund', 'node server/src/start/build-web.ts'])
    expect(restOf('image', 'USER')).toBe('node')
    expect(JSON.parse(restOf('image', 'CMD'))).toEqual(['node', 'server/src/main.ts'])
    expect(stages.flatMap(({ steps }) => steps).filter(({ word }) => word === 'ADD')).toEqual([])
  })

  it('is built from sources alone: nothing that was made, kept or only tests', () => {
    const names = fs.readdirSync(image(), { recursive: true, encoding: 'utf8' })
    const own = names.filter((name) => !name.startsWith('node_modules'))
    expect(
      own.filter((name) => /(^|\/)(node_modules|dist|\.git|\.huanji)(\/|$)/.test(name) && !name.startsWith('web/dist')),
    ).toEqual([])
    for (const name of ['tests', 'docs', 'deploy', 'web/src']) expect([name, own.includes(name)]).toEqual([name, false])
    // what the client stage takes of the tests is what npm reads of a workspace
    expect(fs.readdirSync(path.join(folder.folder, 'client/tests'))).toEqual(['package.json'])
  })

  it('holds no development dependency, and no more than 250 MB beside Node', () => {
    const modules = path.join(image(), 'node_modules')
    for (const name of ['vite', 'vitest', 'typescript', '@biomejs', 'react', 'playwright-core']) {
      expect([name, fs.existsSync(path.join(modules, name))]).toEqual([name, false])
    }
    const kilobytes = Number(execFileSync('du', ['-sk', image()], { encoding: 'utf8' }).split('\t')[0])
    expect(kilobytes).toBeLessThan(250_000)
  })

  it('starts, is healthy by its own word, serves the client, and writes nothing beside its data', async () => {
    const [port, opsPort] = [await ownPort(), await ownPort()]
    const [env] = stage('image').steps.filter(({ word }) => word === 'ENV')
    const own = Object.fromEntries((env?.rest ?? '').split(' ').map((pair) => pair.split('=') as [string, string]))
    const names = () => fs.readdirSync(image(), { recursive: true, encoding: 'utf8' }).sort()
    const before = names()
    const settings = {
      ...own,
      HUANJI_HOST: '127.0.0.1',
      HUANJI_DATA: path.join(folder.folder, 'data'),
      PORT: String(port),
      OPS_PORT: String(opsPort),
      HUANJI_MODE: 'demo',
      HUANJI_MARKETPLACE_URL: 'http://127.0.0.1:9',
      HUANJI_MARKETPLACE_APP_KEY: 'nobody',
      HUANJI_MARKETPLACE_APP_SECRET: 'nobody',
    }
    const running = startProgram('server/src/main.ts', settings, image())
    try {
      await untilReady(running, `http://127.0.0.1:${opsPort}/ready`)
      const probe = JSON.parse(restOf('image', 'HEALTHCHECK').replace(/^.*CMD /, '')) as string[]
      const health = (ops: number) =>
        spawnSync(process.execPath, probe.slice(1), { env: { OPS_PORT: String(ops) } }).status
      expect([health(opsPort), health(9)]).toEqual([0, 1])
      const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'accept-encoding': 'br' } })
      expect([page.status, page.headers.get('content-encoding')]).toEqual([200, 'br'])
    } finally {
      await running.terminate()
    }
    expect(names()).toEqual(before)
  })
})

const known = new Set<string>(SETTINGS.map(({ name }) => name))

interface Service {
  readonly image?: string
  readonly command?: string[]
  readonly environment?: Record<string, string>
  readonly depends_on?: Record<string, unknown>
  readonly healthcheck?: object
}
const compose = (file: string): Record<string, Service> =>
  parse(read(`deploy/${file}`), { merge: true, logLevel: 'silent' }).services

describe('the files for compose', () => {
  const services = compose('compose.yaml')
  const cluster = compose('compose.citus.yaml')

  it('set only settings that there are, start only commands that there are, and wait only for services that there are', () => {
    const ours = Object.values(services).filter(({ image: name }) => name === 'huanji')
    expect(ours).toHaveLength(4)
    for (const { environment = {}, command = [] } of ours) {
      for (const name of Object.keys(environment)) expect([name, known.has(name)]).toEqual([name, true])
      if (command[1] !== undefined) expect(fs.existsSync(path.join(ROOT, command[1]))).toBe(true)
    }
    const all = { ...services, ...cluster }
    for (const { depends_on: others = {} } of [...Object.values(services), ...Object.values(cluster)]) {
      for (const other of Object.keys(others)) expect([other, other in all]).toEqual([other, true])
    }
    for (const name of ['postgres', 'storage', 'worker-1', 'worker-2']) expect(all[name]).toHaveProperty('healthcheck')
  })

  it('name every image’s version, and every password that they ask for stands in the example', () => {
    for (const { image: name } of Object.values({ ...services, ...cluster })) {
      if (name !== undefined && name !== 'huanji') expect(name).toMatch(/:(?!latest)[\w.-]+$/)
    }
    const asked = [...(read('deploy/compose.yaml') + read('deploy/compose.citus.yaml')).matchAll(/\$\{(\w+)/g)].map(
      ([, name]) => name,
    )
    const given = [...read('deploy/env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name)
    expect([...new Set(asked)].sort()).toEqual([...given].sort())
    for (const [, name = ''] of read('deploy/huanji.env.example').matchAll(/^#? ?(\w+)=/gm)) {
      expect([name, known.has(name)]).toEqual([name, true])
    }
    for (const script of ['postgres-init.sh', 'citus-init.sh'])
      execFileSync('sh', ['-n', path.join(ROOT, 'deploy', script)])
  })
})

describe('the units of systemd', () => {
  const units = fs.readdirSync(path.join(ROOT, 'deploy/systemd'))

  it('start programs that there are, with settings that there are', () => {
    expect(units.sort()).toEqual([
      'huanji-backup.service',
      'huanji-backup.timer',
      'huanji-worker.service',
      'huanji.service',
    ])
    for (const unit of units.filter((name) => name.endsWith('.service'))) {
      const text = read(`deploy/systemd/${unit}`)
      const program = /^ExecStart=.*?(server\/src\/\S+)/m.exec(text)?.[1] ?? ''
      expect(fs.existsSync(path.join(ROOT, program))).toBe(true)
      for (const [, name = ''] of text.matchAll(/\b((?:HUANJI_|OPS_|NODE_ENV)\w*)=/g))
        expect(known.has(name)).toBe(true)
      expect(text).toMatch(/^User=huanji$/m)
    }
  })

  it('keep all of them the same little: the backup reads everything and had the most rights', () => {
    const WORDS =
      /^(NoNewPrivileges|Protect\w+|Private\w+|Restrict\w+|LockPersonality|CapabilityBoundingSet|UMask)=.*$/gm
    const [first, ...others] = units
      .filter((name) => name.endsWith('.service'))
      .map((name) => (read(`deploy/systemd/${name}`).match(WORDS) ?? []).sort())
    expect(first?.length).toBeGreaterThan(10)
    for (const other of others) expect(other).toEqual(first)
  })
})
