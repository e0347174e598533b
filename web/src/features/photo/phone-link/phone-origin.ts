const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\]|.*\.localhost)$/

/** Whether another machine can open an address: one of this machine's own leads every other to itself. */
export const isReachable = (origin: string): boolean => !LOOPBACK.test(new URL(origin).hostname)

/**
 * The origin that a phone is led to: the one in the browser, which works, or the site's own address where the browser
 * is on the machine itself.
 * @param siteUrl as the operator has configured it; empty while it is not known
 */
export function phoneOrigin(here: string, siteUrl: string): string {
  if (isReachable(here) || !URL.canParse(siteUrl)) return here
  const { origin } = new URL(siteUrl)
  return isReachable(origin) ? origin : here
}
