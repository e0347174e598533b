import { createHmac } from 'node:crypto'
import { unguessableBytes } from '../../platform/ids.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A new key of a receiver. */
export const newSecret = (): string => `${PREFIX}${unguessableBytes(SECRET_BYTES).toString('base64')}`

export interface SignedMessage {
  /** The message's own number, the same over all attempts. */
  readonly id: string
  /** The moment of this attempt. */
  readonly now: Date
  readonly body: string
}

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000)

/** The signature of a message with one key, after Standard Webhooks. */
export function signatureOf({ id, now, body }: SignedMessage, secret: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signed = createHmac('sha256', key)
    .update(`${id}.${secondsOf(now)}.${body}`)
    .digest('base64')
  return `v1,${signed}`
}

/** The headers of a message, signed with each of the keys. */
export const headersOf = (message: SignedMessage, secrets: readonly string[]): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  'user-agent': 'Huanji-Webhooks/1',
  'webhook-id': message.id,
  'webhook-timestamp': String(secondsOf(message.now)),
  'webhook-signature': secrets.map((secret) => signatureOf(message, secret)).join(' '),
})
