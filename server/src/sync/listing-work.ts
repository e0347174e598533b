import type { Tx } from '../database/database.ts'
import type { JobServices } from '../jobs/job.ts'
import type { SellerAtWork } from './refresh.ts'

/** A listing that is brought to the marketplace, or that the marketplace says something of. */
export interface ListingWork {
  readonly services: JobServices
  readonly seller: SellerAtWork
  readonly listingId: string
}

/** A listing that is brought to the marketplace for the sake of one request. */
export interface RequestWork extends ListingWork {
  readonly generation: number
  /** ISO 8601 */
  readonly requestedAt: string
}

export const inTenant = <T>({ services, seller }: ListingWork, work: (tx: Tx) => Promise<T>): Promise<T> =>
  services.db.tenant(seller.merchantId, work)

/** The request for a listing. */
export const listingKey = ({ listingId }: Pick<ListingWork, 'listingId'>) =>
  ({ subject: 'listing', subjectId: listingId }) as const
