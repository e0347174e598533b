import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { headersOf, newSecret, signatureOf } from './sign.ts'

/** The example of the specification of Standard Webhooks. */
const PUBLISHED = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  message: {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    now: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
  },
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

describe('a signature', () => {
  it('is that of the published example', () => {
    expect(signatureOf(PUBLISHED.message, PUBLISHED.secret)).toBe(PUBLISHED.signature)
  })

  it('is another one for another number, moment, body or key', () => {
    const { message, secret, signature } = PUBLISHED
    const others = [
      signatureOf({ ...message, id: 'msg_other' }, secret),
      signatureOf({ ...message, now: new Date(1_614_265_331_000) }, secret),
      signatureOf({ ...message, body: '{"test": 2432232315}' }, secret),
      signatureOf(message, newSecret()),
    ]
    expect(others).not.toContain(signature)
    expect(new Set(others).size).toBe(others.length)
  })

  it('stands beside that of the key before, apart by a space', () => {
    const { message, secret, signature } = PUBLISHED
    const other = newSecret()
    expect(headersOf(message, [other, secret])).toMatchObject({
      'webhook-id': message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': `${signatureOf(message, other)} ${signature}`,
    })
  })

  it('is verified by the library that receivers use, with the key and with the one before it', () => {
    const [former, present] = [newSecret(), newSecret()]
    const message = { id: 'msg_1', now: new Date(), body: '{"type":"newOrder","data":{"orderNo":"3"}}' }
    const headers = headersOf(message, [present, former])
    for (const secret of [present, former]) {
      expect(new Webhook(secret).verify(message.body, headers)).toEqual(JSON.parse(message.body))
    }
    expect(() => new Webhook(newSecret()).verify(message.body, headers)).toThrow(/signature/i)
    expect(() => new Webhook(present).verify(`${message.body} `, headers)).toThrow(/signature/i)
  })

  it('comes of a key of 32 random bytes', () => {
    expect(Buffer.from(newSecret().slice('whsec_'.length), 'base64')).toHaveLength(32)
  })
})
