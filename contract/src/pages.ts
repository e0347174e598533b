import type { Channel } from '@huanji/domain/channel'
import type { Declared } from './features/index.ts'
import type { PageGroup } from './page-groups.ts'
import type { PageKey } from './page-keys.ts'
import { PAGES } from './tables.ts'

export { PAGE_GROUPS, type PageGroup } from './page-groups.ts'
export type { PageKey } from './page-keys.ts'
export { PAGES } from './tables.ts'

/** A page of the product: menu, routes, breadcrumbs and every link to it take what they say from here. */
export interface PageSpec {
  /** Its address, which is also the grant that opens it. */
  readonly path: string
  readonly title: string
  /** The group of the sidebar; null for pages outside the groups. */
  readonly group: PageGroup | null
  /** For a page that is not in the sidebar: the entry that lights up instead, whose grant opens this page too. */
  readonly highlights?: string
  /** Further entries that lead to it, in the sidebar's order: where one came from lights up, else the first that is granted. */
  readonly alsoHighlights?: readonly string[]
  /** The call that it shows: whoever may make it may open the page, whichever entry led there. */
  readonly opensWith?: string
}

type Pages = Declared<'pages'>
type ParamsOf = {
  readonly [K in PageKey as Pages[K] extends { readonly params: unknown } ? K : never]: Pages[K] extends {
    readonly params: infer P
  }
    ? P
    : never
}
type Names<K extends PageKey, Part extends 'needs' | 'takes'> = K extends keyof ParamsOf
  ? ParamsOf[K] extends { readonly [P in Part]: readonly (infer Name extends string)[] }
    ? Name
    : never
  : never

/** What a link to a page must name and may name. */
export type PageParams<K extends PageKey> = Readonly<
  Record<Names<K, 'needs'>, string> & Partial<Record<Names<K, 'takes'>, string>>
>

/** The address of a page: `linkTo('auctionOrder', { orderId })`. A parameter that the page does not know is a type error. */
export function linkTo<K extends PageKey>(
  page: K,
  ...params: Names<K, 'needs'> extends never ? [PageParams<K>?] : [PageParams<K>]
): string {
  const query = new URLSearchParams(params[0] as Readonly<Record<string, string>> | undefined).toString()
  return query === '' ? PAGES[page].path : `${PAGES[page].path}?${query}`
}

/** The pages on which a channel's things stand. */
export const CHANNEL_PAGES = {
  auction: {
    station: 'auctionInspection',
    inspections: 'auctionInspections',
    report: 'auctionReport',
    orders: 'auctionOrders',
    order: 'auctionOrder',
    refund: 'auctionRefund',
  },
  curated: {
    station: 'curatedInspection',
    inspections: 'curatedInspections',
    report: 'auctionReport',
    orders: 'curatedOrders',
    order: 'curatedOrder',
    refund: 'curatedRefund',
  },
} as const satisfies Readonly<Record<Channel, Readonly<Record<string, PageKey>>>>
