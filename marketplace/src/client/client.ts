import type * as z from 'zod'
import { CALLS, type CallName, type CallSpec } from '../protocol/calls.ts'
import type { BreakerOptions } from './breaker.ts'
import { createTransport, type RetryOptions } from './transport.ts'

export interface MarketplaceClientOptions {
  /** Scheme, host and port of the marketplace, without a path. */
  baseUrl: string
  appKey: string
  appSecret: string
  fetch?: typeof fetch
  /** Wall clock in milliseconds. */
  now: () => number
  /** 10 000 when left out. */
  timeoutMs?: number
  retry?: Partial<RetryOptions>
  breaker?: Partial<BreakerOptions>
  /** Told of each refusal in the platform's own words, for the log: people read others. */
  onRefused?: (path: string, code: number, msg: string) => void
  /** Waits between tries; a real timer when left out. */
  sleep?: (delayMs: number) => Promise<void>
}

type RequestOf<Name extends CallName> = z.input<(typeof CALLS)[Name]['request']>
type DataOf<Name extends CallName> = z.output<(typeof CALLS)[Name]['data']>

/** The calls that ask nothing: of a merchant, and of nobody. */
interface CallsWithoutRequest {
  listShops(sellerId: number): Promise<DataOf<'listShops'>>
  listExpressCompanies(): Promise<DataOf<'listExpressCompanies'>>
}

type CallsWithRequest = {
  [Name in Exclude<CallName, keyof CallsWithoutRequest>]: (
    sellerId: number,
    request: RequestOf<Name>,
  ) => Promise<DataOf<Name>>
}

/**
 * The marketplace as typed calls, one for each of the protocol. The first argument is the merchant's id at the platform.
 * Every call may throw MarketplaceRefused, MarketplaceUnavailable or MarketplaceTimeout (see errors.ts).
 */
export interface MarketplaceClient extends CallsWithRequest, CallsWithoutRequest {
  /** Whether calls are let through: for health pages and metrics. */
  breakerState(): 'closed' | 'open' | 'halfOpen'
}

const DEFAULT_TIMEOUT_MS = 10_000
const DEFAULT_RETRY: RetryOptions = { attempts: 3, baseMs: 300, maxMs: 3_000 }
const DEFAULT_BREAKER: BreakerOptions = { failuresToOpen: 5, openMs: 30_000 }

/** Connects to a marketplace that speaks the open platform's protocol: the real one, or the sandbox. */
export function createMarketplaceClient(options: MarketplaceClientOptions): MarketplaceClient {
  const { send, breakerState } = createTransport({
    baseUrl: options.baseUrl.replace(/\/$/, ''),
    appKey: options.appKey,
    appSecret: options.appSecret,
    fetch: options.fetch ?? fetch,
    now: options.now,
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    retry: { ...DEFAULT_RETRY, ...options.retry },
    breaker: { ...DEFAULT_BREAKER, ...options.breaker },
    onRefused: options.onRefused ?? (() => undefined),
    sleep: options.sleep ?? ((delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs))),
  })
  const specs = Object.entries<CallSpec<z.ZodType, z.ZodType>>(CALLS)
  const calls = specs.map(([name, spec]) => [
    name,
    (sellerId: number, request: object) => send(spec, sellerId, request),
  ])
  return {
    ...(Object.fromEntries(calls) as CallsWithRequest),
    listShops: (sellerId) => send(CALLS.listShops, sellerId, {}),
    listExpressCompanies: () => send(CALLS.listExpressCompanies, null, {}),
    breakerState,
  }
}
