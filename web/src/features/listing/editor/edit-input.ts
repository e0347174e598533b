import type { InputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { claimWarning, contactWarning, hiddenFlawWarning } from '@huanji/domain/listing/punished'
import { contentProblem, photoChoiceProblem, titleProblem } from '@huanji/domain/listing-texts'
import { type Fen, formatFen } from '@huanji/domain/money'
import { judgeFixedPrice, judgeStanding } from '../prices.ts'
import { termsOfListing } from '../sale-terms.ts'
import { likeOf, type PricedGoods, type PriceSpan, type SheetLine } from '../sheet/lines.ts'
import type { ListingDetail } from '../types.ts'

export type EditInput = InputOf<Calls['goods']['edit']>

/** What the editor holds; amounts are null while their box is empty. */
export interface EditValues {
  readonly listingId: string
  readonly version: number
  readonly title: string
  readonly content: string
  /** Those that buyers see, the cover first. */
  readonly photoIds: readonly string[]
  /** By variant; of single goods under an empty name. None in the auction market, whose prices belong to a run. */
  readonly prices: Readonly<Record<string, Fen | null>>
}

/** What a listing is now, as the editor holds it. */
export function editValues(listing: ListingDetail): EditValues {
  const { listingId, version, title, description, photos, channel, kind, skus, priceFen } = listing
  const single = channel === 'curated' ? { '': priceFen } : {}
  return {
    listingId,
    version,
    title,
    content: description,
    photoIds: photos.filter(({ included }) => included).map(({ photoId }) => photoId),
    prices: kind === 'stock' ? Object.fromEntries(skus.map((sku) => [sku.skuId, sku.priceFen])) : single,
  }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

function pricesInput(values: EditValues, start: EditValues): Pick<EditInput, 'priceFen' | 'skus'> {
  if (isSame(values.prices, start.prices)) return {}
  const { '': single, ...bySku } = values.prices
  if (single) return { priceFen: single }
  return { skus: Object.entries(bySku).flatMap(([skuId, priceFen]) => (priceFen ? [{ skuId, priceFen }] : [])) }
}

/** What is sent: what differs from the beginning, so that a description that follows the report goes on doing so. */
export function editInput(values: EditValues, start: EditValues, priceConfirmed: boolean): EditInput {
  return {
    listingId: values.listingId,
    version: values.version,
    ...(values.title === start.title ? {} : { title: values.title }),
    ...(values.content === start.content ? {} : { content: values.content }),
    ...(isSame(values.photoIds, start.photoIds) ? {} : { photoIds: [...values.photoIds] }),
    ...pricesInput(values, start),
    priceConfirmed,
  }
}

/** True while nothing differs. */
export const isUntouched = (values: EditValues, start: EditValues): boolean =>
  isSame({ ...values, version: 0 }, { ...start, version: 0 })

/** What the marketplace would not take, by field; fields that are as they were are not judged anew. */
export function editProblems(values: EditValues, start: EditValues, listing: ListingDetail) {
  const known = new Set(listing.photos.map(({ photoId }) => photoId))
  return {
    title: values.title === start.title ? '' : (titleProblem(values.title) ?? ''),
    content: values.content === start.content ? '' : (contentProblem(values.content) ?? ''),
    photoIds: isSame(values.photoIds, start.photoIds) ? '' : (photoChoiceProblem(values.photoIds, known) ?? ''),
  }
}

/** What the marketplace punishes, or buyers send back for, by field; of what is as it was nothing is said anew. */
export function editWarnings(values: EditValues, start: EditValues, { grade, photos }: ListingDetail) {
  const warningOf = (text: string) =>
    [contactWarning(text), claimWarning(text, grade)].filter((warning) => warning !== null).join('；')
  const hidden = photos.filter(({ photoId, itemCode }) => itemCode !== null && !values.photoIds.includes(photoId))
  return {
    title: values.title === start.title ? '' : warningOf(values.title),
    content: values.content === start.content ? '' : warningOf(values.content),
    photoIds: isSame(values.photoIds, start.photoIds) ? '' : (hiddenFlawWarning(hidden.length) ?? ''),
  }
}

/** The variants as lines of a sheet; of single goods one. */
export function editLines(
  listing: ListingDetail,
  values: EditValues,
  start: EditValues,
  spans: ReadonlyMap<string, PriceSpan>,
): SheetLine[] {
  return Object.entries(values.prices).map(([skuId, priceFen]) => {
    const before = start.prices[skuId] ?? null
    const sku = listing.skus.find((one) => one.skuId === skuId)
    const ownId = skuId || listing.skuId
    const span = spans.get(ownId) ?? null
    const goods: PricedGoods | null =
      listing.grade === null
        ? null
        : { modelId: listing.modelId, skuId: ownId, grade: listing.grade, channel: listing.channel }
    const [costFen, terms] = [listing.costPriceFen, termsOfListing(listing)]
    const measure = { referenceFen: span?.referenceFen ?? null, beforeFen: before, costFen, terms }
    return {
      key: skuId,
      name: sku?.skuText || listing.skuText || listing.title,
      like: likeOf(listing.modelName, sku?.skuText || listing.skuText),
      amounts: { priceFen },
      span,
      costFen,
      terms,
      goods,
      verdict: priceFen === before ? judgeStanding(priceFen, measure) : judgeFixedPrice(priceFen, measure),
      failure: '',
    }
  })
}

const NAMES_MAX = 6

/** How a field reads beside the other side's, for the dialog on a colleague's changes. */
export function describeEdit(listing: ListingDetail) {
  return (field: string, value: unknown): string | undefined => {
    if (field === 'photoIds' && Array.isArray(value)) {
      const places = value.map((id) => listing.photos.findIndex(({ photoId }) => photoId === id) + 1)
      const rest = places.length > NAMES_MAX ? '…' : ''
      return `${places.length} 张：${places.slice(0, NAMES_MAX).join('、')}${rest}`
    }
    if (field === 'prices' && typeof value === 'object' && value !== null) {
      return Object.entries(value as EditValues['prices'])
        .map(([skuId, fen]) => `${skuId} ${fen === null ? '（空）' : formatFen(fen)}`.trim())
        .join('；')
    }
    return undefined
  }
}
