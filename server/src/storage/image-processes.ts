import { type ChildProcess, fork } from 'node:child_process'
import os from 'node:os'
import { refuse } from '../errors/refusal.ts'
import { WorkerPool } from '../platform/worker-pool.ts'
import type { FromImageProcess, ImageJob, MadePictures } from './image-process.ts'
import { imageQueue } from './image-queue.ts'
import { StorageUnavailable } from './storage.ts'

/** A tenth of the time that somebody else's work gets who wants the same core: enough to go on under any load. */
const NICENESS = 10

/** While the storage is away pictures are refused at once for so long; then the next one tries again. */
const REFUSED_FOR_MS = 5_000

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
 * Refuses PHOTO_INVALID as `normaliseImage` does. Where the storage is away, those that wait are refused with the one that
 * found it so. @param left ends the waiting for a place, with its reason
 * @throws StorageUnavailable, and Error when the process died
 */
export async function makePictures(job: ImageJob, left?: AbortSignal): Promise<MadePictures | null> {
  const answer = await imageQueue.run(() => run(job), { needs: storageNameOf(job.files), left })
  if ('made' in answer) return answer.made
  if ('refused' in answer) return refuse('PHOTO_INVALID', { message: answer.refused })
  throw new Error(`a picture could not be made anew: ${answer.failed}`)
}

const storageNameOf = ({ s3, dataFolder }: ImageJob['files']): string => s3?.endpoint ?? dataFolder

async function run(job: ImageJob): Promise<Exclude<FromImageProcess, { unavailable: string }>> {
  const answer = await processes.run(job)
  if (!('unavailable' in answer)) return answer
  const away = new StorageUnavailable(answer.unavailable)
  // before the place is handed on: whoever waits would meet the same
  imageQueue.refuse(storageNameOf(job.files), away, REFUSED_FOR_MS)
  throw away
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
