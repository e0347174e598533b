import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

const START_LIMIT_MS = 420_000
const STOP_LIMIT_MS = 40_000

/** A port that nobody used a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
  await gone
  clearTimeout(late)
}

/**
 * Starts the whole product as a newcomer's `npm start` would, on its own folder and ports, for the journeys to use.
 * While journeys are written, JOURNEY_URL and JOURNEY_SANDBOX_URL may name a product that runs already;
 * JOURNEY_PHONES_FROM then keeps newcomers' phones apart from those of the runs before.
 */
export default async function startProduct(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.JOURNEY_URL && process.env.JOURNEY_SANDBOX_URL) return undefined
  const folder = mkdtempSync(path.join(tmpdir(), 'huanji-journeys-'))
  const [port, opsPort, sandboxPort] = [await freePort(), await freePort(), await freePort()]
  const child = spawn('node', ['server/src/main.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      OPS_PORT: String(opsPort),
      HUANJI_SANDBOX_PORT: String(sandboxPort),
      HUANJI_DATA: folder,
      HUANJI_DEMO_PHONES: '27',
      HUANJI_RATE_FACTOR: '0',
    },
  })
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const limit = performance.now() + START_LIMIT_MS
  while (!output.includes('焕机已启动')) {
    if (child.exitCode !== null || performance.now() > limit) {
      child.kill('SIGKILL')
      throw new Error(`the product did not start:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  if (!(await answers(`http://127.0.0.1:${opsPort}/ready`))) throw new Error(`the product is not ready:\n${output}`)
  process.env.JOURNEY_URL = `http://127.0.0.1:${port}`
  process.env.JOURNEY_SANDBOX_URL = `http://127.0.0.1:${sandboxPort}`
  return async () => {
    await stop(child)
    rmSync(folder, { recursive: true, force: true })
  }
}
