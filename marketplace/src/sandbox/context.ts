import type { DocumentKind, Documents } from './documents.ts'
import type { SimulationEvent } from './events.ts'
import type { BuyerBehaviour, SessionCadence } from './options.ts'
import type { Random } from './random.ts'
import type { DocumentStore } from './store.ts'

export type CounterName =
  | 'authorize'
  | 'product'
  | 'sku'
  | 'item'
  | 'order'
  | 'refund'
  | 'entry'
  | 'bid'
  | 'report'
  | 'settlement'
  | 'flow'

/** What the rules of the sandbox act on. Everything in it is synchronous; changes happen inside a transaction of the store. */
export interface SandboxContext {
  store: DocumentStore
  seed: number
  /** The moment of the event being done, else the virtual clock. */
  nowMs(): number
  schedule(dueMs: number, event: SimulationEvent): void
  /** Sends to the merchant's push address, or to the `notify_url` of a call. */
  push(sellerId: number, body: Record<string, unknown>, notifyUrl?: string | null): void
  random(name: string): Random
  nextId(counter: CounterName): number
  behaviour(): BuyerBehaviour
  sessions: SessionCadence
  /** Scheme, host and port at which the sandbox's pages and pictures are. */
  origin(): string
  /** Takes the failure that was ordered for the next publication or upload, if any. */
  takeOrderedFailure(): { errCode: string; errMsg: string } | null
}

/** Where counters start, so that ids look like the platform's: 12 and more digits, all below 2^53. */
const FIRST_IDS: Record<CounterName, number> = {
  authorize: 410_000_000_001,
  product: 219_530_767_000_001,
  sku: 319_530_767_000_001,
  item: 712_530_767_001,
  order: 1,
  refund: 1,
  entry: 520_000_000_001,
  bid: 1,
  report: 610_000_000_001,
  settlement: 1,
  flow: 1,
}

/** The next number of a counter kept in the store. */
export function takeNextId(store: DocumentStore, counter: CounterName): number {
  const value = store.get('counter', counter)?.value ?? FIRST_IDS[counter]
  store.put('counter', counter, { value: value + 1 })
  return value
}

/** Replaces some fields of a document and gives the new one. */
export function change<Kind extends DocumentKind>(
  store: DocumentStore,
  kind: Kind,
  id: string,
  document: Documents[Kind],
  fields: Partial<Documents[Kind]>,
): Documents[Kind] {
  const changed = { ...document, ...fields }
  store.put(kind, id, changed)
  return changed
}

/** Virtual milliseconds as the Unix seconds of the wire; 0 stays 0, "not reached". */
export function toSeconds(timeMs: number): number {
  return Math.floor(timeMs / 1000)
}

/** True when a moment lies in a range of Unix seconds; an absent range lets everything through. */
export function isWithin(timeMs: number, range: readonly [number, number] | undefined): boolean {
  return range === undefined || (toSeconds(timeMs) >= range[0] && toSeconds(timeMs) <= range[1])
}

/** Cuts one page out of a list and gives it with the paging fields of the wire. */
export function pageOf<Row>(
  rows: readonly Row[],
  request: { page_no?: number | undefined; page_size?: number | undefined },
): { list: Row[]; count: number; page_no: number; page_size: number } {
  const pageNo = request.page_no ?? 1
  const pageSize = request.page_size ?? 50
  const list = rows.slice((pageNo - 1) * pageSize, pageNo * pageSize)
  return { list, count: rows.length, page_no: pageNo, page_size: pageSize }
}
