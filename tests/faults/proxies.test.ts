import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { allCalls } from '@huanji/contract/calls'
import { ERR } from '@huanji/contract/errors'
import { checkCallerAddress } from '@huanji/server/doctor/address-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../support/databases.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { ownPort } from '../support/ports.ts'
import { temporaryFolder } from './data-folder.ts'
import { ROOT } from './server-process.ts'

/** Real proxies before the gateway, with the lines of docs/going-live.md and with their defaults. */

const PAGE = fs.readFileSync(path.join(ROOT, 'docs/going-live.md'), 'utf8')
const FORGED = '203.0.113.9'
const JSON_TYPE = { 'content-type': 'application/json' }
/** The call that takes the largest body. */
const LARGEST = allCalls.reduce((one, other) => (other.bodyLimitBytes > one.bodyLimitBytes ? other : one))

/** What the page tells an operator to write, with the address of this gateway. */
function documented(proxy: string, gatewayPort: number): string {
  const lines = new RegExp(`<!-- proxy: ${proxy} -->\n\`\`\`\\w+\n([^]*?)\`\`\``).exec(PAGE)?.[1]
  if (lines === undefined) throw new Error(`docs/going-live.md has no lines for ${proxy}`)
  return lines.replaceAll('127.0.0.1:8080', `127.0.0.1:${gatewayPort}`)
}

interface Proxy {
  readonly program: string
  readonly isRight: boolean
  readonly about: string
  /** Its configuration, its own port and the gateway's given. */
  readonly configuration: (port: number, gatewayPort: number) => string
  readonly args: (file: string, folder: string) => string[]
}

const nginx = (inServer: (gatewayPort: number) => string): Pick<Proxy, 'program' | 'configuration' | 'args'> => ({
  program: 'nginx',
  configuration: (
    port,
    gatewayPort,
  ) => `${process.getuid?.() === 0 ? 'user root; ' : ''}pid nginx.pid; error_log stderr; daemon off; events {}
http {
  access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
  server { listen 127.0.0.1:${port}; ${inServer(gatewayPort)} }
}`,
  args: (file, folder) => ['-p', folder, '-c', file],
})

const haproxy = (backend: (gatewayPort: number) => string): Pick<Proxy, 'program' | 'configuration' | 'args'> => ({
  program: 'haproxy',
  configuration: (port, gatewayPort) => `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend all
  bind 127.0.0.1:${port}
  default_backend huanji
${backend(gatewayPort)}
`,
  args: (file) => ['-db', '-f', file],
})

const PROXIES: readonly Proxy[] = [
  { about: 'nginx as documented', isRight: true, ...nginx((port) => documented('nginx', port)) },
  {
    about: 'nginx by its defaults',
    isRight: false,
    ...nginx((port) => `location / { proxy_pass http://127.0.0.1:${port}; }`),
  },
  { about: 'haproxy as documented', isRight: true, ...haproxy((port) => documented('haproxy', port)) },
  {
    about: 'haproxy by its defaults',
    isRight: false,
    ...haproxy((port) => `backend huanji\n  server huanji 127.0.0.1:${port}`),
  },
  {
    about: 'caddy by its defaults',
    isRight: true,
    program: 'caddy',
    configuration: (port, gatewayPort) =>
      `{\n  admin off\n  auto_https off\n}\nhttp://127.0.0.1:${port} {\n  reverse_proxy 127.0.0.1:${gatewayPort}\n}\n`,
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
]

const isInstalled = ({ program }: Proxy): boolean => spawnSync('which', [program], { stdio: 'ignore' }).status === 0

let database: TestDatabase
let gateway: TestGateway
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
  database = await openTestDatabase('embedded')
  gateway = await startTestGateway({ database, settings: { trustedProxies: 1 } })
})
afterAll(async () => {
  await gateway.close()
  await database.close()
  await folder.remove()
})

/** Runs work against a proxy that stands before the gateway. */
async function behind(proxy: Proxy, work: (url: string) => Promise<void>): Promise<void> {
  const port = await ownPort()
  const place = fs.mkdtempSync(path.join(folder.folder, `${proxy.program}-`))
  const file = path.join(place, 'proxy.conf')
  fs.writeFileSync(file, proxy.configuration(port, Number(new URL(gateway.url).port)))
  const environment = { ...process.env, HOME: place, XDG_DATA_HOME: place, XDG_CONFIG_HOME: place }
  const running = spawn(proxy.program, proxy.args(file, place), { cwd: place, env: environment, stdio: 'pipe' })
  const ended = once(running, 'close')
  try {
    await untilOpen(running, `http://127.0.0.1:${port}`)
    await work(`http://127.0.0.1:${port}`)
  } finally {
    running.kill('SIGTERM')
    await ended
  }
}

async function untilOpen(running: ChildProcess, url: string): Promise<void> {
  let said = ''
  for (const stream of [running.stdout, running.stderr]) stream?.on('data', (text) => (said += String(text)))
  const deadline = performance.now() + 15_000
  while (performance.now() < deadline && running.exitCode === null) {
    const isOpen = await fetch(`${url}/api/ext/address`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`the proxy does not answer: ${said.slice(0, 2000)}`)
}

describe.each(PROXIES.filter(isInstalled))('$about', (proxy) => {
  it(proxy.isRight ? 'lets nobody state his own address' : 'is found out by the doctor', async () => {
    await behind(proxy, async (url) => {
      const response = await fetch(`${url}/api/ext/address`, { headers: { 'x-forwarded-for': FORGED } })
      expect(await response.json()).toEqual({ address: proxy.isRight ? '127.0.0.1' : FORGED })
      const finding = await checkCallerAddress({ publicUrl: url, trustedProxies: 1 })
      expect(finding.verdict).toBe(proxy.isRight ? '通过' : '错误')
      if (!proxy.isRight) expect(finding.cure).toContain('docs/going-live.md')
    })
  })

  it.runIf(proxy.isRight)('lets the largest body of a call through', async () => {
    await behind(proxy, async (url) => {
      const body = JSON.stringify({ text: 'x'.repeat(LARGEST.bodyLimitBytes - 100) })
      const answers = [gateway.url, url].map(async (origin) => {
        const response = await fetch(`${origin}${LARGEST.path}`, { method: 'POST', headers: JSON_TYPE, body })
        const envelope = (await response.json()) as { _errCode: string }
        return [response.status, envelope._errCode]
      })
      const [direct, through] = await Promise.all(answers)
      expect(through).toEqual(direct)
      expect(direct).not.toContain(ERR.tooLarge)
    })
  })
})

describe('the doctor', () => {
  it('sees a number of proxies that is higher than there are', async () => {
    const direct = await checkCallerAddress({ publicUrl: gateway.url, trustedProxies: 1 })
    expect(direct).toMatchObject({ verdict: '错误', about: '来源地址' })
  })

  it('says when there is nothing to ask', async () => {
    expect(await checkCallerAddress({ publicUrl: 'http://127.0.0.1:9', trustedProxies: 1 })).toMatchObject({
      verdict: '缺少',
    })
    expect(await checkCallerAddress({ publicUrl: gateway.url, trustedProxies: 0 })).toMatchObject({ verdict: '缺少' })
  })
})
