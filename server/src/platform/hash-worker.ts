import { argon2Sync } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import type { FromHashWorker, HashJob } from './hash-threads.ts'

/** Hashes one password after another in a thread of its own; hash-threads.ts starts it and hands it the work. */
const port = parentPort
if (port === null) throw new Error('this file runs as a worker thread')

function answerTo({ password, salt, memoryKib, passes, lanes, tagBytes }: HashJob): FromHashWorker {
  const options = { message: password, nonce: salt, parallelism: lanes, tagLength: tagBytes, memory: memoryKib, passes }
  try {
    return { tag: argon2Sync('argon2id', options) }
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) }
  }
}

port.on('message', (job: HashJob) => port.postMessage(answerTo(job)))
