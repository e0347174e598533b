import { MarketplaceRefused } from '@huanji/marketplace/client/errors'
import * as z from 'zod'
import type { JobAttempt, JobHandlers, JobServices } from '../jobs/job.ts'
import { compareOrderNo } from '../modules/reconciliation/compare.ts'
import { REFETCH_JOB } from '../modules/reconciliation/refetch.ts'
import { setAsked } from '../modules/reconciliation/store.ts'
import { merchantRow } from '../modules/tenant/store.ts'
import { takeSettlementsOfOrder } from './account.ts'
import { refreshOrder, type SellerAtWork } from './refresh.ts'

const refetchPayload = z.strictObject({ findingId: z.string(), orderNo: z.string() })

/** Asks for an order and all of its settlements again. */
async function askAgain(services: JobServices, seller: SellerAtWork, orderNo: string): Promise<void> {
  await refreshOrder(services, seller, orderNo)
  await takeSettlementsOfOrder(services, seller, orderNo, { isAgain: true })
}

/** What a person asked to be fetched again: the order is compared anew with what comes, and the finding says so. */
async function refetch({ merchantId, payload, isLast }: JobAttempt, services: JobServices): Promise<void> {
  const { findingId, orderNo } = refetchPayload.parse(payload)
  const { db, clock, log } = services
  const merchant = await db.tenant(merchantId, merchantRow)
  if (merchant === null) return
  try {
    await askAgain(services, { merchantId, sellerId: merchant.sellerId }, orderNo)
  } catch (error) {
    // what the marketplace refuses to tell it will not tell the next time either
    if (!(error instanceof MarketplaceRefused) && !isLast) throw error
    log.warn({ err: error, merchantId, orderNo }, 'an order of a finding could not be fetched again')
  }
  await db.tenant(merchantId, async (tx) => {
    await compareOrderNo(tx, orderNo, clock.now())
    await setAsked(tx, findingId, null)
  })
}

export const refetchJobs: JobHandlers = { [REFETCH_JOB]: refetch }
