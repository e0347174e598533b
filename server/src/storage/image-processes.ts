import { type ChildProcess, fork } from 'node:child_process'
import os from 'node:os'
import { refuse } from '../errors/refusal.ts'
import { HelperPool } from '../platform/helper-pool.ts'
import type { FromImageProcess } from './image-process.ts'
import type { NormalisedImage } from './images.ts'

/** About a third of the time that somebody else's work gets who wants the same core: enough to go on under any load. */
const NICENESS = 15

/** Each process holds some tens of megabytes. */
const processes = new HelperPool<Uint8Array, FromImageProcess>({
  name: 'the process of a picture',
  start: startProcess,
  isAnswer: (message): message is FromImageProcess => 'image' in message || 'refused' in message || 'failed' in message,
})

/**
 * Makes a picture anew in a process of a lower priority, so that answers to calls go first where the cores are few, and
 * the memory that pictures take is given back. As many processes are started as pictures are asked for at once, which
 * the caller bounds. Refuses PHOTO_INVALID as `normaliseImage` does. @throws Error when the process died
 */
export async function normaliseApart(bytes: Uint8Array): Promise<NormalisedImage> {
  const answer = await processes.run(bytes)
  if ('refused' in answer) return refuse('PHOTO_INVALID', { message: answer.refused })
  if ('failed' in answer) throw new Error(`a picture could not be made anew: ${answer.failed}`)
  const { full, thumb } = answer.image
  return { ...answer.image, full: Buffer.from(full), thumb: Buffer.from(thumb) }
}

function startProcess(): ChildProcess {
  const file = new URL('./image-process.ts', import.meta.url)
  const child = fork(file, { serialization: 'advanced', execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
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
