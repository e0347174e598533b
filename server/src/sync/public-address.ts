import type { JobServices } from '../jobs/job.ts'
import { later } from '../platform/clock.ts'

/** How long the marketplace may take to fetch a picture by its address. */
const FETCHED_WITHIN_MS = 7 * 24 * 3_600_000

/** Where the marketplace finds a picture of ours; it takes no uploads (docs/open-platform.md §8.1). */
export const publicAddress = (
  key: string,
  { storage, settings, clock }: Pick<JobServices, 'storage' | 'settings' | 'clock'>,
): string => new URL(storage.signedUrl(key, later(clock.now(), FETCHED_WITHIN_MS)), `${settings.publicUrl}/`).href
