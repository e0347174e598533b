import { type ChildProcess, fork } from 'node:child_process'
import os from 'node:os'
import { refuse } from '../errors/refusal.ts'
import { WorkerPool } from '../platform/worker-pool.ts'
import type { FromImageProcess, ImageJob, MadePictures } from './image-process.ts'
import { inImageQueue } from './image-queue.ts'
import { StorageUnavailable } from './storage.ts'

/** A tenth of the time that somebody else's work gets who wants the same core: enough to go on under any load. */
const NICENESS = 10

/** Each process holds some tens of megabytes. */
const processes = new WorkerPool<ImageJob, FromImageProcess>({
  name: 'the process of a picture',
  start: startProcess,
  isAnswer: (message): message is FromImageProcess =>
    'made' in message || 'refused' in message || 'unavailable' in message || 'failed' in message,
})

/**
 * Makes the pictures of a sent file, full and small, and keeps them; null while a part is missing. It is done in a
 * process of a lower priority that reads and writes the files itself, so that answers to calls go first where the cores
 * are few, and this process neither holds pictures nor collects them. Doing it again writes the same files.
 * Refuses PHOTO_INVALID as `normaliseImage` does. @throws StorageUnavailable, and Error when the process died
 */
export async function makePictures(job: ImageJob): Promise<MadePictures | null> {
  const answer = await inImageQueue(() => processes.run(job))
  if ('made' in answer) return answer.made
  if ('refused' in answer) return refuse('PHOTO_INVALID', { message: answer.refused })
  if ('unavailable' in answer) throw new StorageUnavailable(answer.unavailable)
  throw new Error(`a picture could not be made anew: ${answer.failed}`)
}

function startProcess(): ChildProcess {
  const child = fork(new URL('./image-process.ts', import.meta.url), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  lowerPriority(child)
  return child
}

/** Where the system does not let it be lowered, pictures are made all the same. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) os.setPriority(pid, NICENESS)
  } catch {
    // it may have ended already, or not be ours to change
  }
}
