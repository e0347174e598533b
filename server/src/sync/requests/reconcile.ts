import { id } from '@huanji/contract/shapes'
import { isMarketplaceFailure } from '@huanji/marketplace/client/errors'
import * as z from 'zod'
import type { JobAttempt, JobKind, JobServices } from '../../jobs/job.ts'
import { refreshOrder, refreshRefund } from '../refresh.ts'
import { finalRefusal, MARKETPLACE_AWAY } from '../refusals.ts'
import type { Answer, Comparison, RequestKind } from './kind.ts'

function comparison(services: JobServices, merchantId: string): Comparison {
  const by = (refresh: typeof refreshOrder) => async (sellerId: number, orderNo: string) => {
    await refresh(services, { sellerId, merchantId }, orderNo)
    return null
  }
  return { services, merchantId, refreshOrder: by(refreshOrder), refreshRefund: by(refreshRefund) }
}

/** Tells the marketplace; null where it refused for good, and then in which words. */
async function tell<Open>(kind: RequestKind<Open>, at: Comparison, open: Open) {
  try {
    return { told: await kind.tell(at, open), refused: null }
  } catch (error) {
    const words = finalRefusal(error)
    if (words === null || kind.refusal === undefined) throw error
    return { told: null, refused: { problem: kind.refusal(open, words), isAwaited: true } satisfies Answer }
  }
}

/**
 * Brings the marketplace to what is asked of it. How the thing stands there is looked at first, which answers a request
 * that is so already or has come too late; the marketplace is told only while neither is true, and looked at again,
 * whatever it said: an answer that was lost is found there. Any number of calls, late or doubled, come to the same.
 * @throws the marketplace client's errors while it cannot be reached; the request stands and says so
 */
export async function reconcile<Open>(
  services: JobServices,
  kind: RequestKind<Open>,
  merchantId: string,
  subjectId: string,
): Promise<void> {
  const { db, clock } = services
  const at = comparison(services, merchantId)
  const read = () => db.tenant(merchantId, (tx) => kind.read(tx, subjectId))
  const write = (open: Open, answer: Answer) =>
    db.tenant(merchantId, (tx) => kind.answer(tx, open, answer, clock.now()))
  const before = await read()
  if (before === null) return
  try {
    const said = await kind.look?.(at, before)
    if (said) return await write(before, said)
    const open = kind.look === undefined ? before : await read()
    if (open === null) return
    const { told, refused } = await tell(kind, at, open)
    const answer = told ?? (await kind.look?.(at, open)) ?? refused
    if (answer !== null) await write(open, answer)
  } catch (error) {
    if (isMarketplaceFailure(error)) await db.tenant(merchantId, (tx) => kind.wait(tx, before, MARKETPLACE_AWAY))
    throw error
  }
}

const payload = z.object({ subjectId: id })

/** The thing that a job is to look at. */
export const subjectOf = (job: Pick<JobAttempt, 'payload'>): string => payload.parse(job.payload).subjectId

/** The job that a request of a kind wakes. */
export const requestJob = <Open>(kind: RequestKind<Open>): Readonly<Record<string, JobKind>> => ({
  [kind.job]: {
    run: (job, services) => reconcile(services, kind, job.merchantId, subjectOf(job)),
    retries: 'forever',
  },
})
