import { afterEach, describe, expect, it } from 'vitest'
import { createMarketplaceClient } from '../client/client.ts'
import { createSandboxClock, HOUR_MS, MINUTE_MS, SECOND_MS } from './clock.ts'
import type { Outage, SandboxOptions } from './options.ts'
import { phoneProduct } from './testing/goods.ts'
import { APP, SELLER_ID, USER_NAME } from './testing/merchant.ts'
import { type SandboxFixture, START_MS, startSandboxFixture } from './testing/sandbox-fixture.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function startFixture(options: Partial<SandboxOptions> = {}): Promise<SandboxFixture> {
  const fixture = await startSandboxFixture(options)
  closers.push(() => fixture.stop())
  return fixture
}

/** A client that gives up after half a second and keeps trying, whatever happened before. */
const impatient = ({ sandbox }: SandboxFixture) =>
  createMarketplaceClient({
    baseUrl: sandbox.url,
    ...APP,
    now: createSandboxClock().wallNow,
    timeoutMs: 500,
    retry: { attempts: 1 },
    breaker: { failuresToOpen: 1_000 },
  })

const KINDS: readonly [Outage, object][] = [
  [
    { kind: 'http', status: 503, durationMs: HOUR_MS },
    { name: 'MarketplaceUnavailable', outcomeUnknown: true },
  ],
  [
    { kind: 'reset', durationMs: HOUR_MS },
    { name: 'MarketplaceUnavailable', outcomeUnknown: true },
  ],
  [{ kind: 'hang', durationMs: HOUR_MS }, { name: 'MarketplaceTimeout' }],
  [
    { kind: 'closed', durationMs: HOUR_MS },
    { name: 'MarketplaceUnavailable', outcomeUnknown: false },
  ],
]

describe('an outage of an hour', () => {
  it.each(KINDS)('of kind %o: no call has an effect until it is over, then all do', async (outage, failure) => {
    const fixture = await startFixture()
    const { control } = fixture.sandbox
    const client = impatient(fixture)
    await control.beAway(outage)
    for (let minutes = 0; minutes < 60; minutes += 20) {
      await expect(client.createProduct(SELLER_ID, phoneProduct())).rejects.toMatchObject(failure)
      await expect(client.listShops(SELLER_ID)).rejects.toMatchObject({ name: expect.stringMatching(/^Marketplace/) })
      await control.advance(20 * MINUTE_MS)
    }
    expect((await client.listProducts(SELLER_ID, {})).count).toBe(0)
    await client.createProduct(SELLER_ID, phoneProduct())
    expect((await client.listProducts(SELLER_ID, {})).count).toBe(1)
  })

  it.each(KINDS)('of kind %o: the simulation goes on, and its pushes leave when it is over', async (outage) => {
    const { sandbox, client, receiver } = await startFixture()
    const { product_id: productId } = await client.createProduct(SELLER_ID, phoneProduct())
    await client.publishProduct(SELLER_ID, { product_id: productId, user_name: [USER_NAME], notify_url: receiver.url })
    await sandbox.control.beAway(outage)
    await sandbox.control.advance(HOUR_MS - SECOND_MS)
    expect(receiver.arrivals()).toBe(0)
    const { product } = sandbox.control.dump()
    expect(Object.values(product ?? {})).toEqual([expect.objectContaining({ status: 22 })])
    await sandbox.control.advance(2 * SECOND_MS)
    expect(receiver.accepted.map(({ kind }) => kind).sort()).toEqual(['product', 'productResult'])
    expect(sandbox.control.nowMs()).toBe(START_MS + HOUR_MS + SECOND_MS)
  })

  it('ends before its time when it is told to, and gives way to another', async () => {
    const fixture = await startFixture()
    const client = impatient(fixture)
    const { control, url } = fixture.sandbox
    await control.beAway({ kind: 'closed', durationMs: HOUR_MS })
    await control.beAway({ kind: 'http', status: 502, durationMs: HOUR_MS })
    await expect(client.listShops(SELLER_ID)).rejects.toMatchObject({ message: expect.stringContaining('HTTP 502') })
    await control.beAway({ kind: 'closed', durationMs: HOUR_MS })
    await expect(client.listShops(SELLER_ID)).rejects.toMatchObject({ outcomeUnknown: false })
    await control.comeBack()
    await control.comeBack()
    expect(fixture.sandbox.url).toBe(url)
    expect((await client.listShops(SELLER_ID)).list).toHaveLength(1)
  })

  it('ends by itself while the clock runs, a closed port too', async () => {
    const fixture = await startFixture({ clock: createSandboxClock({ startMs: START_MS, speed: 36_000 }) })
    const client = impatient(fixture)
    await fixture.sandbox.control.beAway({ kind: 'closed', durationMs: HOUR_MS })
    const shops = () =>
      client.listShops(SELLER_ID).then(
        ({ list }) => list.length,
        () => 0,
      )
    expect(await shops()).toBe(0)
    await expect.poll(shops, { timeout: 5_000 }).toBe(1)
  })

  it('can be stopped in the middle', async () => {
    const { sandbox } = await startFixture()
    await sandbox.control.beAway({ kind: 'closed', durationMs: HOUR_MS })
  })
})

describe('an outage ordered over HTTP', () => {
  it('leaves the control open, which can end it', async () => {
    const fixture = await startFixture({ httpControl: true })
    const client = impatient(fixture)
    const control = async (action: string, body: object) => {
      const headers = { 'content-type': 'application/json' }
      const url = `${fixture.sandbox.url}/sandbox/control/${action}`
      return await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    }
    expect(await control('beAway', { kind: 'http', status: 503, durationMs: HOUR_MS })).toMatchObject({ code: 0 })
    await expect(client.listShops(SELLER_ID)).rejects.toMatchObject({ name: 'MarketplaceUnavailable' })
    expect(await control('comeBack', {})).toMatchObject({ code: 0 })
    expect((await client.listShops(SELLER_ID)).list).toHaveLength(1)
    for (const wrong of [
      { kind: 'closed', durationMs: HOUR_MS },
      { kind: 'http', durationMs: HOUR_MS },
      { kind: 'reset' },
    ])
      expect(await control('beAway', wrong)).toMatchObject({ code: 100004 })
  })
})

describe('a late marketplace', () => {
  it('answers late, and its effect is there', async () => {
    const fixture = await startFixture()
    fixture.sandbox.control.setFaults({ latencyMs: 300 })
    const beganMs = performance.now()
    await fixture.client.createProduct(SELLER_ID, phoneProduct())
    expect(performance.now() - beganMs).toBeGreaterThanOrEqual(295)
    fixture.sandbox.control.setFaults({ latencyMs: 0 })
    expect((await fixture.client.listProducts(SELLER_ID, {})).count).toBe(1)
  })

  it('pushes late', async () => {
    const { sandbox, client, receiver } = await startFixture()
    sandbox.control.setFaults({ pushDelayMs: 40 * MINUTE_MS })
    const { product_id: productId } = await client.createProduct(SELLER_ID, phoneProduct())
    await client.publishProduct(SELLER_ID, { product_id: productId, user_name: [USER_NAME], notify_url: receiver.url })
    await sandbox.control.advance(39 * MINUTE_MS)
    expect(receiver.arrivals()).toBe(0)
    await sandbox.control.advance(2 * MINUTE_MS)
    expect(receiver.arrivals()).toBe(2)
  })
})
