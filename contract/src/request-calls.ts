import type * as z from 'zod'
import { type Access, write } from './call.ts'
import type { RefusalCode } from './errors.ts'
import { nothing } from './shapes.ts'

interface RequestCalls<I extends z.ZodType> {
  /** The beginning of both paths. */
  readonly path: string
  /** What is sent to the marketplace, in Chinese. */
  readonly what: string
  readonly access: Access
  readonly input: I
  readonly ids: readonly string[]
  readonly example: z.input<I>
  /** What may be refused beside a thing that is unknown or stands otherwise by now. */
  readonly refusals?: readonly RefusalCode[]
}

/**
 * The two ways on with what was asked of the marketplace and is not known there yet, or was refused: repeating looks at
 * the marketplace again at once, giving up leaves the thing as it is known there.
 */
export function requestCalls<I extends z.ZodType>({ path, what, refusals = [], ...rest }: RequestCalls<I>) {
  const call = (name: string, title: string) =>
    write({
      ...rest,
      path: `${path}/${name}`,
      title,
      beyond:
        'what is asked of the marketplace stands until it is so or refused for good; then a person repeats it or gives it up',
      audit: title,
      output: nothing,
      refusals: ['NOT_FOUND', 'STATE_CHANGED', ...refusals],
    })
  return { retry: call('retry', `重新提交${what}`), giveUp: call('giveUp', `不再提交${what}`) }
}
