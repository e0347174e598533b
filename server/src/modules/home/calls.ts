import { homeCards } from '@huanji/contract/features/home/calls'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { billCheck } from '@huanji/contract/features/reconciliation/calls'
import { differenceKind } from '@huanji/contract/features/reconciliation/rows'
import { CHANNELS, type Channel } from '@huanji/domain/channel'
import { daysInStock, STOCK_AGES } from '@huanji/domain/overview/stock-age'
import { shanghaiDate, startOfShanghaiDay } from '@huanji/domain/time'
import { handlers } from '../../gateway/handler.ts'
import type { Actor } from '../../platform/actor.ts'
import { later } from '../../platform/clock.ts'
import { rowOf } from '../../platform/field-rights.ts'
import { agedCounts, agedPhones } from '../figure/overview-store.ts'
import { lastWhole } from '../reconciliation/run-store.ts'
import { countOpenKinds } from '../reconciliation/store.ts'
import { decisionsOf } from './decisions.ts'
import {
  awaitedBills,
  countCuratedOnSale,
  countFailed,
  countInspected,
  countRuns,
  countToShip,
  type DayOfWork,
  newestFailed,
  nextToEnd,
  nextToShip,
  ownDrafts,
  type Run,
} from './store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SHOWN = 5

const mayAll = ({ isOwner, grants }: Actor, ...wanted: readonly string[]): boolean =>
  isOwner || wanted.every((grant) => grants.has(grant))

const ORDER_CALLS = { auction: auctionOrder, curated: curatedOrder } as const

/** The channels whose orders the person lists and ships. */
const shippedBy = (actor: Actor): Channel[] =>
  CHANNELS.filter((channel) => mayAll(actor, ORDER_CALLS[channel].list.path, ORDER_CALLS[channel].delivery.path))

const dayStartOf = (now: Date): string => startOfShanghaiDay(shanghaiDate(now.toISOString()))

function dayOfWork(now: Date): DayOfWork {
  const dayStart = dayStartOf(now)
  return {
    dayStart,
    hourAgo: later(now, -HOUR_MS).toISOString(),
    yesterdayStart: later(new Date(dayStart), -DAY_MS).toISOString(),
    yesterdayNow: later(now, -DAY_MS).toISOString(),
  }
}

/** What comes first is what the list of waiting orders has first: the short ones, then by deadline. */
const deadlineOf = ({ isShort, deadlineAt }: { isShort: boolean; deadlineAt: string | null }): number =>
  isShort ? Number.NEGATIVE_INFINITY : deadlineAt === null ? Number.POSITIVE_INFINITY : Date.parse(deadlineAt)

const NEXT_AT = { scheduled: 'startsAt', bidding: 'endsAt', negotiating: 'offerExpiresAt' } as const

/** A run with what comes next of it; a sealed session keeps its offers to itself until it is over. */
function presentRun({ listingId, title, entryState, mode, bidCount, bidderCount, ...times }: Run) {
  const isSecret = mode === 'sealed' && entryState !== 'negotiating'
  const offers = isSecret ? { bidCount: null, bidderCount: null } : { bidCount, bidderCount }
  return { listingId, title, entryState, nextAt: times[NEXT_AT[entryState]], ...offers }
}

const KINDS = differenceKind.options

const moneyAnswer = rowOf(homeCards.money.output)

/** The sections of the home page. */
export const homeGroup = handlers(homeCards, {
  packing: async ({ tx, actor, now }) => {
    const dayEnd = later(new Date(dayStartOf(now)), DAY_MS).toISOString()
    const queues = []
    const orders = []
    for (const channel of shippedBy(actor)) {
      queues.push({ channel, ...(await countToShip(tx, channel, now, dayEnd)) })
      orders.push(...(await nextToShip(tx, channel)))
    }
    return { queues, orders: orders.toSorted((a, b) => deadlineOf(a) - deadlineOf(b) || 0).slice(0, SHOWN) }
  },

  inspecting: async ({ tx, actor: { employeeId }, now }) => ({
    ...(await countInspected(tx, employeeId, dayOfWork(now))),
    ...(await ownDrafts(tx, employeeId)),
  }),

  selling: async ({ tx, now }) => {
    const { scheduled, bidding, negotiating } = await countRuns(tx)
    const running = await nextToEnd(tx)
    const oldest = await agedPhones(tx, { days: STOCK_AGES[0], page: 1, pageSize: SHOWN }, now)
    return {
      scheduled,
      bidding,
      negotiating,
      curatedOnSale: await countCuratedOnSale(tx),
      running: running.map(presentRun),
      failedCount: await countFailed(tx),
      failed: await newestFailed(tx),
      aged: await agedCounts(tx, {}, now),
      oldest: oldest.list.map(({ inspectionId, barCode, modelName, skuText, grade, stockedAt }) => ({
        inspectionId,
        barCode,
        modelName,
        skuText,
        grade,
        days: daysInStock(stockedAt, now),
      })),
    }
  },

  money: async ({ tx, actor }) => {
    const mayReconcile = mayAll(actor, billCheck.list.path)
    const open = mayReconcile ? await countOpenKinds(tx) : null
    const answer = {
      awaited: await awaitedBills(tx),
      findings: open && KINDS.map((kind) => ({ kind, count: open[kind] ?? 0 })).filter(({ count }) => count > 0),
      checkedAt: mayReconcile ? await lastWhole(tx) : null,
    }
    return moneyAnswer(answer, actor)
  },

  decisions: async ({ tx, actor, now }) => ({ decisions: await decisionsOf(tx, actor, now) }),
})
