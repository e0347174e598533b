import fs from 'node:fs'
import path from 'node:path'
import { catalogue } from '@huanji/contract/features/catalogue/calls'
import { bagRoll } from '@huanji/contract/features/inspection/sealed-bag'
import { createMarketplaceClient } from '@huanji/marketplace/client/client'
import { createSandboxClock } from '@huanji/marketplace/sandbox/clock'
import type { Database } from '../database/database.ts'
import { inOneTransaction } from '../database/one-transaction.ts'
import { createJobs } from '../jobs/operator.ts'
import { shopsToChoose } from '../modules/shop/store.ts'
import { systemClock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Settings } from '../settings.ts'
import { openSandbox, SANDBOX_FILE } from '../start/sandbox.ts'
import { openStorage } from '../storage/open.ts'
import { pollAccountFlows, pollSettlements } from '../sync/account.ts'
import { pollEntries, pollOrders, pollSessions } from '../sync/polls.ts'
import { refreshShops } from '../sync/shops.ts'
import { moveAccountByHand } from './account-movements.ts'
import { importCosts } from './costs.ts'
import { CURATED_PHONES, sellCurated } from './curated-orders.ts'
import { finishJobs } from './demo-store.ts'
import { accessInProcess, fetchFrom, takePush } from './in-process.ts'
import { countOf, type DemoPhones, demoPhonesOf, type LifeOfPhones, livesOf, plansOf } from './lives.ts'
import { DEMO_MERCHANTS, type DemoMerchant, type EnrolledMerchant, enrolMerchants, ownerOf } from './merchants.ts'
import { looksOf } from './phones.ts'
import type { DemoWorld } from './steps.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
export const HISTORY_MS = 30 * DAY_MS
const SEED = 1
const SPARE_BAGS = 60
/** A phone that no catalogue has, written down by the first merchant. */
const OWN_MODEL = {
  brand: '多亲',
  name: 'F30 示例版',
  numbers: [],
  storages: ['4GB+64GB'],
  colours: ['黑色', '灰色'],
  likeModelId: 'redmi-k70',
}
const ROLL_MAX = 2000
const SAY_EVERY = 30

export interface DemoOptions {
  /** Empty: nobody has an account. */
  readonly db: Database
  readonly settings: Settings
  readonly log: Log
  /** Where the history of thirty days ends, in milliseconds since 1970. */
  readonly endMs: number
  /** Writes a line for the person at the terminal. */
  say(line: string): void
}

/**
 * Fills an empty database, and the stand-in marketplace's file beside it, with the history of two merchants: by the
 * product's own calls and the marketplace's own rules, in one transaction, so that a start that is cut off leaves nothing
 * but photos that nothing refers to. Gives how many phones it made.
 */
export async function makeDemo({ db: home, settings, log, endMs, say }: DemoOptions): Promise<number> {
  const isMade = inOneTransaction(home, async (one) => {
    // what an attempt that was cut off left of it
    forgetSandbox(settings)
    const { database } = one
    const sandboxClock = createSandboxClock({ startMs: endMs - HISTORY_MS, speed: 0 })
    const clock = { now: () => new Date(sandboxClock.now()) }
    const sellers = new Map<number, EnrolledMerchant>()
    const { sandbox, access: application } = openSandbox(settings, log, {
      clock: sandboxClock,
      deliver: async (push) => {
        const seller = sellers.get(push.sellerId)
        if (seller !== undefined) await takePush(services, seller, push)
        return true
      },
    })
    const marketplace = createMarketplaceClient({
      baseUrl: application.url,
      appKey: application.appKey,
      appSecret: application.appSecret,
      fetch: fetchFrom(sandbox),
      now: () => sandboxClock.wallNow(),
    })
    const jobs = createJobs({ db: database, clock })
    const services = {
      clock,
      log,
      settings,
      storage: openStorage(settings, systemClock).storage,
      jobs,
      marketplace,
      demoMarket: null,
      db: database,
    }
    try {
      const merchants = await enrolMerchants(database, DEMO_MERCHANTS, clock.now())
      for (const merchant of merchants) sellers.set(merchant.sellerId, merchant)
      const access = accessInProcess(services, one)
      const phones = demoPhonesOf(SEED, settings.demoPhones)
      const world = { seed: SEED, endMs, control: sandbox.control, services, access }
      await Promise.all([
        access.drawAhead(plansOf(SEED, phones).flatMap(looksOf)),
        makeHistory(world, merchants, phones, say),
      ])
      await access.filesStored()
    } finally {
      await sandbox.stop()
    }
  })
  await isMade.catch((error: unknown) => {
    forgetSandbox(settings)
    throw error
  })
  return settings.demoPhones + CURATED_PHONES
}

function forgetSandbox({ dataFolder }: Settings): void {
  for (const end of ['', '-wal', '-shm']) fs.rmSync(path.join(dataFolder, SANDBOX_FILE + end), { force: true })
}

/** Opens the merchants for business and takes one phone after the other through its life, in the order of time. */
export async function makeHistory(
  world: DemoWorld,
  enrolled: readonly EnrolledMerchant[],
  phones: DemoPhones,
  say: (line: string) => void,
): Promise<void> {
  const { control, services, endMs } = world
  // whether and when buyers pay is decided by the scenarios
  control.setBehaviour({ bid: false, shop: false, defaultShare: 1, refundShare: 0 })
  const merchants: DemoMerchant[] = []
  for (const merchant of enrolled)
    merchants.push(await openForBusiness(world, merchant, 2 * countOf(phones) + SPARE_BAGS))
  let done = 0
  const others = [routine(world, merchants), ...merchants.slice(0, 1).map((merchant) => sellCurated(world, merchant))]
  const lives = livesOf(world, merchants, phones)
  await runInTurn(world, [...others.map((life) => ({ phones: 0, life })), ...lives], (ended) => {
    const saidOf = done - (done % SAY_EVERY)
    done += ended
    const sayOf = done - (done % SAY_EVERY)
    if (sayOf > saidOf) say(`正在准备演示数据 … ${sayOf}/${countOf(phones)}`)
  })
  await control.advance(Math.max(0, endMs - control.nowMs()))
  for (const merchant of merchants) {
    await importCosts(world, merchant)
    moveAccountByHand(world, merchant)
    await refreshShops(services, merchant.merchantId)
    for (const poll of [pollSessions, pollEntries, pollOrders, pollSettlements, pollAccountFlows])
      await poll(services, merchant)
    await services.db.tenant(merchant.merchantId, (tx) => finishJobs(tx, services.clock.now()))
  }
}

async function openForBusiness(world: DemoWorld, merchant: EnrolledMerchant, bags: number): Promise<DemoMerchant> {
  const { control, services, access } = world
  const { merchantId, sellerId, shops, idleShops } = merchant
  for (const shop of [...shops, ...idleShops]) control.openShop({ sellerId, ...shop })
  await refreshShops(services, merchantId)
  await pollSessions(services, merchant)
  const rows = await services.db.tenant(merchantId, (tx) => shopsToChoose(tx, services.clock.now()))
  const [first = '', ...others] = shops.flatMap(({ userName }) =>
    rows.filter((row) => row.userName === userName).map((row) => row.shopAccountId),
  )
  const prefix = `HJ${String(sellerId).slice(-3)}`
  const bagCodeOf = (number: number) => prefix + String(number + 1).padStart(8, '0')
  if (merchant.name === DEMO_MERCHANTS[0]?.name)
    await access.as(ownerOf(merchant)).call(catalogue.createModel, OWN_MODEL)
  for (let first = 0; first < bags; first += ROLL_MAX) {
    const roll = { firstCode: bagCodeOf(first), count: Math.min(ROLL_MAX, bags - first) }
    await access.as(ownerOf(merchant)).call(bagRoll.registerRoll, roll)
  }
  return { ...merchant, shopAccountIds: [first, ...others], bagCodeOf }
}

/** What the running product does all the time: it asks for timetables and settlements. Bidders come for what runs in the end. */
async function* routine(
  { control, services, endMs }: DemoWorld,
  merchants: readonly DemoMerchant[],
): AsyncGenerator<number, void, void> {
  const biddersMs = endMs - 2 * HOUR_MS
  const [anyone] = merchants
  while (control.nowMs() < biddersMs) {
    // every day: what is told of a timetable ends with its last day, however late on that day one asks
    if (anyone) await pollSessions(services, anyone)
    for (const merchant of merchants) {
      await pollSettlements(services, merchant)
      await pollAccountFlows(services, merchant)
    }
    yield Math.min(control.nowMs() + DAY_MS, biddersMs)
  }
  control.setBehaviour({ bid: true })
}

/** Lets every life go on at the moment that it waits for, in the order of time, one at a time. */
async function runInTurn(
  { control, endMs }: DemoWorld,
  lives: readonly LifeOfPhones[],
  ended: (phones: number) => void,
): Promise<void> {
  const waiting: { atMs: number; one: LifeOfPhones }[] = []
  const goOn = async (one: LifeOfPhones) => {
    const { done, value } = await one.life.next()
    if (done) ended(one.phones)
    else waiting.push({ atMs: value, one })
  }
  for (const one of lives) await goOn(one)
  while (waiting.length > 0) {
    const earliest = waiting.reduce((first, one, index) => (one.atMs < (waiting[first]?.atMs ?? 0) ? index : first), 0)
    const [next] = waiting.splice(earliest, 1)
    if (next === undefined) return
    await control.advance(Math.max(0, Math.min(next.atMs, endMs) - control.nowMs()))
    await goOn(next.one)
  }
}
