import { traced } from '../../platform/tracing.ts'

/** Asks the marketplace within a span that names the path alone: what follows it is signed. */
export const tracedFetch: typeof fetch = (address, init) => {
  const { pathname, host } = new URL(address instanceof Request ? address.url : address)
  const attributes = { 'url.path': pathname, 'server.address': host }
  return traced(`${init?.method ?? 'GET'} ${pathname}`, 'outside', attributes, () => fetch(address, init))
}
