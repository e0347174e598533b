import fs from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { expect, it, vi } from 'vitest'
import { hashPassword, PasswordQueueFull, verifyPassword } from './passwords.ts'

// the other tests have cheap ones
vi.unmock('./hash-threads.ts')

it('hashes with argon2id at 64 MiB, three passes, one lane, and a salt of its own', async () => {
  const [one, other] = [await hashPassword('Huanji2026'), await hashPassword('Huanji2026')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(one).not.toBe(other)
})

it('tells the right password from a wrong one, from none, and from a broken hash', async () => {
  const hash = await hashPassword('Huanji2026')
  expect(await verifyPassword('Huanji2026', hash)).toBe(true)
  expect(await verifyPassword('huanji2026', hash)).toBe(false)
  expect(await verifyPassword('Huanji2026', null)).toBe(false)
  expect(await verifyPassword('Huanji2026', 'plain')).toBe(false)
})

it('still verifies a hash with other parameters than today’s', async () => {
  // made by the reference program: echo -n "password" | argon2 somesalt -id -t 2 -m 16 -p 1 -l 32
  const known = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verifyPassword('password', known)).toBe(true)
})

it('refuses more than it can queue, and goes on afterwards', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 215 }, () => verifyPassword('x', CHEAP)))
  const refused = outcomes.filter((one) => one.status === 'rejected' && one.reason instanceof PasswordQueueFull)
  expect(refused).toHaveLength(215 - 204)
  expect(await verifyPassword('x', CHEAP)).toBe(false)
})

it('leaves the threads that read files free while as many are hashed as may be', async () => {
  await Promise.all(Array.from({ length: 4 }, () => verifyPassword('x', CHEAP)))
  const order: string[] = []
  const hashes = Array.from({ length: 4 }, () => verifyPassword('x', SLOW).then(() => order.push('hash')))
  for (let read = 0; read < 5; read += 1) {
    await fs.readFile(import.meta.filename)
    order.push('file')
  }
  await Promise.all(hashes)
  expect(order.indexOf('hash')).toBe(5)
})

it('ends its threads when they have had no work for a while, and starts new ones', async () => {
  const end = vi.spyOn(Worker.prototype, 'terminate')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await verifyPassword('x', CHEAP)
    await vi.advanceTimersByTimeAsync(29_999)
    expect(end).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(end).toHaveBeenCalledOnce()
    expect(await verifyPassword('x', CHEAP)).toBe(false)
  } finally {
    vi.useRealTimers()
    end.mockRestore()
  }
})

it('fails for parameters that are none, and goes on afterwards', async () => {
  const impossible = CHEAP.replace('m=8', 'm=1')
  for (let asked = 0; asked < 6; asked += 1) await expect(verifyPassword('x', impossible)).rejects.toThrow('hashed')
  expect(await verifyPassword('x', CHEAP)).toBe(false)
})

/** Takes twice as long as a hash of today’s, and far longer than reading a small file. */
const SLOW = '$argon2id$v=19$m=65536,t=6,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA'

/** Asks for so little work that the queue can be filled quickly. */
const CHEAP = '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA'
