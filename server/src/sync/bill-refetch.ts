import { MarketplaceRefused } from '@huanji/marketplace/client/errors'
import * as z from 'zod'
import type { JobAttempt, JobHandlers, JobServices } from '../jobs/job.ts'
import { compareOrderNo } from '../modules/reconciliation/compare.ts'
import { REFETCH_JOB, refetchOutcome } from '../modules/reconciliation/refetch.ts'
import { lockFinding, setAnswered } from '../modules/reconciliation/store.ts'
import { merchantRow } from '../modules/tenant/store.ts'
import { takeSettlementsOfOrder } from './account.ts'
import { refreshOrder, type SellerAtWork } from './refresh.ts'

/** Without what was told before where a program of before asked for it. */
const refetchPayload = z.strictObject({
  findingId: z.string(),
  orderNo: z.string(),
  answeredFen: z.int().optional(),
})

/** Asks for an order and all of its settlements again. */
async function askAgain(services: JobServices, seller: SellerAtWork, orderNo: string): Promise<void> {
  await refreshOrder(services, seller, orderNo)
  await takeSettlementsOfOrder(services, seller, orderNo, { isAgain: true })
}

/** What a person asked to be fetched again: the order is compared anew with what comes, and the finding says so. */
async function refetch({ merchantId, payload, isLast }: JobAttempt, services: JobServices): Promise<void> {
  const { findingId, orderNo, answeredFen } = refetchPayload.parse(payload)
  const { db, clock, log } = services
  const merchant = await db.tenant(merchantId, merchantRow)
  if (merchant === null) return
  let failure = ''
  try {
    await askAgain(services, { merchantId, sellerId: merchant.sellerId }, orderNo)
  } catch (error) {
    // what the marketplace refuses to tell it will not tell the next time either
    if (!(error instanceof MarketplaceRefused) && !isLast) throw error
    failure = error instanceof MarketplaceRefused ? '闲鱼没有给出这个订单的结果' : '没有联系上闲鱼，请过一会儿再查'
    log.warn({ err: error, merchantId, orderNo }, 'an order of a finding could not be fetched again')
  }
  await db.tenant(merchantId, async (tx) => {
    await compareOrderNo(tx, orderNo, clock.now())
    const finding = await lockFinding(tx, findingId)
    if (finding === null) return
    await setAnswered(tx, findingId, failure || (answeredFen === undefined ? '' : refetchOutcome(finding, answeredFen)))
  })
}

export const refetchJobs: JobHandlers = { [REFETCH_JOB]: refetch }
