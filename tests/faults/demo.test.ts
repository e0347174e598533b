import path from 'node:path'
import { auth } from '@huanji/contract/features/auth/calls'
import { afterEach, expect, test } from 'vitest'
import { ownPort } from '../support/ports.ts'
import { openFolder, temporaryFolder } from './data-folder.ts'
import { type RunningProcess, startProgram } from './server-process.ts'

const TEST_TIMEOUT_MS = 180_000
const NOBODY = { loginToken: '', loginPhone: '', employeeId: '', merchantId: '' }

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

interface Newcomer {
  readonly dataFolder: string
  readonly url: string
  start(): RunningProcess
}

/** A demo as somebody has it who has just cloned the repository, with so many phones. */
async function newcomer(phones: number): Promise<Newcomer> {
  const { folder, remove } = await temporaryFolder()
  cleanups.push(remove)
  const dataFolder = path.join(folder, 'data')
  const [port, opsPort, sandboxPort] = [await ownPort(), await ownPort(), await ownPort()]
  const settings = {
    PORT: String(port),
    OPS_PORT: String(opsPort),
    HUANJI_SANDBOX_PORT: String(sandboxPort),
    HUANJI_MODE: 'demo',
    HUANJI_DATA: dataFolder,
    HUANJI_DEMO_PHONES: String(phones),
  }
  return {
    dataFolder,
    url: `http://127.0.0.1:${port}`,
    start: () => {
      const running = startProgram('server/src/main.ts', settings)
      cleanups.push(() => running.killHard())
      return running
    },
  }
}

async function untilSaid(running: RunningProcess, words: string): Promise<void> {
  let hasEnded = false
  void running.ended.then(() => {
    hasEnded = true
  })
  while (!running.output().includes(words)) {
    if (hasEnded) throw new Error(`it never said ${words}:\n${running.output()}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

async function signIn(url: string, phone: string): Promise<string | undefined> {
  const answer = await fetch(url + auth.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...NOBODY, phone, password: 'Huanji2026' }),
  })
  return ((await answer.json()) as { _errCode?: string })._errCode
}

test(
  '13900139000, the owner of the second merchant, was refused in the first seconds: each account is there when it is printed',
  async () => {
    const { url, start } = await newcomer(3)
    const running = start()
    await untilSaid(running, '13700137000')
    const phones = running.output().match(/\b1\d{10}\b/g) ?? []
    expect(phones).toContain('13900139000')
    expect(phones).toHaveLength(9)
    for (const phone of phones) expect(await signIn(url, phone), phone).toBe('0')
  },
  TEST_TIMEOUT_MS,
)

test(
  'a start that is killed in the middle of the demo leaves nothing of it: the next one makes all of it, and the one after nothing',
  async () => {
    // and ten for the orders of the curated channel
    const { dataFolder, start } = await newcomer(60)
    const killed = start()
    await untilSaid(killed, '30/60')
    await killed.killHard()
    expect(killed.output()).not.toContain('焕机已启动')

    const second = start()
    await untilSaid(second, '焕机已启动')
    await second.terminate()
    expect(second.output()).toContain('演示数据已就绪：70 台手机')
    const home = await openFolder(dataFolder)
    const counts = await home.ownerQuery(
      'select (select count(*)::int from merchant) as merchants, (select count(*)::int from unit) as phones',
    )
    await home.close()
    expect(counts.rows).toEqual([{ merchants: 2, phones: 70 }])

    const third = start()
    await untilSaid(third, '焕机已启动')
    expect(third.output()).not.toContain('演示数据')
  },
  TEST_TIMEOUT_MS,
)
