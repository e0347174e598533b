import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { signRequest, verifySignature } from '../protocol/signature.ts'
import { createMarketplaceClient, type MarketplaceClientOptions } from './client.ts'
import { MarketplaceRefused, MarketplaceTimeout, MarketplaceUnavailable } from './errors.ts'
import { readPush } from './push.ts'

const APP = { appKey: '1001', appSecret: 'a-secret-for-tests' }
const ORDER_NO = '1339920336328048683'
const SHIPMENT = {
  order_no: ORDER_NO,
  waybill_no: 'SF1002001234567',
  express_code: 'shunfeng',
  express_name: '顺丰速运',
}

type Answerer = (request: IncomingMessage, response: ServerResponse, body: string) => void

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function serve(answer: Answerer): Promise<{ baseUrl: string; calls: { url: URL; body: string }[] }> {
  const calls: { url: URL; body: string }[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    const body = Buffer.concat(parts).toString('utf8')
    calls.push({ url: new URL(request.url ?? '/', 'http://server'), body })
    answer(request, response, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { baseUrl: `http://127.0.0.1:${port}`, calls }
}

function json(response: ServerResponse, answer: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
}

const SHOPS = { code: 0, msg: 'OK', data: { list: [] } }

function connect(baseUrl: string, options: Partial<MarketplaceClientOptions> = {}) {
  return createMarketplaceClient({
    baseUrl,
    ...APP,
    now: Date.now,
    timeoutMs: 5_000,
    retry: { attempts: 3, baseMs: 1, maxMs: 2 },
    ...options,
  })
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => undefined,
    (error: unknown) => error,
  )
}

describe('a call', () => {
  it('carries app, time, merchant and a signature over the very body', async () => {
    const { baseUrl, calls } = await serve((_request, response) => json(response, SHOPS))
    await connect(baseUrl).listShops(42)
    const call = calls[0]
    expect(call?.url.pathname).toBe('/api/open/user/authorize/list')
    expect(call?.body).toBe('{}')
    const query = call?.url.searchParams
    expect(query?.get('appid')).toBe('1001')
    expect(query?.get('seller_id')).toBe('42')
    const signed = { ...APP, timestampS: Number(query?.get('timestamp')), sellerId: 42, body: '{}' }
    expect(verifySignature(signed, query?.get('sign') ?? '')).toBe(true)
  })

  it('leaves the merchant out where the platform has none', async () => {
    const { baseUrl, calls } = await serve((_request, response) => json(response, SHOPS))
    await connect(baseUrl).listExpressCompanies()
    expect(calls[0]?.url.searchParams.has('seller_id')).toBe(false)
  })

  it('throws a refusal with code and text, and does not send it again', async () => {
    const { baseUrl, calls } = await serve((_request, response) =>
      json(response, { code: 100004, msg: '请求参数错误' }),
    )
    const error = await failureOf(connect(baseUrl).listShops(42))
    expect(error).toBeInstanceOf(MarketplaceRefused)
    expect(error).toMatchObject({ code: 100004, msg: '请求参数错误' })
    expect(calls).toHaveLength(1)
  })

  it('does not trust an answer of another shape', async () => {
    const { baseUrl } = await serve((_request, response) => json(response, { code: 0, data: { list: 'none' } }))
    expect(await failureOf(connect(baseUrl).listShops(42))).toMatchObject({
      name: 'MarketplaceUnavailable',
      outcomeUnknown: true,
    })
  })
})

describe('an answer that is not the marketplace’s own', () => {
  it('without an end is broken off after 8 MiB instead of being read into memory', async () => {
    let sentBytes = 0
    let isCut = false
    const { baseUrl } = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const piece = Buffer.alloc(256 * 1024, ' ')
      const more = () => {
        while (!response.destroyed) {
          sentBytes += piece.length
          if (!response.write(piece)) return
        }
      }
      response.on('drain', more)
      response.on('close', () => {
        isCut = true
      })
      more()
    })
    const error = await failureOf(connect(baseUrl, { retry: { attempts: 1 } }).listShops(42))
    expect(error).toBeInstanceOf(MarketplaceUnavailable)
    expect(error).toMatchObject({ message: expect.stringContaining('more than 8388608 bytes'), outcomeUnknown: true })
    await expect.poll(() => isCut).toBe(true)
    // what lies in the sockets' buffers comes on top
    expect(sentBytes).toBeLessThan(32 * 1024 * 1024)
  })

  it('of a few bytes that unpack to many is broken off as well', async () => {
    const { baseUrl } = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(gzipSync(Buffer.alloc(64 * 1024 * 1024, ' ')))
    })
    const error = await failureOf(connect(baseUrl, { retry: { attempts: 1 } }).listShops(42))
    expect(error).toMatchObject({ name: 'MarketplaceUnavailable', message: expect.stringContaining('more than') })
  })

  it.each([301, 302, 307, 308])('that redirects with %i sends no signed call anywhere else', async (status) => {
    const elsewhere = await serve((_request, response) => json(response, SHOPS))
    const { baseUrl, calls } = await serve((request, response) => {
      response.writeHead(status, { location: `${elsewhere.baseUrl}${request.url ?? '/'}` }).end()
    })
    const error = await failureOf(connect(baseUrl, { retry: { attempts: 1 } }).listShops(42))
    expect(error).toMatchObject({ name: 'MarketplaceUnavailable', message: expect.stringContaining(`HTTP ${status}`) })
    expect([calls.length, elsewhere.calls.length]).toEqual([1, 0])
  })
})

describe('retries', () => {
  it('sends a read again after a time-out', async () => {
    let calls = 0
    const { baseUrl } = await serve((_request, response) => {
      calls += 1
      if (calls > 1) json(response, SHOPS)
    })
    expect(await connect(baseUrl, { timeoutMs: 500 }).listShops(42)).toEqual({ list: [] })
    expect(calls).toBe(2)
  })

  it('never sends shipping again after a time-out: the outcome is unknown', async () => {
    const { baseUrl, calls } = await serve(() => {})
    const error = await failureOf(connect(baseUrl, { timeoutMs: 150 }).shipOrder(42, SHIPMENT))
    expect(error).toBeInstanceOf(MarketplaceTimeout)
    expect(error).toMatchObject({ outcomeUnknown: true })
    expect(calls).toHaveLength(1)
  })

  it('never sends a write again after a broken connection', async () => {
    const { baseUrl, calls } = await serve((request) => request.socket.destroy())
    const change = { order_no: ORDER_NO, order_price: 100, express_fee: 0 }
    expect(await failureOf(connect(baseUrl).modifyPrice(42, change))).toMatchObject({ outcomeUnknown: true })
    expect(calls).toHaveLength(1)
  })

  it('sends a write that sets a value again when throttled, but not shipping', async () => {
    let calls = 0
    const { baseUrl } = await serve((_request, response) => {
      calls += 1
      if (calls % 2 === 1) json(response, { code: 500100, msg: 'This ban will last for 1 more seconds' })
      else json(response, { code: 0, msg: 'ok', data: {} })
    })
    const client = connect(baseUrl)
    await client.modifyPrice(42, { order_no: ORDER_NO, order_price: 100, express_fee: 0 })
    expect(calls).toBe(2)
    expect(await failureOf(client.shipOrder(42, SHIPMENT))).toBeInstanceOf(MarketplaceRefused)
    expect(calls).toBe(3)
  })

  it('gives up after the last try', async () => {
    const { baseUrl, calls } = await serve((_request, response) => json(response, {}, 429))
    expect(await failureOf(connect(baseUrl).listShops(42))).toMatchObject({ code: 429 })
    expect(calls).toHaveLength(3)
  })

  it('says that a refused connection had no effect', async () => {
    const { baseUrl } = await serve(() => {})
    await closers.splice(0)[0]?.()
    expect(await failureOf(connect(baseUrl).shipOrder(42, SHIPMENT))).toMatchObject({
      name: 'MarketplaceUnavailable',
      outcomeUnknown: false,
    })
  })
})

describe('the circuit breaker', () => {
  it('opens after failures in a row, lets one probe through later, and closes when it succeeds', async () => {
    let nowMs = 1_700_000_000_000
    let isWell = false
    const { baseUrl, calls } = await serve((_request, response) =>
      isWell ? json(response, SHOPS) : json(response, {}, 503),
    )
    const client = connect(baseUrl, {
      now: () => nowMs,
      retry: { attempts: 1 },
      breaker: { failuresToOpen: 3, openMs: 5_000 },
    })
    for (let call = 0; call < 3; call += 1) {
      expect(await failureOf(client.listShops(42))).toBeInstanceOf(MarketplaceUnavailable)
    }
    expect(client.breakerState()).toBe('open')
    expect(await failureOf(client.listShops(42))).toMatchObject({ outcomeUnknown: false })
    expect(calls).toHaveLength(3)

    nowMs += 5_000
    await failureOf(client.listShops(42))
    expect(calls).toHaveLength(4)
    expect(client.breakerState()).toBe('open')

    nowMs += 5_000
    isWell = true
    const [probe, other] = await Promise.all([failureOf(client.listShops(42)), failureOf(client.listShops(42))])
    expect(probe).toBeUndefined()
    expect(other).toBeInstanceOf(MarketplaceUnavailable)
    expect(client.breakerState()).toBe('closed')
  })

  it('does not open because of refusals', async () => {
    const { baseUrl } = await serve((_request, response) => json(response, { code: 100004, msg: 'no' }))
    const client = connect(baseUrl, { breaker: { failuresToOpen: 2, openMs: 5_000 } })
    for (let call = 0; call < 4; call += 1) await failureOf(client.listShops(42))
    expect(client.breakerState()).toBe('closed')
  })
})

describe('readPush', () => {
  const nowMs = 1_700_000_000_000
  const body = JSON.stringify({ order_no: ORDER_NO, order_status: 12, refund_status: 0, modify_time: 1_700_000_000 })
  const timestampS = nowMs / 1000
  const query = {
    appid: APP.appKey,
    timestamp: String(timestampS),
    seller_id: '42',
    sign: signRequest({ ...APP, timestampS, sellerId: 42, body }),
  }
  const read = (changes: object) => readPush({ rawBody: body, query, ...APP, nowMs, ...changes })

  it('reads a signed push, with or without the merchant in the query', () => {
    expect(read({})).toMatchObject({ ok: true, push: { kind: 'order' } })
    const plain = { ...query, seller_id: undefined, sign: signRequest({ ...APP, timestampS, body }) }
    expect(read({ query: plain })).toMatchObject({ ok: true })
  })

  it('reads a push signed for the merchant its body names', () => {
    const named = JSON.stringify({ ...JSON.parse(body), seller_id: 42 })
    const sign = signRequest({ ...APP, timestampS, sellerId: 42, body: named })
    expect(read({ rawBody: named, query: { ...query, seller_id: undefined, sign } })).toMatchObject({ ok: true })
  })

  it.each([
    ['another app', { query: { ...query, appid: '1002' } }, 'app'],
    ['an old time', { nowMs: nowMs + 300_001 }, 'timestamp'],
    ['a time that is none', { query: { ...query, timestamp: 'soon' } }, 'timestamp'],
    ['other bytes', { rawBody: `${body} ` }, 'signature'],
    ['another merchant', { query: { ...query, seller_id: '43' } }, 'signature'],
    ['no signature', { query: { ...query, sign: undefined } }, 'signature'],
  ])('refuses %s', (_name, changes, reason) => {
    expect(read(changes)).toMatchObject({ ok: false, reason })
  })

  it('refuses a signed body it does not know', () => {
    const sign = signRequest({ ...APP, timestampS, sellerId: 42, body: '{"a":1}' })
    expect(read({ rawBody: '{"a":1}', query: { ...query, sign } })).toMatchObject({ ok: false, reason: 'body' })
  })
})
