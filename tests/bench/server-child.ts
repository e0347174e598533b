import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** A server in a process of its own, so that the load and the two sides measured do not share an event loop. */
export interface ServerChild {
  readonly url: string
  /** Memory that it holds at this moment, in bytes; of Linux. */
  memory(): number
  stop(): Promise<void>
}

/** Starts a file of this folder that writes `{"url": …}` as a line once it listens. */
export function startServer(file: string, environment: Readonly<Record<string, string>>): Promise<ServerChild> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, file)], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      child.once('close', () => resolve())
      if (child.exitCode !== null || !child.kill('SIGKILL')) resolve()
    })
  const memory = (): number => {
    const [, kib] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
    return Number(kib) * 1024
  }
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} before it listened`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('{"url":')) process.stderr.write(`${line}\n`)
      else resolve({ url: (JSON.parse(line) as { url: string }).url, memory, stop })
    })
  })
}
