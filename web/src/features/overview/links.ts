import { linkTo, PAGES, type PageKey, type PageParams } from '@huanji/contract/pages'
import { CHANNELS, type Channel } from '@huanji/domain/channel'
import { isPermitted, pageAt } from '../../session/pages.ts'
import { permissions } from '../../session/session.ts'

/** The days, shop and channel that a figure is of. */
export interface LinkScope {
  readonly from: string
  readonly to: string
  readonly shopAccountId?: string | undefined
  readonly channel?: Channel | undefined
}

const ORDER_PAGES = { auction: 'auctionOrders', curated: 'curatedOrders' } as const

/** True for a page that is there and that this person may open: a figure leads nowhere else. */
function isOpen(key: PageKey): boolean {
  const page = pageAt(PAGES[key].path)
  return page !== undefined && isPermitted(page, permissions())
}

/** Figures of one channel alone have nothing of the other's lists. */
const isOf = (channel: Channel, scope: LinkScope): boolean => scope.channel === undefined || scope.channel === channel

const shopOf = ({ shopAccountId }: LinkScope) => (shopAccountId === undefined ? {} : { shopAccountId })

/** The orders of a channel that were paid on these days; null where the person may not see them. */
export function paidOrdersLink(
  channel: Channel,
  scope: LinkScope,
  more: { readonly state?: string; readonly modelId?: string; readonly 'modelId.label'?: string } = {},
): string | null {
  const page = ORDER_PAGES[channel]
  if (!isOpen(page) || !isOf(channel, scope)) return null
  return linkTo(page, { paidFrom: scope.from, paidTo: scope.to, ...shopOf(scope), ...more })
}

/** The orders that the sessions of a day brought. */
export function sessionOrdersLink(day: string, scope: LinkScope): string | null {
  if (!isOpen('auctionOrders') || !isOf('auction', scope)) return null
  return linkTo('auctionOrders', { scheduleDate: day, ...shopOf(scope) })
}

/** The bills of the channels about these days: what moves between account and bank is of none, and is no part of 到手. */
export function billsLink(scope: LinkScope): string | null {
  if (!isOpen('bills')) return null
  const { from, to, channel = CHANNELS.join(',') } = scope
  return linkTo('bills', { occurredFrom: from, occurredTo: to, channel, ...shopOf(scope) })
}

/**
 * The after-sale cases that were opened on these days, whatever became of them: without a state their list is the queue
 * of open ones.
 */
export function casesLink(
  scope: LinkScope,
  more: Pick<PageParams<'refunds'>, 'reasonCode' | 'modelId' | 'modelId.label'> = {},
): string | null {
  if (!isOpen('refunds')) return null
  const { from, to, channel } = scope
  const of = { state: 'all', ...(channel === undefined ? {} : { channel }) }
  return linkTo('refunds', { openedFrom: from, openedTo: to, ...of, ...shopOf(scope), ...more })
}

/** The reports of a list that were begun on these days, of one grade. */
export function reportsLink(
  page: 'auctionInspections' | 'curatedInspections',
  scope: LinkScope,
  grade: string,
): string | null {
  if (!isOpen(page) || !isOf(page === 'auctionInspections' ? 'auction' : 'curated', scope)) return null
  return linkTo(page, { createdFrom: scope.from, createdTo: scope.to, grade, ...shopOf(scope) })
}

/** The report of a phone. */
export const reportLink = (inspectionId: string): string | null =>
  isOpen('auctionReport') ? linkTo('auctionReport', { inspectionId }) : null
