import { ERR } from '@huanji/contract/errors'
import { beforeEach, describe, expect, test } from 'vitest'
import { keepIdempotencyKey, type SendWithKey } from './idempotency-key.ts'
import { ApiRefusal } from './refusal.ts'

const INPUT = { orderId: 'order-1', waybill: 'SF1' }
const refusal = (errCode: string) => new ApiRefusal(errCode, '不行', '', null)

let send: SendWithKey
let keys: string[]

beforeEach(() => {
  send = keepIdempotencyKey()
  keys = []
})

/** Tries once; the try ends with `error`, or with an answer. */
async function attempt(input: unknown, error?: Error): Promise<void> {
  const sent = send(input, async ({ idempotencyKey }) => {
    keys.push(idempotencyKey)
    if (error) throw error
    return 'done'
  })
  if (error) await expect(sent).rejects.toBe(error)
  else expect(await sent).toBe('done')
}

describe('another try has the same key', () => {
  test.each([
    ['no answer came', new TypeError('Failed to fetch')],
    ['it timed out', new DOMException('', 'TimeoutError')],
    ['the first try is still under way', refusal(ERR.keyInFlight)],
    ['the server is busy', refusal(ERR.busy)],
    ['the session is over', refusal(ERR.sessionInvalid)],
    ['there were too many calls', refusal(ERR.tooMany)],
    ['the storage is not available', refusal(ERR.storageUnavailable)],
  ])('when %s', async (_when, error) => {
    await attempt(INPUT, error)
    await attempt({ ...INPUT }, error)
    await attempt(INPUT)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(keys).size).toBe(1)
  })
})

describe('another try has a new key', () => {
  test.each([
    ['the domain refused', refusal(ERR.refused)],
    ['the input was wrong', refusal(ERR.malformed)],
    ['the key belongs to another input', refusal(ERR.keyReused)],
    ['the server failed', refusal(ERR.internal)],
  ])('when %s', async (_when, error) => {
    await attempt(INPUT, error)
    await attempt(INPUT)
    expect(new Set(keys).size).toBe(2)
  })

  test('when it was done', async () => {
    await attempt(INPUT)
    await attempt(INPUT)
    expect(new Set(keys).size).toBe(2)
  })

  test('when the input has changed since the answer was lost', async () => {
    await attempt(INPUT, new TypeError('Failed to fetch'))
    await attempt({ ...INPUT, waybill: 'SF2' }, new TypeError('Failed to fetch'))
    await attempt(INPUT)
    expect(new Set(keys).size).toBe(3)
  })
})
