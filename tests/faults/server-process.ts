import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '../..')
/** Where starts of the program find it compiled (tests/support/faults-setup.ts). */
export const COMPILED = { NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/huanji-compiled') }
const READY_WITHIN_MS = 60_000
const POLL_MS = 25

/** How a process ended. */
export interface ProcessExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** All it wrote, to either stream. */
  readonly output: string
}

/** A program of ours in a process of its own, started as an operator starts it. */
export interface RunningProcess {
  readonly ended: Promise<ProcessExit>
  output(): string
  /** Ends it without a chance to tidy up. */
  killHard(): Promise<ProcessExit>
  /** Asks it to end. */
  terminate(): Promise<ProcessExit>
}

/**
 * Runs a TypeScript file of the project, or of a copy of it, with exactly these settings beside the machine's own environment.
 * @param within a command that runs the program in a place of its own, and is replaced by it
 */
export function startProgram(
  file: string,
  settings: Readonly<Record<string, string>>,
  root: string = ROOT,
  within: readonly string[] = [],
): RunningProcess {
  const [command = process.execPath, ...rest] = [...within, process.execPath, path.join(root, file)]
  const child = spawn(command, rest, {
    cwd: root,
    env: { ...withoutOurSettings(process.env), ...(root === ROOT ? COMPILED : {}), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const keep = (chunk: Buffer) => {
    output += chunk.toString('utf8')
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const ended = exitOf(child, () => output)
  const signalled = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return {
    ended,
    output: () => output,
    killHard: () => signalled('SIGKILL'),
    terminate: () => signalled('SIGTERM'),
  }
}

function withoutOurSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const ours = /^(HUANJI_|S3_|PORT$|OPS_PORT$|DATABASE_URL$)/
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !ours.test(name)))
}

async function exitOf(child: ChildProcess, output: () => string): Promise<ProcessExit> {
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  return { code, signal, output: output() }
}

/** Waits until an address answers 200. @throws Error with the process's output when it ends before, or takes too long */
export async function untilReady(running: RunningProcess, url: string): Promise<void> {
  let exit: ProcessExit | null = null
  void running.ended.then((known) => {
    exit = known
  })
  const deadline = performance.now() + READY_WITHIN_MS
  while (performance.now() < deadline) {
    if (exit) break
    const isReady = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error(`${url} never answered; the process wrote:\n${running.output().slice(0, 4000)}`)
}
