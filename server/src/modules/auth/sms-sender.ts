import type { SmsPurpose } from './sms-scenes.ts'

/** A message as it is handed to whoever carries it. */
export interface OutgoingSms {
  readonly phone: string
  /** Names the provider's template. */
  readonly scene: SmsPurpose
  /** What the template's places are filled with. */
  readonly params: Readonly<Record<string, string>>
  /** The whole sentence, for a carrier without templates. */
  readonly text: string
}

/** Whoever carries messages to phones. Throwing means that the message did not leave. */
export interface SmsSender {
  send(message: OutgoingSms): Promise<void>
}

/** Thrown when a message did not leave. Its words say neither the phone nor the code, because they go to the log. */
export class SmsNotSent extends Error {
  /** The provider's word for it, or our own for what happened on the way there. */
  readonly reason: string
  /** True when another try cannot help. */
  readonly isPermanent: boolean

  constructor(reason: string, isPermanent: boolean, reference = '') {
    super(`the SMS provider did not take a message: ${reason}${reference === '' ? '' : `, its reference ${reference}`}`)
    this.name = 'SmsNotSent'
    this.reason = reason
    this.isPermanent = isPermanent
  }
}
