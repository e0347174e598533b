const HOUR_MS = 3_600_000

/** How long each step of an order of the curated channel takes where the marketplace names no moment, in milliseconds. */
export const CURATED_CLOCKS = { payWithinMs: 24 * HOUR_MS, shipWithinMs: 24 * HOUR_MS } as const

/** The services that promise a parcel within so many hours of the payment (docs/open-platform.md §3.6). */
const PROMISES: readonly (readonly [string, number])[] = [
  ['FD_24HS', 24 * HOUR_MS],
  ['FD_48HS', 48 * HOUR_MS],
]

/**
 * Within which time goods were promised to leave, in milliseconds, by the services that they were sold with (a list parted
 * by commas); the shorter of two, and null where none was promised.
 */
export function promisedShipMs(serviceSupport: string | undefined): number | null {
  const services = (serviceSupport ?? '').split(',').map((one) => one.trim())
  return PROMISES.find(([service]) => services.includes(service))?.[1] ?? null
}
