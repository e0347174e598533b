import { openSealed, seal } from '../../platform/seal.ts'
import type { Services } from '../../services.ts'
import { typedDigest } from './digest.ts'
import type { SmsPurpose } from './sms-scenes.ts'

/** What a message says, what for, and the code in it; empty where it has none. */
export interface SmsMessage {
  readonly scene: SmsPurpose
  readonly text: string
  readonly code: string
  /** What its template's places are filled with; the code alone where it is left out. */
  readonly params?: Readonly<Record<string, string>>
}

const keyOf = (services: Services) => typedDigest(services.settings.secret, 'sms-outbox')

/** Encrypts a message for the time it waits in the database: a code must not be readable there. */
export const sealMessage = (services: Services, message: SmsMessage): Buffer =>
  seal(keyOf(services), JSON.stringify(message))

/** Reads what `sealMessage` made; null when it was sealed with another key. */
export function openMessage(services: Services, sealed: Buffer): SmsMessage | null {
  const text = openSealed(keyOf(services), sealed)
  return text === null ? null : (JSON.parse(text) as SmsMessage)
}
