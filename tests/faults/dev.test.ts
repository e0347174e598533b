import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { auth } from '@huanji/contract/features/auth/calls'
import { merchant } from '@huanji/contract/features/merchant/calls'
import { afterEach, expect, test } from 'vitest'
import { ownPort } from '../support/ports.ts'
import { copyProject, type ProjectCopy } from '../support/project-copy.ts'
import { type RunningProcess, startProgram } from './server-process.ts'

const PROBE = 'web/src/probe.tsx'
const EDITED_PATH = `${merchant.menu.path}Edited`
const TURN_LIMIT_MS = 90_000

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Waits until `look` gives true. @throws with what the process wrote when it takes too long */
async function until(running: RunningProcess, what: string, look: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + TURN_LIMIT_MS
  while (!(await look())) {
    if (performance.now() > deadline) throw new Error(`${what} never came; it wrote:\n${running.output()}`)
    await pause(50)
  }
}

interface Development {
  readonly copy: ProjectCopy
  readonly url: string
  readonly running: RunningProcess
}

async function development(): Promise<Development> {
  const copy = copyProject()
  cleanups.push(() => copy.remove())
  copy.append(PROBE, 'export function Probe() {\n  return <p>before</p>\n}\n')
  const [port, opsPort, sandboxPort] = [await ownPort(), await ownPort(), await ownPort()]
  const settings = {
    PORT: String(port),
    OPS_PORT: String(opsPort),
    HUANJI_SANDBOX_PORT: String(sandboxPort),
    HUANJI_DATA: path.join(copy.root, '.huanji'),
    HUANJI_DEMO_PHONES: '0',
    // as a person's shell has it: the test runner's own would build another client
    NODE_ENV: 'development',
  }
  const running = startProgram('server/src/start/dev.ts', settings, copy.root)
  cleanups.push(() => running.terminate())
  await until(running, 'the demo', () => running.output().includes('焕机已启动'))
  return { copy, url: `http://127.0.0.1:${port}`, running }
}

const textOf = async (url: string): Promise<string> => (await fetch(url)).text()

async function signIn(url: string): Promise<{ _errCode?: string }> {
  const nobody = { loginToken: '', loginPhone: '', employeeId: '', merchantId: '' }
  const answer = await fetch(url + auth.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...nobody, phone: '13800138000', password: 'Huanji2026' }),
  })
  return (await answer.json()) as { _errCode?: string }
}

/** The kinds of message, with the files they name, that the development server sends to an open page. */
async function pageMessages(url: string): Promise<string[]> {
  const token = /const wsToken = "([^"]+)"/.exec(await textOf(`${url}/@vite/client`))?.[1] ?? ''
  const socket = new WebSocket(`${url.replace('http', 'ws')}/?token=${token}`, 'vite-hmr')
  cleanups.push(() => socket.close())
  const messages: string[] = []
  socket.addEventListener('message', ({ data }) => messages.push(String(data)))
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  return messages
}

test('npm run dev serves page and calls on one port, and follows every edit by itself', async () => {
  const { copy, url, running } = await development()

  // the page and a call, through the one port
  expect(await textOf(url)).toContain('src="/src/main.tsx"')
  expect(await textOf(`${url}/src/main.tsx`)).toContain('import')
  expect(await signIn(url)).toMatchObject({ _errCode: '0' })

  // the web client: the open page is told which part changed
  const messages = await pageMessages(url)
  expect(await textOf(`${url}/src/probe.tsx`)).toContain('before')
  copy.edit(PROBE, 'before', 'after')
  await until(running, 'the update of the page', () =>
    messages.some((message) => message.includes('"type":"update"') && message.includes('/src/probe.tsx')),
  )
  expect(await textOf(`${url}/src/probe.tsx`)).toContain('after')

  // the contract: the gateway answers by the new path, and so do the client's table of paths and its first script
  expect(await textOf(`${url}/openapi.json`)).not.toContain(EDITED_PATH)
  expect(await textOf(`${url}/@id/__x00__virtual:wire`)).not.toContain(EDITED_PATH)
  copy.edit('contract/src/features/merchant/calls.ts', `'${merchant.menu.path}'`, `'${EDITED_PATH}'`)
  for (const place of ['/openapi.json', '/@id/__x00__virtual:wire', '/boot.js']) {
    await until(running, `the new path in ${place}`, async () => (await textOf(url + place)).includes(EDITED_PATH))
  }

  // server and domain: a call that comes while the gateway starts anew waits for it
  copy.append('server/src/modules.ts', "process.stdout.write('the server was edited\\n')\n")
  copy.append('domain/src/verify.ts', "globalThis.process?.stdout.write('the domain was edited\\n')\n")
  await until(running, 'the edited server', () => /server was edited/.test(running.output()))
  await until(running, 'the edited domain', () => /domain was edited/.test(running.output()))
  await until(running, 'a call after the edits', () =>
    signIn(url).then(
      ({ _errCode }) => _errCode === '0',
      () => false,
    ),
  )

  expect((await running.terminate()).code).toBe(0)
  await expect(fetch(url)).rejects.toThrow()
})
