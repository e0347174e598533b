import { Worker } from 'node:worker_threads'
import { WorkerPool } from './worker-pool.ts'

/** What one argon2id hash is made of. */
export interface HashJob {
  readonly password: string
  readonly salt: Uint8Array
  readonly memoryKib: number
  readonly passes: number
  readonly lanes: number
  readonly tagBytes: number
}

export type FromHashWorker = { readonly tag: Uint8Array } | { readonly reason: string }

/** Each thread holds some 25 MB. */
const threads = new WorkerPool<HashJob, FromHashWorker>({
  name: 'the thread for password hashes',
  start: () => new Worker(new URL('./hash-worker.ts', import.meta.url)),
  isAnswer: (message): message is FromHashWorker => 'tag' in message || 'reason' in message,
})

/**
 * Hashes in a thread beside those that Node reads and writes files with: it has four of them for the whole process, and
 * four hashes would take them all. As many threads are started as hashes are asked for at once, which the caller bounds.
 * @throws Error when the parameters are none, or the thread died
 */
export async function hashInThread(job: HashJob): Promise<Buffer> {
  const answer = await threads.run(job)
  if ('reason' in answer) throw new Error(`a password could not be hashed: ${answer.reason}`)
  return Buffer.from(answer.tag)
}
