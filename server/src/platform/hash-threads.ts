import { Worker } from 'node:worker_threads'

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

/** Each thread holds some 25 MB; after so long without work it ends. */
const KEPT_FOR_MS = 30_000

interface IdleThread {
  readonly worker: Worker
  readonly ending: NodeJS.Timeout
}

/** Threads that wait for work, the one that waits longest first. They do not keep the process alive. */
const idle: IdleThread[] = []

/**
 * Hashes in a thread beside those that Node reads and writes files with: it has four of them for the whole process, and
 * four hashes would take them all. As many threads are started as hashes are asked for at once, which the caller bounds.
 * @throws Error when the parameters are none, or the thread died
 */
export async function hashInThread(job: HashJob): Promise<Buffer> {
  const worker = takeThread()
  const answer = await answerOf(worker, job)
  giveBack(worker)
  if ('reason' in answer) throw new Error(`a password could not be hashed: ${answer.reason}`)
  return Buffer.from(answer.tag)
}

function takeThread(): Worker {
  const thread = idle.pop()
  if (thread === undefined) return startThread()
  clearTimeout(thread.ending)
  thread.worker.ref()
  return thread.worker
}

function startThread(): Worker {
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url))
  // whoever waits for an answer is told by its own listener; without this one an idle thread's death would end the process
  worker.on('error', () => undefined)
  worker.on('exit', () => forget(worker))
  return worker
}

function forget(worker: Worker): void {
  const at = idle.findIndex((thread) => thread.worker === worker)
  if (at === -1) return
  clearTimeout(idle[at]?.ending)
  idle.splice(at, 1)
}

function giveBack(worker: Worker): void {
  worker.unref()
  const ending = setTimeout(() => {
    forget(worker)
    void worker.terminate()
  }, KEPT_FOR_MS)
  idle.push({ worker, ending: ending.unref() })
}

/** What the thread answers; one that dies instead is not used again. */
function answerOf(worker: Worker, job: HashJob): Promise<FromHashWorker> {
  return new Promise((resolve, reject) => {
    const stopListening = () => {
      worker.off('message', answered).off('error', died).off('exit', exited)
    }
    const answered = (answer: FromHashWorker) => {
      // under `node --watch` a thread also tells which files it has loaded
      if (!('tag' in answer) && !('reason' in answer)) return
      stopListening()
      resolve(answer)
    }
    const died = (error: Error) => {
      stopListening()
      reject(error)
    }
    const exited = () => died(new Error('the thread for password hashes ended'))
    worker.on('message', answered).on('error', died).on('exit', exited)
    worker.postMessage(job)
  })
}
