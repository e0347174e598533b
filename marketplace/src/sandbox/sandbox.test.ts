import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { signRequest } from '../protocol/signature.ts'
import { createSandboxClock, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './clock.ts'
import { randomOf } from './random.ts'
import { openDocumentStore } from './store.ts'
import { entryOf, phoneProduct, readEntry, startBidding } from './testing/goods.ts'
import { APP, SELLER_ID, USER_NAME } from './testing/merchant.ts'
import { type PushReceiver, startPushReceiver } from './testing/push-receiver.ts'
import { clientOf, type SandboxFixture, START_MS, startSandboxFixture } from './testing/sandbox-fixture.ts'

const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function startFixture(options: Parameters<typeof startSandboxFixture>[0] = {}): Promise<SandboxFixture> {
  const started = await startSandboxFixture(options)
  closers.push(() => started.stop())
  return started
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'huanji-sandbox-'))
  closers.push(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Creates and publishes a phone; its pushes are then due. */
async function publish({ client, receiver }: Pick<SandboxFixture, 'client' | 'receiver'>): Promise<number> {
  const { product_id: productId } = await client.createProduct(SELLER_ID, phoneProduct())
  await client.publishProduct(SELLER_ID, { product_id: productId, user_name: [USER_NAME], notify_url: receiver.url })
  return productId
}

const kindsOf = (receiver: PushReceiver) => receiver.accepted.map((push) => push.kind)

describe('a call from outside', () => {
  it('refuses a wrong key, a wrong secret, an old time and an unknown path', async () => {
    const { sandbox } = await startFixture()
    const call = async (query: string, path = '/api/open/user/authorize/list') =>
      await (await fetch(`${sandbox.url}${path}?${query}`, { method: 'POST', body: '{}' })).json()
    expect(await call('appid=1&timestamp=1&seller_id=1&sign=x')).toMatchObject({ code: 100008 })
    expect(await call(`appid=${APP.appKey}&timestamp=1&seller_id=1&sign=x`)).toMatchObject({ code: 408 })
    const nowS = Math.floor(Date.now() / 1000)
    expect(await call(`appid=${APP.appKey}&timestamp=${nowS}&seller_id=1&sign=x`)).toMatchObject({ code: 401 })
    expect(await call(`appid=${APP.appKey}&timestamp=${nowS}&sign=x`)).toMatchObject({ code: 100004 })
    expect(await call('', '/api/open/nothing')).toMatchObject({ code: 100404 })
  })

  it('defect: the calls of a merchant’s own application, which name no merchant, could not be tried', async () => {
    const { sandbox, receiver } = await startFixture({ ownSellerId: SELLER_ID })
    const call = async (path: string, body: string, secret: string = APP.appSecret) => {
      const signed = { ...APP, appSecret: secret, timestampS: Math.floor(Date.now() / 1000), body }
      const query = `appid=${APP.appKey}&timestamp=${signed.timestampS}&sign=${signRequest(signed)}`
      const answer = await fetch(`${sandbox.url}${path}?${query}`, { method: 'POST', body })
      return (await answer.json()) as { code: number; data: { product_id: number } }
    }
    const shops = { list: [{ user_name: USER_NAME }] }
    expect(await call('/api/open/user/authorize/list', '{}')).toMatchObject({ code: 0, data: shops })
    expect(await call('/api/open/user/authorize/list', '{}', 'another')).toMatchObject({ code: 401 })
    const made = await call('/api/open/product/create', JSON.stringify(phoneProduct()))
    const publishing = { product_id: made.data.product_id, user_name: [USER_NAME], notify_url: receiver.url }
    expect(await call('/api/open/product/publish', JSON.stringify(publishing))).toMatchObject({ code: 0 })
    await sandbox.control.advance(MINUTE_MS)
    expect(kindsOf(receiver)).toContain('productResult')
  })

  it('keeps control closed unless it is asked to open it', async () => {
    const { sandbox } = await startFixture()
    const answer = await fetch(`${sandbox.url}/sandbox/control/now`, { method: 'POST' })
    expect(await answer.json()).toMatchObject({ code: 100404 })
  })

  it('obeys control over HTTP and refuses nonsense', async () => {
    const { sandbox, client } = await startFixture({ httpControl: true })
    const control = async (action: string, body: unknown) =>
      await (
        await fetch(`${sandbox.url}/sandbox/control/${action}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).json()
    expect(await control('openShop', { sellerId: 77, userName: 'tb2', nick: '二店' })).toMatchObject({ code: 0 })
    expect((await client.listShops(77)).list.map((shop) => shop.user_nick)).toEqual(['二店'])
    expect(await control('advance', { durationMs: HOUR_MS })).toMatchObject({ code: 0 })
    expect(sandbox.control.nowMs()).toBe(START_MS + HOUR_MS)
    expect(await control('advance', { durationMs: -1 })).toMatchObject({ code: 100004 })
    expect(await control('payOrder', { orderNo: '1234567890123456789' })).toMatchObject({ code: 100409 })
    expect(await control('toString', {})).toMatchObject({ code: 100404 })
  })

  it('fails on demand, with and without effect', async () => {
    const { sandbox, client } = await startFixture()
    const path = '/api/open/product/create'
    const products = async () => (await client.listProducts(SELLER_ID, {})).count
    sandbox.control.failNext({ kind: 'refuse', path, code: 500100, msg: '维护中' })
    await expect(client.createProduct(SELLER_ID, phoneProduct())).rejects.toMatchObject({ code: 500100, msg: '维护中' })
    sandbox.control.failNext({ kind: 'http', path, status: 503 })
    await expect(client.createProduct(SELLER_ID, phoneProduct())).rejects.toMatchObject({ outcomeUnknown: true })
    sandbox.control.failNext({ kind: 'reset', path, afterEffect: false })
    await expect(client.createProduct(SELLER_ID, phoneProduct())).rejects.toMatchObject({ outcomeUnknown: true })
    expect(await products()).toBe(0)
    sandbox.control.failNext({ kind: 'reset', path, afterEffect: true })
    await expect(client.createProduct(SELLER_ID, phoneProduct())).rejects.toMatchObject({ outcomeUnknown: true })
    expect(await products()).toBe(1)
    await client.createProduct(SELLER_ID, phoneProduct())
    expect(await products()).toBe(2)
  })
})

describe('pushes', () => {
  it('are tried four times and then given up', async () => {
    const started = await startFixture({ pushTimeoutMs: 1_000 })
    await publish(started)
    await started.sandbox.control.advance(30 * SECOND_MS)
    const before = started.receiver.arrivals()
    const productId = Number((await started.client.listProducts(SELLER_ID, {})).list[0]?.product_id)
    started.receiver.misbehave('refuse', 'status500', 'hang', 'refuse')
    await started.client.takeProductDown(SELLER_ID, { product_id: productId })
    await started.sandbox.control.advance(DAY_MS)
    expect(started.receiver.arrivals() - before).toBe(4)
    expect(Object.keys(started.sandbox.control.dump().event ?? {})).toHaveLength(0)
  })

  it('arrive after failed tries', async () => {
    const started = await startFixture({ pushTimeoutMs: 1_000 })
    started.receiver.misbehave('hang', 'refuse', 'status500')
    await publish(started)
    await started.sandbox.control.advance(10 * MINUTE_MS)
    expect(kindsOf(started.receiver).sort()).toEqual(['product', 'productResult'])
    expect(started.receiver.arrivals()).toBe(5)
  })

  it('come twice, out of order, or not at all, on demand', async () => {
    const twice = await startFixture()
    twice.sandbox.control.setFaults({ pushTwice: true })
    await publish(twice)
    await twice.sandbox.control.advance(MINUTE_MS)
    expect(kindsOf(twice.receiver)).toEqual(['product', 'product', 'productResult', 'productResult'])

    const disordered = await startFixture()
    disordered.sandbox.control.setFaults({ pushOutOfOrder: true })
    await publish(disordered)
    await disordered.sandbox.control.advance(MINUTE_MS)
    expect(kindsOf(disordered.receiver)).toEqual(['productResult', 'product'])

    const silent = await startFixture()
    silent.sandbox.control.setFaults({ dropPushes: true })
    await publish(silent)
    await silent.sandbox.control.advance(MINUTE_MS)
    expect(silent.receiver.arrivals()).toBe(0)
  })

  it('are sent by the running clock too', async () => {
    const started = await startFixture({ clock: createSandboxClock({ startMs: START_MS, speed: 600 }) })
    await publish(started)
    await expect.poll(() => kindsOf(started.receiver).sort(), { timeout: 5_000 }).toEqual(['product', 'productResult'])
  })
})

describe('the data file', () => {
  it('carries everything over a stop: what was due happens afterwards', async () => {
    const dataFile = join(folder(), 'sandbox.db')
    const first = await startSandboxFixture({ dataFile })
    const productId = await publish(first)
    await first.sandbox.control.advance(SECOND_MS)
    await first.stop()

    const second = await startFixture({ dataFile, clock: createSandboxClock({ startMs: 0, speed: 0 }) })
    expect(second.sandbox.control.nowMs()).toBe(START_MS + SECOND_MS)
    await second.sandbox.control.advance(MINUTE_MS)
    expect(await second.client.productDetail(SELLER_ID, { product_id: productId })).toMatchObject({
      product_status: 22,
    })
    const created = await second.client.createProduct(SELLER_ID, phoneProduct())
    expect(created.product_id).toBe(productId + 1)
  })

  it('stops without waiting for a receiver that hangs, and sends what is left after the restart', async () => {
    const dataFile = join(folder(), 'sandbox.db')
    const first = await startSandboxFixture({ dataFile, pushTimeoutMs: 1_500 })
    for (let unit = 0; unit < 6; unit += 1) await publish(first)
    first.receiver.misbehave(...Array.from({ length: 12 }, () => 'hang' as const))
    const advanced = first.sandbox.control.advance(MINUTE_MS)
    await expect.poll(() => first.receiver.arrivals(), { timeout: 4_000 }).toBeGreaterThan(0)
    await first.stop()
    await advanced
    expect(first.receiver.arrivals()).toBeLessThan(4)

    const second = await startFixture({ dataFile, clock: createSandboxClock({ startMs: 0, speed: 0 }) })
    expect(second.sandbox.control.nowMs()).toBeLessThan(START_MS + MINUTE_MS)
    await second.sandbox.control.advance(10 * MINUTE_MS)
    const { list } = await second.client.listProducts(SELLER_ID, { product_status: 22 })
    expect(list).toHaveLength(6)
    expect(Object.values(second.sandbox.control.dump().event ?? {})).not.toContainEqual(
      expect.objectContaining({ event: expect.objectContaining({ type: 'publication' }) }),
    )
  })

  it('loses nothing acknowledged when the process is killed, and sends the push that was due', async () => {
    const receiver = await startPushReceiver()
    closers.push(() => receiver.close())
    const dataFile = join(folder(), 'sandbox.db')
    const first = await startProcess(dataFile, receiver)
    await first.control('openShop', { sellerId: SELLER_ID, userName: USER_NAME, nick: '焕机示例店' })
    const productId = await publish({ client: clientOf(first), receiver })
    receiver.misbehave('refuse', 'refuse')
    await first.control('advance', { durationMs: 15 * SECOND_MS })
    expect(receiver.arrivals()).toBeGreaterThan(0)
    const acceptedBefore = receiver.accepted.length
    await first.kill()

    const second = await startProcess(dataFile, receiver)
    expect(await clientOf(second).productDetail(SELLER_ID, { product_id: productId })).toMatchObject({
      product_status: 22,
    })
    await second.control('advance', { durationMs: 10 * MINUTE_MS })
    expect(receiver.accepted.length).toBeGreaterThan(acceptedBefore)
    expect(kindsOf(receiver)).toContain('productResult')
    expect(kindsOf(receiver)).toContain('product')
    await second.kill()
  }, 20_000)

  it('undoes a transaction that fails, in memory and on disk', () => {
    const path = join(folder(), 'store.db')
    const store = openDocumentStore(path)
    store.transaction(() => store.put('counter', 'kept', { value: 1 }))
    expect(() =>
      store.transaction(() => {
        store.put('counter', 'kept', { value: 2 })
        store.put('counter', 'lost', { value: 1 })
        store.remove('counter', 'kept')
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(store.get('counter', 'kept')).toEqual({ value: 1 })
    expect(store.get('counter', 'lost')).toBeUndefined()
    expect(() => store.put('counter', 'outside', { value: 1 })).toThrow('inside a transaction')
    store.close()
    const again = openDocumentStore(path)
    expect(again.all('counter')).toEqual([{ value: 1 }])
    again.close()
  })
})

interface SandboxProcess {
  url: string
  control(action: string, body: unknown): Promise<void>
  kill(): Promise<void>
}

async function startProcess(dataFile: string, receiver: PushReceiver): Promise<SandboxProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      ...process.env,
      SANDBOX_APP_KEY: APP.appKey,
      SANDBOX_APP_SECRET: APP.appSecret,
      SANDBOX_PUSH_URL: receiver.url,
      SANDBOX_DATA: dataFile,
      SANDBOX_START: new Date(START_MS).toISOString(),
      SANDBOX_SPEED: '0',
      SANDBOX_CONTROL: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  closers.push(kill)
  const url = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (part) => {
      text += String(part)
      const found = /"url":"([^"]+)"/.exec(text)
      if (found?.[1]) resolve(found[1])
    })
    child.once('exit', () => reject(new Error(`the sandbox ended: ${text}`)))
  })
  return {
    url,
    kill,
    async control(action, body) {
      const response = await fetch(`${url}/sandbox/control/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(await response.json()).toMatchObject({ code: 0 })
    },
  }
}

describe('simulated buyers', () => {
  async function history(seed: number): Promise<unknown> {
    const started = await startFixture({
      seed,
      behaviour: { bid: true, shop: true, defaultShare: 0.2, refundShare: 0.5 },
    })
    for (let unit = 0; unit < 4; unit += 1) {
      const { product_id: productId } = await started.client.createProduct(SELLER_ID, phoneProduct())
      const mode = unit % 2 === 0 ? 'open' : 'sealed'
      await started.client.uploadEntry(SELLER_ID, entryOf(started, productId, mode).request)
    }
    const { product_id: productId } = await started.client.createProduct(
      SELLER_ID,
      phoneProduct({ item_biz_type: 2, stock: 5 }),
    )
    await started.client.publishProduct(SELLER_ID, { product_id: productId, user_name: [USER_NAME] })
    await started.sandbox.control.advance(3 * DAY_MS)
    // The receiver's port is the one thing that differs from run to run.
    return JSON.parse(JSON.stringify(started.sandbox.control.dump()).replaceAll(started.receiver.url, 'push'))
  }

  it('do the same for the same seed and something else for another', async () => {
    const first = await history(11)
    expect(await history(11)).toEqual(first)
    expect(await history(12)).not.toEqual(first)
  }, 30_000)

  it('bid within what a unit is worth, most of them reaching the reserve', async () => {
    const started = await startFixture({ behaviour: { bid: true, shop: false, defaultShare: 0, refundShare: 0 } })
    const entries = await Promise.all(Array.from({ length: 20 }, () => startEntry(started)))
    await started.sandbox.control.advance(DAY_MS)
    const ended = await Promise.all(entries.map((entryId) => readEntry(started, entryId)))
    const sold = ended.filter((entry) => entry.order_no !== null)
    expect(sold.length).toBeGreaterThan(10)
    expect(sold.every((entry) => (entry.deal_price ?? 0) <= 184_000 * 1.3)).toBe(true)
    expect(ended.every((entry) => ['won', 'closed', 'unsold'].includes(entry.status))).toBe(true)
  }, 20_000)

  async function startEntry(started: SandboxFixture): Promise<number> {
    const { product_id: productId } = await started.client.createProduct(SELLER_ID, phoneProduct())
    const { entry_id: entryId } = await started.client.uploadEntry(
      SELLER_ID,
      entryOf(started, productId, 'open').request,
    )
    return entryId
  }

  it('leave a conclusion to the seller when they offer less than the reserve', async () => {
    const started = await startFixture()
    const { entryId } = await startBidding(started, 'sealed')
    expect(started.sandbox.control.concludeEntry(entryId, { priceFen: null })).toBe('unsold')
  })
})

describe('randomOf', () => {
  it('depends on seed and name alone and covers its range evenly', () => {
    const draw = (seed: number, name: string) => {
      const random = randomOf(seed, name)
      return Array.from({ length: 2_000 }, () => random.whole(0, 9))
    }
    expect(draw(1, 'a')).toEqual(draw(1, 'a'))
    expect(draw(1, 'a')).not.toEqual(draw(2, 'a'))
    expect(draw(1, 'a')).not.toEqual(draw(1, 'b'))
    const counts = draw(1, 'a').reduce<number[]>((all, drawn) => {
      all[drawn] = (all[drawn] ?? 0) + 1
      return all
    }, [])
    expect(Math.min(...counts)).toBeGreaterThan(130)
    expect(Math.max(...counts)).toBeLessThan(270)
  })
})

describe('the clock', () => {
  it('runs at its speed, jumps forward, and never back', () => {
    let wallMs = 1_000
    const clock = createSandboxClock({ startMs: 50_000, speed: 10, wallNow: () => wallMs })
    wallMs += 100
    expect(clock.now()).toBe(51_000)
    clock.setSpeed(0)
    wallMs += 100
    expect(clock.now()).toBe(51_000)
    clock.advance(500)
    clock.advanceTo(10)
    expect(clock.now()).toBe(51_500)
    expect(() => clock.advance(-1)).toThrow(RangeError)
  })
})
