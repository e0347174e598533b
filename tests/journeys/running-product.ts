import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ownPort } from '../support/ports.ts'

const START_LIMIT_MS = 420_000
const STOP_LIMIT_MS = 40_000

/** A whole product on a folder and ports of its own. */
export interface RunningProduct {
  readonly child: ChildProcess
  /** Where the journeys' calls and controls go, as the environment names it. */
  readonly addresses: { readonly JOURNEY_URL: string; readonly JOURNEY_SANDBOX_URL: string }
  readonly opsUrl: string
  /** What it has printed. */
  output(): string
  /** Stops it and removes its folder. */
  stop(): Promise<void>
}

/**
 * Starts a program that is the product, with so many demo phones, and waits until it says that it runs.
 * @throws Error with what it printed, when it ends or takes too long
 */
export async function runProduct(program: string, demoPhones: number): Promise<RunningProduct> {
  const folder = mkdtempSync(path.join(tmpdir(), 'huanji-journeys-'))
  const [port, opsPort, sandboxPort] = [await ownPort(), await ownPort(), await ownPort()]
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      PORT: String(port),
      OPS_PORT: String(opsPort),
      HUANJI_SANDBOX_PORT: String(sandboxPort),
      HUANJI_DATA: folder,
      HUANJI_DEMO_PHONES: String(demoPhones),
      HUANJI_RATE_FACTOR: '0',
      HUANJI_WEBHOOK_LOCAL: 'yes',
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  const limit = performance.now() + START_LIMIT_MS
  while (!output.includes('焕机已启动')) {
    if (child.exitCode !== null || performance.now() > limit) {
      child.kill('SIGKILL')
      throw new Error(`the product did not start:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return {
    child,
    addresses: {
      JOURNEY_URL: `http://127.0.0.1:${port}`,
      JOURNEY_SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
    },
    opsUrl: `http://127.0.0.1:${opsPort}`,
    output: () => output,
    async stop() {
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
      await gone
      clearTimeout(late)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
