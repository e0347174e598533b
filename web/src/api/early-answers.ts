import { elapsedMs } from '../platform/clock.ts'
import { loginContext } from '../session/session.ts'
import { FRESH_MS } from './boot-answers.ts'
import type { ApiCall } from './build-client.ts'

interface Early {
  readonly loginToken: string
  readonly askedMs: number
  readonly answer: Promise<unknown>
  /** What the answer holds, once it is there. */
  arrived?: unknown
}

const waiting = new Map<string, Early>()

const keyOf = (path: string, input: object): string => `${path} ${JSON.stringify(input)}`

/**
 * Makes a read before the screen that will show it is there: on a slow machine the screen takes as long as the answer.
 * A refusal is not shown, because whoever takes the answer up asks again after one.
 */
export function askEarly<Input extends object, Output>(call: ApiCall<Input, Output>, input: Input): void {
  const answer = call(input, { handles: 'all' })
  const early: Early = { loginToken: loginContext().loginToken, askedMs: elapsedMs(), answer }
  waiting.set(keyOf(call.path, input), early)
  answer.then(
    (output) => {
      early.arrived = output
    },
    () => {},
  )
}

/** What was asked for early, in this session and not long ago; each is given once. */
function take(path: string, input: object, isWanted: (early: Early) => boolean): Early | undefined {
  const key = keyOf(path, input)
  const early = waiting.get(key)
  if (!early || !isWanted(early)) return undefined
  waiting.delete(key)
  const isOurs = early.loginToken === loginContext().loginToken && elapsedMs() - early.askedMs < FRESH_MS
  return isOurs ? early : undefined
}

/**
 * The answer to this very read where it was asked for early and is perhaps still on its way.
 * @throws as a promise what the call threw
 */
export function takeEarly<Input extends object, Output>(
  call: ApiCall<Input, Output>,
  input: Input,
): Promise<Output> | undefined {
  return take(call.path, input, () => true)?.answer as Promise<Output> | undefined
}

/** The same answer where it has arrived already, so that the first painting of the screen can hold it. */
export function takeArrived<Input extends object, Output>(
  call: ApiCall<Input, Output>,
  input: Input,
): Output | undefined {
  return take(call.path, input, ({ arrived }) => arrived !== undefined)?.arrived as Output | undefined
}
