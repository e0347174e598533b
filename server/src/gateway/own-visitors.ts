import type { IncomingHttpHeaders } from 'node:http'

/** What the settings say of the server's address. */
interface OwnAddress {
  readonly publicUrl: string
  readonly host: string
}

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']

/**
 * True for a request to an address this server is known by (loopback, `HUANJI_PUBLIC_URL`, `HUANJI_HOST`) that no page of
 * another site makes. A foreign name that was made to resolve to this machine (DNS rebinding) has its own name in `Host`,
 * and a page of another site has its own address in `Origin`.
 */
export function isOwnVisitor({ host = '', origin }: IncomingHttpHeaders, settings: OwnAddress): boolean {
  const asked = urlOf(`http://${host}`)
  if (asked === null || !namesOf(settings).has(asked.hostname)) return false
  return origin === undefined || urlOf(origin)?.host === asked.host
}

function namesOf({ publicUrl, host }: OwnAddress): Set<string> {
  const configured = [publicUrl, `http://${host.includes(':') ? `[${host}]` : host}`]
  const names = configured.flatMap((url) => urlOf(url)?.hostname ?? [])
  return new Set([...LOOPBACK_NAMES, ...names.filter((name) => name !== '0.0.0.0' && name !== '[::]')])
}

function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}
