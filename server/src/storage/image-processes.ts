import { type ChildProcess, fork } from 'node:child_process'
import os from 'node:os'
import { refuse } from '../errors/refusal.ts'
import type { FromImageProcess } from './image-process.ts'
import type { NormalisedImage } from './images.ts'

/** A process holds some tens of megabytes; after so long without work it ends. */
const KEPT_FOR_MS = 30_000

/** About a third of the time that somebody else's work gets who wants the same core: enough to go on under any load. */
const NICENESS = 5

interface IdleProcess {
  readonly child: ChildProcess
  readonly ending: NodeJS.Timeout
}

/** Processes that wait for work. They do not keep this one alive. */
const idle: IdleProcess[] = []

/**
 * Makes a picture anew in a process of a lower priority, so that answers to calls go first where the cores are few, and
 * the memory that pictures take is given back. As many processes are started as pictures are asked for at once, which
 * the caller bounds. Refuses PHOTO_INVALID as `normaliseImage` does. @throws Error when the process died
 */
export async function normaliseApart(bytes: Uint8Array): Promise<NormalisedImage> {
  const child = takeProcess()
  const answer = await answerOf(child, bytes)
  giveBack(child)
  if ('refused' in answer) return refuse('PHOTO_INVALID', { message: answer.refused })
  if ('failed' in answer) throw new Error(`a picture could not be made anew: ${answer.failed}`)
  const { full, thumb } = answer.image
  return { ...answer.image, full: Buffer.from(full), thumb: Buffer.from(thumb) }
}

function takeProcess(): ChildProcess {
  const known = idle.pop()
  if (known === undefined) return startProcess()
  clearTimeout(known.ending)
  known.child.ref()
  known.child.channel?.ref()
  return known.child
}

function startProcess(): ChildProcess {
  const file = new URL('./image-process.ts', import.meta.url)
  const child = fork(file, { serialization: 'advanced', execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  // whoever waits for an answer is told by its own listener; without this one an idle process's death would end this one
  child.on('error', () => undefined)
  child.on('exit', () => forget(child))
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

function forget(child: ChildProcess): void {
  const at = idle.findIndex((one) => one.child === child)
  if (at === -1) return
  clearTimeout(idle[at]?.ending)
  idle.splice(at, 1)
}

function giveBack(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  const ending = setTimeout(() => {
    forget(child)
    child.disconnect()
  }, KEPT_FOR_MS)
  idle.push({ child, ending: ending.unref() })
}

/** What the process answers; one that dies instead is not used again. */
function answerOf(child: ChildProcess, bytes: Uint8Array): Promise<FromImageProcess> {
  return new Promise((resolve, reject) => {
    const stopListening = () => {
      child.off('message', answered).off('error', died).off('exit', exited)
    }
    const answered = (answer: unknown) => {
      // under `node --watch` a process also tells which files it has loaded
      if (typeof answer !== 'object' || answer === null) return
      if (!('image' in answer) && !('refused' in answer) && !('failed' in answer)) return
      stopListening()
      resolve(answer as FromImageProcess)
    }
    const died = (error: Error) => {
      stopListening()
      reject(error)
    }
    const exited = (code: number | null) => died(new Error(`the process of a picture ended with ${code}`))
    child.on('message', answered).on('error', died).on('exit', exited)
    child.send(bytes)
  })
}
