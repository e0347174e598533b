import { z } from 'zod'

/** Every answer: `code` 0 is success, whatever `msg` says (docs/open-platform.md §1.3). */
export const envelopeSchema = z
  .object({
    code: z.int().optional(),
    // Some samples of the platform carry the code of an internal error under this name.
    status: z.int().optional(),
    msg: z.string().optional(),
    data: z.unknown().optional(),
  })
  .refine((answer) => answer.code !== undefined || answer.status !== undefined, { error: 'code is missing' })
  .transform((answer) => ({ code: answer.code ?? answer.status ?? 0, msg: answer.msg ?? '', data: answer.data }))

export type Envelope = z.output<typeof envelopeSchema>

/** The answer a receiver of pushes gives; anything but `success` counts as a failed push (docs/open-platform.md §7). */
export const pushAnswerSchema = z.object({ result: z.string(), msg: z.string().optional() })

export const PUSH_ACCEPTED = { result: 'success', msg: '接收成功' } as const

/** The answer that makes the platform send the push again. */
export function pushRefused(msg: string): { result: 'fail'; msg: string } {
  return { result: 'fail', msg }
}
