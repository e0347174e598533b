import { extSealBag } from '@huanji/contract/calls/sealed-bag'
import { shop } from '@huanji/contract/calls/shop'
import { merchantRow } from '../modules/tenant/store.ts'
import type { DemoParts, DemoSituation } from '../start/demo-data.ts'
import { pollSessions } from '../sync/polls.ts'
import { refreshShops } from '../sync/shops.ts'
import { type Caller, CallRefused, createCaller } from './caller.ts'
import { beginJournal, type Journal, openJournal } from './journal.ts'
import { livePhone, type Trader, type Workshop } from './life.ts'
import { createMarket } from './market.ts'
import { enrol, type MerchantPlan, merchantPlans, openShops } from './people.ts'
import { planPhone } from './phones.ts'
import { createPhotographer } from './photographs.ts'
import { createTimeline, type Timeline } from './timeline.ts'

const DAY_MS = 24 * 3_600_000
const HISTORY_MS = 30 * DAY_MS
const SEED = 1
const MERCHANTS = 2
/** The timetable is known for three days; it is asked for in good time. */
const TURNS_EVERY_MS = DAY_MS
const ROLL_MAX = 2000
const SPARE_BAGS = 60
/** One line for so many phones, or for a hundredth of them when there are many. */
const SAY_EVERY_PHONES = 10
/** The embedded database serves one after the other; a server has room for more. */
const AT_ONCE = { embedded: 2, server: 8 } as const

/** A history of thirty days that ends at a moment, in milliseconds since 1970. */
export const historyUntil = (endMs: number) => ({ startMs: endMs - HISTORY_MS, endMs })

/**
 * When the demo data's history begins: thirty days ago on an empty database, where it stopped when an earlier start
 * was cut off, and null when it is complete or the data is somebody's own.
 */
export function planDemo({ settings, isEmpty, nowMs }: DemoSituation): { readonly startMs: number } | null {
  const journal = openJournal(settings.dataFolder)
  if (journal !== null && !isEmpty) return journal.isFinished ? null : { startMs: journal.reachedMs }
  if (!isEmpty) return null
  const plan = {
    seed: SEED,
    phones: settings.demoPhones,
    merchants: MERCHANTS,
    sellsAll: false,
    ...historyUntil(nowMs),
  }
  return { startMs: beginJournal(settings.dataFolder, plan).plan.startMs }
}

/**
 * Makes the demo data by the product's own calls and the stand-in marketplace's control, in virtual time from thirty
 * days ago to the present, and leaves both clocks at the present. Does nothing that an earlier, cut-off run has done.
 * False when it was told to leave before the end.
 */
export async function seedDemo(parts: DemoParts): Promise<boolean> {
  const journal = openJournal(parts.settings.dataFolder)
  if (journal === null) throw new Error('the demo data was not planned')
  const { app, clock, sandbox, signal, headers } = parts
  const { control } = sandbox
  const atOnce = parts.settings.databaseUrl === null ? AT_ONCE.embedded : AT_ONCE.server
  /** A step that the product refuses leaves its phone where it stands; anything else is a defect. */
  const onFailure = (error: unknown) => {
    if (!(error instanceof CallRefused)) throw error
    app.services.log.warn({ err: error }, 'a step of the demo data was refused')
  }
  const timeline = createTimeline({ clock, control, runtime: app.runtime, atOnce, onFailure, signal })
  clock.shiftTo(control.nowMs())
  // whether and when buyers pay or regret is decided here while the history is made
  control.setBehaviour({ defaultShare: 1, refundShare: 0 })
  const caller = createCaller({ url: app.url, clock, headers })
  const traders: Trader[] = []
  for (const plan of merchantPlans(journal.plan.merchants)) traders.push(await openTrader(parts, journal, caller, plan))
  takeTurns(parts, timeline, journal.plan)
  const progress = progressOf(parts, journal)
  const workshop: Workshop = {
    seed: journal.plan.seed,
    journal,
    timeline,
    caller,
    market: createMarket(control),
    photographer: createPhotographer(),
    inspected: progress.count,
  }
  for (let number = 0; number < journal.plan.phones; number += 1) {
    const phone = planPhone(journal.plan, number)
    const trader = traders[phone.merchant]
    if (trader !== undefined) livePhone(workshop, trader, phone)
  }
  await timeline.runUntil(journal.plan.endMs)
  if (signal.aborted) return false
  await catchUp(parts, timeline)
  control.setBehaviour({ defaultShare: 0.06, refundShare: 0.08 })
  journal.finish(timeline.nowMs())
  progress.end()
  return true
}

/** Says how far it is, and that the product is usable as soon as there is something to see. */
function progressOf({ say, usable }: DemoParts, { plan }: Journal) {
  let count = 0
  const sayEvery = Math.max(SAY_EVERY_PHONES, Math.ceil(plan.phones / 100))
  const begin = () => usable()
  if (plan.phones === 0) begin()
  return {
    count: () => {
      count += 1
      if (count === 1) begin()
      if (count % sayEvery === 0 || count === plan.phones) say(`正在准备演示数据 … ${count}/${plan.phones}`)
    },
    end: () => {
      if (count === 0 && plan.phones > 0) begin()
    },
  }
}

/** Opens for business: people, shops at the marketplace, and the rolls of bags. */
async function openTrader(parts: DemoParts, journal: Journal, caller: Caller, plan: MerchantPlan): Promise<Trader> {
  const { db, clock, app, sandbox } = parts
  await enrol(db, plan, clock.now())
  const me = await caller.whoIs(plan.publisher)
  const merchant = await db.tenant(me.merchantId, merchantRow)
  if (merchant === null) throw new Error(`${plan.name} has no record`)
  const { sellerId } = merchant
  const services = { ...app.services, db }
  await journal.once(`shops-${plan.key}`, clock.now().getTime(), async () => {
    openShops(sandbox.control, plan, sellerId)
    await refreshShops(services, me.merchantId)
  })
  await pollSessions(services, { sellerId, merchantId: me.merchantId })
  const { options } = await caller.call(plan.publisher, shop.options, { channel: 'auction' })
  const prefix = `HJ${plan.key.slice(1).padStart(3, '0')}`
  const bagCodeOf = (number: number) => `${prefix}${String(number + 1).padStart(8, '0')}`
  const bags = journal.plan.phones + SPARE_BAGS
  for (let first = 0; first < bags; first += ROLL_MAX) {
    const count = Math.min(ROLL_MAX, bags - first)
    const key = `demo-${journal.plan.seed}-${plan.key}-roll-${first}`
    await journal.once(key, clock.now().getTime(), () =>
      caller.call(plan.publisher, extSealBag.registerRoll, { firstCode: bagCodeOf(first), count }, key),
    )
  }
  return { plan, sellerId, merchantId: me.merchantId, shopAccountIds: options.map(({ value }) => value), bagCodeOf }
}

/** Takes the turns at repeating work now and then, as the running server does all the time: timetables, settlements. */
function takeTurns({ app }: DemoParts, timeline: Timeline, { startMs, endMs }: Journal['plan']): void {
  for (let atMs = startMs; atMs < endMs; atMs += TURNS_EVERY_MS) timeline.at(atMs, () => app.runtime.runSchedules())
}

/** Brings both worlds to the machine's present, which has moved on meanwhile, and lets them run with it. */
async function catchUp({ clock, sandbox, sandboxClock }: DemoParts, timeline: Timeline): Promise<void> {
  await timeline.moveTo(sandboxClock.wallNow())
  clock.catchUp()
  await sandbox.control.advance(Math.max(0, sandboxClock.wallNow() - sandbox.control.nowMs()))
}
