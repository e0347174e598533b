import { auctionOrder } from '@huanji/contract/calls/auction-order'
import { auth } from '@huanji/contract/calls/auth'
import { bill } from '@huanji/contract/calls/bill'
import { goods } from '@huanji/contract/calls/goods'
import { detRecord } from '@huanji/contract/calls/inspection'
import { createMarketplaceClient } from '@huanji/marketplace/client/client'
import { createSandboxClock } from '@huanji/marketplace/sandbox/clock'
import { createSandbox } from '@huanji/marketplace/sandbox/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestGateway } from '../../../tests/support/gateway.ts'
import { shiftingClock, systemClock } from '../platform/clock.ts'
import { openJournal } from './journal.ts'
import { planDemo, seedDemo } from './seed.ts'

const ACCESS = { appKey: '200007', appSecret: 'a secret of the demo tests' }
const PASSWORD = 'Huanji2026'
const PHONES = 14

/** The server and the stand-in marketplace on an empty database, as start-up puts them together. */
async function startEmpty() {
  const shifting = shiftingClock()
  const clock = {
    ...shifting,
    advance: (ms: number) => shifting.shiftTo(shifting.now().getTime() + ms),
    set: (moment: string) => shifting.shiftTo(Date.parse(moment)),
  }
  const marketplace = { url: '' }
  const gateway = await startTestGateway({
    clock,
    settings: { demoPhones: PHONES },
    marketplace: { ...ACCESS, url: 'http://marketplace.test' },
    marketplaceClient: createMarketplaceClient({
      ...ACCESS,
      baseUrl: 'http://marketplace.test',
      fetch: (address, init) => fetch(String(address).replace('http://marketplace.test', marketplace.url), init),
      now: () => Date.now(),
    }),
  })
  const settings = { ...gateway.app.services.settings, demoPhones: PHONES }
  const plan = (isEmpty: boolean) => planDemo({ settings, isEmpty, nowMs: systemClock.now().getTime() })
  const startMs = plan(true)?.startMs ?? 0
  clock.shiftTo(startMs)
  const sandboxClock = createSandboxClock({ startMs })
  const sandbox = createSandbox({
    ...ACCESS,
    port: 0,
    dataFile: null,
    pushUrl: `${gateway.url}/marketplace/push`,
    seed: 1,
    clock: sandboxClock,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    sessions: { everyMs: 3_600_000, sealedLengthMs: 7_200_000 },
  })
  await sandbox.start()
  marketplace.url = sandbox.url
  const said: string[] = []
  const seed = (signal = new AbortController().signal) =>
    seedDemo({
      app: gateway.app,
      db: gateway.db,
      settings,
      clock,
      sandbox,
      sandboxClock,
      headers: {},
      signal,
      say: (line) => said.push(line),
      usable: () => said.push('usable'),
    })
  const signIn = (phone: string) => gateway.data(auth.login, { phone, password: PASSWORD })
  async function owner() {
    const session = await signIn('13800138000')
    if (!('loginToken' in session)) throw new Error('the owner works for one merchant')
    const { loginToken, loginPhone, employeeId, merchantId } = session
    return { loginToken, loginPhone, employeeId, merchantId }
  }
  const close = async () => {
    await gateway.close()
    await sandbox.stop()
  }
  return { ...gateway, plan, seed, said, signIn, owner, sandboxClock, close }
}

let world: Awaited<ReturnType<typeof startEmpty>>

beforeAll(async () => {
  world = await startEmpty()
  await world.seed()
}, 400_000)

afterAll(() => world.close())

async function counts() {
  const login = await world.owner()
  const inspections = await world.data(detRecord.getDetectRecordList, { channel: 'auction' }, login)
  const listings = await world.data(goods.list, { pageSize: 100 }, login)
  const orders = await world.data(auctionOrder.list, {}, login)
  const bills = await world.data(bill.list, {}, login)
  return { inspections, listings, orders, bills }
}

describe('demo data', () => {
  it('lets every account sign in with the password that is printed', async () => {
    for (const phone of ['13800138000', '13800138001', '13800138002', '13900139000']) {
      expect(await world.signIn(phone)).toHaveProperty('loginToken')
    }
    const both = await world.signIn('13700137000')
    expect(both).toHaveProperty('candidates')
    expect('candidates' in both && both.candidates).toHaveLength(2)
  })

  it('shows a phone in every state that a phone comes to', async () => {
    const { inspections, listings, orders, bills } = await counts()
    expect(inspections.total).toBe(PHONES)
    for (const state of ['draft', 'awaiting_photos', 'awaiting_seal', 'listable', 'listed', 'sold']) {
      expect(inspections.counts, state).toHaveProperty(
        state,
        expect.toSatisfy((count) => Number(count) > 0),
      )
    }
    for (const state of ['publish_failed', 'on_sale', 'sold_out', 'off_shelf', 'sold_off_shelf', 'auto_off']) {
      expect(listings.counts, state).toHaveProperty(
        state,
        expect.toSatisfy((count) => Number(count) > 0),
      )
    }
    const entries = new Set(listings.list.map((row) => row.entry?.state))
    for (const state of ['scheduled', 'unsold', 'withdrawn', 'defaulted', 'won', 'closed'])
      expect(entries).toContain(state)
    for (const state of ['awaiting_payment', 'awaiting_shipment', 'shipped', 'completed', 'closed']) {
      expect(orders.counts, state).toHaveProperty(state, 1)
    }
    expect(bills.list.length).toBeGreaterThan(0)
    expect(new Set(bills.list.map((row) => row.state))).toEqual(new Set(['settled']))
  })

  it('has photographs, seals and deadlines that are still to come', async () => {
    const login = await world.owner()
    const { list } = await world.data(detRecord.getDetectRecordList, { channel: 'auction', state: 'listable' }, login)
    for (const row of list) expect(row).toMatchObject({ photoCount: expect.any(Number), bagCode: expect.any(String) })
    expect(list.every((row) => row.photoCount >= 7)).toBe(true)
    const waiting = await world.data(auctionOrder.list, { state: 'awaiting_shipment' }, login)
    const deadlineMs = Date.parse(waiting.list[0]?.deadlineAt ?? '')
    expect(deadlineMs).toBeGreaterThan(systemClock.now().getTime())
    expect(deadlineMs).toBeLessThan(systemClock.now().getTime() + 24 * 3_600_000)
  })

  it('leaves both worlds in the present', () => {
    const presentMs = systemClock.now().getTime()
    expect(Math.abs(world.clock.now().getTime() - presentMs)).toBeLessThan(1_000)
    expect(Math.abs(world.sandboxClock.now() - presentMs)).toBeLessThan(5_000)
  })

  it('said that the product is usable long before it was done', () => {
    expect(world.said[0]).toBe('usable')
    expect(world.said.at(-1)).toBe(`正在准备演示数据 … ${PHONES}/${PHONES}`)
  })

  it('is made once', async () => {
    expect(world.plan(false)).toBeNull()
    const before = await counts()
    await world.seed()
    const after = await counts()
    expect(after.inspections.counts).toEqual(before.inspections.counts)
    expect(after.orders.total).toBe(before.orders.total)
    expect(openJournal(world.database.dataFolder)?.isFinished).toBe(true)
  })
})
