import { isMarketplaceFailure } from '@huanji/marketplace/client/errors'
import type { JobServices } from '../jobs/job.ts'
import { type DesiredKey, type DesiredState, recordDesiredProblem } from '../modules/desired-state/store.ts'
import { finalRefusal, MARKETPLACE_AWAY } from './refusals.ts'

/** How one kind of thing is brought to what is asked for it. */
export interface Asking<Open extends { readonly asked: DesiredState }> {
  readonly key: DesiredKey
  /** What is asked, with all that telling it takes; null once it is answered. */
  read(): Promise<Open | null>
  /** Takes over how the thing stands at the marketplace, which answers what is so already or comes too late. */
  refresh(open: Open): Promise<void>
  /** Tells the marketplace. @throws the marketplace client's errors */
  tell(open: Open): Promise<unknown>
  /** Writes down that the marketplace refused, in its words. */
  refuse(open: Open, refusal: string): Promise<void>
}

/**
 * Brings a thing at the marketplace to what is wanted of it. How it stands is taken over first, which answers a request
 * that is so already or has come too late; the marketplace is told only while neither is true, and how it stands then is
 * taken over again, whatever it said: an answer that was lost is found there.
 * @throws the marketplace client's errors while it cannot be reached; the request stands and says so
 */
export async function reconcileRequest<Open extends { readonly asked: DesiredState }>(
  { db }: Pick<JobServices, 'db'>,
  merchantId: string,
  asking: Asking<Open>,
): Promise<void> {
  const before = await asking.read()
  if (before === null) return
  try {
    await asking.refresh(before)
    const open = await asking.read()
    if (open === null) return
    let refusal: string | null = null
    try {
      await asking.tell(open)
    } catch (error) {
      refusal = finalRefusal(error)
      if (refusal === null) throw error
    }
    await asking.refresh(open)
    if (refusal !== null) await asking.refuse(open, refusal)
  } catch (error) {
    if (isMarketplaceFailure(error)) {
      const { generation } = before.asked
      await db.tenant(merchantId, (tx) => recordDesiredProblem(tx, asking.key, generation, MARKETPLACE_AWAY))
    }
    throw error
  }
}
