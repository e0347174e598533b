import { elapsedMs } from '../platform/clock.ts'

/** An answer that nobody took within this time no longer tells how things are. */
export const FRESH_MS = 15_000

interface BootAnswer {
  readonly path: string
  /** The request's body as it was sent, login context included. */
  readonly body: string
  /** When the request left and, once it is there, when the answer came. */
  readonly askedMs: number
  readonly arrivedMs?: number
  readonly answer: Promise<Response>
}

declare global {
  /** What the boot script has asked for (build/boot.js), before the application was there. */
  var bootAnswers: BootAnswer[] | undefined
}

/** This very request where the boot script has made it, for this session and not long ago; given once. */
export function takeBootAnswer(path: string, body: string): BootAnswer | undefined {
  const asked = globalThis.bootAnswers
  const at = asked?.findIndex((one) => one.path === path && one.body === body) ?? -1
  const [found] = at < 0 ? [] : (asked?.splice(at, 1) ?? [])
  return found && elapsedMs() - found.askedMs < FRESH_MS ? found : undefined
}
