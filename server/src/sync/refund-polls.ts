import { refundKindOfWire } from '@huanji/domain/refunds/kinds'
import { REFUND_STATES } from '@huanji/domain/states/refund'
import { stateByWireCode } from '@huanji/domain/states/transition'
import { isMarketplaceFailure } from '@huanji/marketplace/client/errors'
import type { Refund } from '@huanji/marketplace/protocol/refunds'
import { momentOf, reachedMomentOf } from '../integration/marketplace/times.ts'
import { PAGE_SIZE } from '../integration/marketplace/windows.ts'
import type { JobServices } from '../jobs/job.ts'
import { type KnownCase, knownCases, openCases, overdueCases } from '../modules/refund/snapshot-store.ts'
import { later } from '../platform/clock.ts'
import { takeChanges } from './changes.ts'
import { refreshRefund, type SellerAtWork } from './refresh.ts'
import { changedAtOf } from './refund-facts.ts'

const PAGES_MAX = 100

/** The states in which a case goes on, under the marketplace's numbers. */
const OPEN_STATUSES = REFUND_STATES.states.flatMap((state) => ('final' in state ? [] : [state.wireCode]))

/** A verdict whose plans could not be read: they are asked for again, since nobody can choose before. */
const lacksPlans = ({ verdict, keepPlanFen, returnPlanFen }: KnownCase): boolean =>
  verdict === 'awaitingSeller' && keepPlanFen === null && returnPlanFen === null

/** How the marketplace's list tells a case: two changes within one second, or without a time, differ in this alone. */
const isAsKnown = (mine: KnownCase, refund: Refund): boolean =>
  mine.remoteUpdatedAt === reachedMomentOf(changedAtOf(refund)) &&
  mine.state === stateByWireCode(REFUND_STATES, refund.refund_status) &&
  mine.kind === refundKindOfWire(refund.refund_type) &&
  mine.verdict === (refund.verdict ?? null) &&
  mine.amountFen === refund.refund_amount &&
  (refund.timeout_time === 0 || mine.deadlineAt === momentOf(refund.timeout_time)) &&
  !lacksPlans(mine)

/** Every case that goes on at the marketplace. @throws the marketplace client's errors */
async function openThere({ marketplace }: JobServices, sellerId: number): Promise<Refund[]> {
  const found: Refund[] = []
  for (const refund_status of OPEN_STATUSES) {
    for (let page_no = 1; page_no <= PAGES_MAX; page_no += 1) {
      const page = await marketplace.listRefunds(sellerId, { refund_status, page_no, page_size: PAGE_SIZE })
      found.push(...page.list)
      if (!page.has_next_page) break
    }
  }
  return found
}

/** Refreshes the cases of these orders; one that cannot be taken over holds up no other, and is met again. */
async function refreshAll(services: JobServices, seller: SellerAtWork, orderNos: Iterable<string>): Promise<void> {
  for (const orderNo of new Set(orderNos)) {
    try {
      await refreshRefund(services, seller, orderNo)
    } catch (error) {
      const fields = { err: error, merchantId: seller.merchantId, orderNo }
      services.log[isMarketplaceFailure(error) ? 'warn' : 'error'](fields, 'a case could not be taken over')
    }
  }
}

/** Takes over every case that was asked for since the last time. */
async function takeNewCases(services: JobServices, seller: SellerAtWork): Promise<void> {
  await takeChanges<Refund>(services, seller, {
    name: 'refunds',
    readPage: ([from, to], page_no) =>
      services.marketplace.listRefunds(seller.sellerId, { apply_time: [from, to], page_no, page_size: PAGE_SIZE }),
    taker: async (refunds) => {
      const known = await services.db.tenant(seller.merchantId, (tx) =>
        knownCases(
          tx,
          refunds.map((refund) => refund.refund_no),
        ),
      )
      const seen = new Set(known.map(({ refundNo }) => refundNo))
      return async ({ refund_no: refundNo, order_no: orderNo }) => {
        if (!seen.has(refundNo)) await refreshRefund(services, seller, orderNo)
      }
    },
    numberOf: (refund) => refund.refund_no,
  })
}

/**
 * Takes over what pushes and the orders' list may have missed. The marketplace lists cases by when they were asked for and
 * paid, not by when they changed: so those that go on there are compared with those that go on here, and what goes on here
 * alone is asked for.
 */
export async function pollRefunds(services: JobServices, seller: SellerAtWork): Promise<void> {
  await takeNewCases(services, seller)
  const there = await openThere(services, seller.sellerId)
  const here = await services.db.tenant(seller.merchantId, openCases)
  const byNo = new Map(here.map((one) => [one.refundNo, one]))
  const changed = there.filter((refund) => {
    const mine = byNo.get(refund.refund_no)
    return !mine || !isAsKnown(mine, refund)
  })
  const goingOn = new Set(there.map((refund) => refund.refund_no))
  const ended = here.filter(({ refundNo }) => !goingOn.has(refundNo))
  await refreshAll(services, seller, [...changed.map((one) => one.order_no), ...ended.map((one) => one.orderNo)])
}

export const LOOK_AT_DEADLINES_EVERY_SECONDS = 60
/** The marketplace is given so long to end a step by its clock. */
const AFTER_MS = 60_000
const BATCH = 100

/** Asks for the cases whose step is over by the clock: whoever's turn it was has decided by doing nothing. */
export async function lookAtDeadlines(services: JobServices, seller: SellerAtWork): Promise<void> {
  const now = services.clock.now()
  const turn = { now, everySeconds: LOOK_AT_DEADLINES_EVERY_SECONDS }
  const overdue = await services.db.tenant(seller.merchantId, (tx) =>
    overdueCases(tx, later(now, -AFTER_MS), turn, BATCH),
  )
  await refreshAll(
    services,
    seller,
    overdue.map(({ orderNo }) => orderNo),
  )
}
