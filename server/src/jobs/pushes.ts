import type { EffectServices } from './effects.ts'

/** One message of the marketplace, verified and stored before it was acknowledged. */
export interface ReceivedPush {
  readonly id: string
  /** `push` for order and entry messages, `callback` for results of a publish. */
  readonly route: 'push' | 'callback'
  /** The merchant's number on the marketplace, or null when the message names none. */
  readonly sellerId: string | null
  /** The message as the marketplace sent it. */
  readonly body: unknown
  readonly receivedAt: string
  readonly attempt: number
}

/** Takes a stored message up; true when it was this handler's, false to offer it to the next. Throwing means "try again later". */
export type PushHandler = (push: ReceivedPush, services: EffectServices) => Promise<boolean>
