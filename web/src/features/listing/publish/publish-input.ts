import type { PublishInput, Session } from '../types.ts'
import type { PublishKind } from './publish-kinds.ts'
import { type PublishRow, shopOfRow } from './publish-rows.ts'

/** How many listings one call takes. */
export const CALL_MAX = 50

/** Where rows go: the shop chosen for all (empty: each to its own), and the session of an auction. */
export interface PublishTarget {
  readonly shopId: string
  readonly session: Session | null
}

/** A row on its way: what it is, and whether a person said yes to its doubtful price. */
interface SentRow {
  readonly row: PublishRow
  readonly isConfirmed: boolean
}

type AuctionListing = Extract<PublishInput, { channel: 'auction' }>['listings'][number]
type CuratedListing = Extract<PublishInput, { channel: 'curated' }>['listings'][number]

const idsOf = ({ units }: PublishRow): string[] => units.map((unit) => unit.inspectionId)

function auctionListing({ row, isConfirmed }: SentRow, { shopId, session }: PublishTarget): AuctionListing | null {
  const shopAccountId = shopOfRow(row, shopId)
  const { startFen, reserveFen } = row.lines[0]?.amounts ?? {}
  if (shopAccountId === null || session === null || !startFen || !reserveFen) return null
  return {
    inspectionIds: idsOf(row),
    shopAccountId,
    scheduleDate: session.scheduleDate,
    scheduleNumber: session.scheduleNumber,
    startPriceFen: startFen,
    reservePriceFen: reserveFen,
    priceConfirmed: isConfirmed,
  }
}

/** The batch that all units of a row belong to, so that the listing keeps its version; undefined without one. */
function batchOf({ units }: PublishRow): string | undefined {
  const [first] = units
  const isOne = units.every(({ batchId }) => batchId === first?.batchId)
  return isOne ? (first?.batchId ?? undefined) : undefined
}

function curatedListing({ row, isConfirmed }: SentRow, { shopId }: PublishTarget): CuratedListing | null {
  const shopAccountId = shopOfRow(row, shopId)
  const skus = row.lines.flatMap(({ skuId, amounts: { priceFen } }) => (priceFen ? [{ skuId, priceFen }] : []))
  const [only] = skus
  if (shopAccountId === null || !only || skus.length < row.lines.length) return null
  const shared = { inspectionIds: idsOf(row), shopAccountId, title: row.title, priceConfirmed: isConfirmed }
  if (row.kind === 'single') return { kind: 'single', ...shared, priceFen: only.priceFen }
  const batchId = batchOf(row)
  return { kind: 'stock', ...shared, ...(batchId ? { batchId } : {}), skus }
}

/** Rows as the publish call takes them, all of one kind; null while something of one is missing. */
export function toPublish(kind: PublishKind, rows: readonly SentRow[], target: PublishTarget): PublishInput | null {
  if (kind === 'auction') {
    const listings = rows.map((row) => auctionListing(row, target))
    return listings.every((one) => one !== null) ? { channel: 'auction', listings } : null
  }
  const listings = rows.map((row) => curatedListing(row, target))
  return listings.every((one) => one !== null) ? { channel: 'curated', listings } : null
}

/** Rows in parts that one call takes. */
export function inCalls<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / CALL_MAX) }, (_, part) =>
    rows.slice(part * CALL_MAX, (part + 1) * CALL_MAX),
  )
}
