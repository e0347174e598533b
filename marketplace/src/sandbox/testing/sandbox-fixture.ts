import { createServer } from 'node:http'
import { createMarketplaceClient, type MarketplaceClient } from '../client/client.ts'
import { readPush } from '../client/push.ts'
import type { SessionMode, UploadEntryRequest } from '../protocol/auction.ts'
import { PHONE_CATEGORY_ID } from '../protocol/categories.ts'
import { PUSH_ACCEPTED, pushRefused } from '../protocol/envelope.ts'
import type { CreateProductRequest } from '../protocol/products.ts'
import type { Push } from '../protocol/pushes.ts'
import type { CuratedReport } from '../protocol/reports.ts'
import { createSandboxClock } from './clock.ts'
import type { Sandbox, SandboxLog, SandboxOptions } from './options.ts'
import { createSandbox } from './sandbox.ts'

// What the sandbox's tests share: a merchant with one shop, a receiver of pushes, and the client as the only way in.

export const APP = { appKey: '203413189371893', appSecret: 'a-secret-for-tests' } as const
export const SELLER_ID = 98_765
export const USER_NAME = 'tb100000001'
/** A morning in China on which nothing has begun yet. */
export const START_MS = Date.parse('2026-03-02T00:00:00+08:00')

const wallClock = createSandboxClock()

export const silentLog: SandboxLog = { info: () => {}, warn: () => {}, error: () => {} }

export interface PushReceiver {
  url: string
  /** Pushes read and accepted, in order of arrival. */
  accepted: Push[]
  /** What the receiver does with the next arrivals, in order; afterwards it accepts. */
  misbehave(...moods: ('refuse' | 'hang' | 'status500')[]): void
  arrivals(): number
  close(): Promise<void>
}

/** A receiver that checks every push as the gateway does. */
export async function startReceiver(): Promise<PushReceiver> {
  const accepted: Push[] = []
  const moods: string[] = []
  let arrivals = 0
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    arrivals += 1
    const mood = moods.shift()
    if (mood === 'hang') return
    if (mood === 'status500') {
      response.writeHead(500).end('broken')
      return
    }
    const query = Object.fromEntries(new URL(request.url ?? '/', 'http://receiver').searchParams)
    const reading = readPush({ rawBody: Buffer.concat(parts), query, ...APP, nowMs: wallClock.wallNow() })
    if (mood !== 'refuse' && reading.ok) accepted.push(reading.push)
    const answer =
      reading.ok && mood !== 'refuse' ? PUSH_ACCEPTED : pushRefused(reading.ok ? '暂不接收' : reading.message)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the receiver has no address')
  return {
    url: `http://127.0.0.1:${address.port}/push`,
    accepted,
    misbehave: (...next) => {
      moods.push(...next)
    },
    arrivals: () => arrivals,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export interface TestWorld {
  sandbox: Sandbox
  client: MarketplaceClient
  receiver: PushReceiver
  stop(): Promise<void>
}

/** A sandbox whose time moves by `advance` only and whose buyers do nothing by themselves, unless told otherwise. */
export async function startTestWorld(options: Partial<SandboxOptions> = {}): Promise<TestWorld> {
  const receiver = await startReceiver()
  const sandbox = createSandbox({
    port: 0,
    dataFile: null,
    ...APP,
    pushUrl: receiver.url,
    seed: 7,
    clock: createSandboxClock({ startMs: START_MS, speed: 0 }),
    log: silentLog,
    behaviour: { bid: false, shop: false, defaultShare: 1, refundShare: 0 },
    pushTimeoutMs: 5_000,
    ...options,
  })
  await sandbox.start()
  sandbox.control.openShop({ sellerId: SELLER_ID, userName: USER_NAME, nick: '焕机示例店' })
  return {
    sandbox,
    client: clientOf(sandbox),
    receiver,
    async stop() {
      await sandbox.stop()
      await receiver.close()
    },
  }
}

/** A client of a running sandbox. */
export function clientOf(sandbox: Pick<Sandbox, 'url'>): MarketplaceClient {
  return createMarketplaceClient({
    baseUrl: sandbox.url,
    ...APP,
    now: wallClock.wallNow,
    retry: { baseMs: 1, maxMs: 2 },
  })
}

export const curatedReport: CuratedReport = {
  class_id: 10,
  subclass_id: 1001,
  brand_id: 10_000,
  brand_name: '苹果',
  model_id: 20_001,
  model_name: 'iPhone 13',
  model_sn: '353322110000008',
  report_user: '质检员甲',
  report_time: '2026-03-01 10:00:00',
  report_items: [
    {
      answer_id: 30_000,
      answer_name: '无明显使用痕迹',
      answer_type: 1,
      answer_desc: '',
      question_name: '机身外观',
      category_name: '机身外观',
      group_name: '外观',
    },
  ],
  answer_ids: [30_000],
}

/** An inspected phone as the merchant would create it. */
export function phone(changes: Partial<CreateProductRequest> = {}): CreateProductRequest {
  return {
    item_biz_type: 0,
    sp_biz_type: 1,
    channel_cat_id: PHONE_CATEGORY_ID,
    price: 210_000,
    express_fee: 0,
    stock: 1,
    stuff_status: 95,
    outer_id: 'HJ0000000001',
    publish_shop: [
      {
        user_name: USER_NAME,
        province: 330_000,
        city: 330_100,
        district: 330_106,
        title: '苹果 iPhone 13 128GB 95新',
        content: '已质检，功能正常，外观良好。',
        images: ['https://images.example.com/1.jpg'],
      },
    ],
    ...changes,
  }
}

/** The entry of a product in the next session of a mode. */
export function entryOf(
  world: TestWorld,
  productId: number,
  mode: SessionMode,
  changes: Partial<UploadEntryRequest> = {},
) {
  const session = world.sandbox.control.nextSession(mode)
  const request: UploadEntryRequest = {
    product_id: productId,
    user_name: USER_NAME,
    schedule_date: session.scheduleDate,
    schedule_number: session.scheduleNumber,
    mode,
    start_price: 150_000,
    reserve_price: 184_000,
    degree: 'A 95新',
    out_id: 'HJ0000000001',
    report: {
      summary: '功能正常，边框轻微划痕',
      items: [{ group_name: '外观', question_name: '边框', answer_name: '轻微划痕', answer_type: 2 }],
    },
    notify_url: world.receiver.url,
    ...changes,
  }
  return { session, request }
}

/** Creates a phone, enters it, and moves on to the moment its session has begun. */
export async function startBidding(world: TestWorld, mode: SessionMode, changes: Partial<UploadEntryRequest> = {}) {
  const product = await world.client.createProduct(SELLER_ID, phone())
  const { session, request } = entryOf(world, product.product_id, mode, changes)
  const entry = await world.client.uploadEntry(SELLER_ID, request)
  await advanceTo(world, session.startMs + 1)
  return { productId: product.product_id, entryId: entry.entry_id, session }
}

/** Moves the world to a moment. */
export async function advanceTo(world: TestWorld, momentMs: number): Promise<void> {
  await world.sandbox.control.advance(Math.max(0, momentMs - world.sandbox.control.nowMs()))
}

/** The one entry of an id. */
export async function readEntry(world: Pick<TestWorld, 'client'>, entryId: number) {
  const { list } = await world.client.queryEntries(SELLER_ID, { entry_id: entryId })
  const [entry] = list
  if (!entry) throw new Error(`no entry ${entryId}`)
  return entry
}
