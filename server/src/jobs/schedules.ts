import type { JobServices } from './job.ts'

/** Work that repeats. Over several server processes, each time is one process's. */
export interface Schedule {
  readonly name: string
  readonly everySeconds: number
  readonly run: (services: JobServices) => Promise<void>
}

/** Declares work that repeats every `everySeconds` seconds, counted from its end; a failure is logged and the next time comes. */
export function registerSchedule(name: string, everySeconds: number, run: Schedule['run']): Schedule {
  if (!Number.isInteger(everySeconds) || everySeconds < 1)
    throw new Error(`schedule ${name}: needs a whole number of seconds`)
  return { name, everySeconds, run }
}
