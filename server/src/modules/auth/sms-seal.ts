import { createCipheriv, createDecipheriv } from 'node:crypto'
import { randomToken } from '../../platform/ids.ts'
import type { Services } from '../../services.ts'
import { typedDigest } from './digest.ts'
import type { SmsScene } from './sms-scenes.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** What a message says, what for, and the code in it. */
export interface SmsMessage {
  readonly scene: SmsScene
  readonly text: string
  readonly code: string
}

const keyOf = (services: Services) => typedDigest(services.settings.secret, 'sms-outbox')

/** Encrypts a message for the time it waits in the database: a code must not be readable there. */
export function sealMessage(services: Services, message: SmsMessage): Buffer {
  const nonce = Buffer.from(randomToken(NONCE_BYTES), 'base64url')
  const cipher = createCipheriv('aes-256-gcm', keyOf(services), nonce)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(message)), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Reads what `sealMessage` made; null when it was sealed with another key. */
export function openMessage(services: Services, sealed: Buffer): SmsMessage | null {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(services), sealed.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
    const message: SmsMessage = JSON.parse(text.toString())
    return message
  } catch {
    return null
  }
}
