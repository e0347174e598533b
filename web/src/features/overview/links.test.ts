import { PAGES } from '@huanji/contract/pages'
import { beforeEach, describe, expect, it } from 'vitest'
import { storePermissions } from '../../session/session.ts'
import { billsLink, casesLink, paidOrdersLink, reportLink, reportsLink, sessionOrdersLink } from './links.ts'

const DAYS = { from: '2026-11-01', to: '2026-11-30' }
const SHOP = { ...DAYS, shopAccountId: 'shop-1' }

const paramsOf = (link: string | null) => Object.fromEntries(new URL(link ?? '', 'http://x').searchParams)
const pathOf = (link: string | null) => new URL(link ?? '', 'http://x').pathname

const all = Object.values(PAGES).map(({ path }) => path)
beforeEach(() => storePermissions(all))

describe('what a figure leads to', () => {
  it('is the orders of its channel by the day of payment', () => {
    const link = paidOrdersLink('auction', SHOP, { state: 'refunded' })
    expect(pathOf(link)).toBe('/sale/order')
    expect(paramsOf(link)).toEqual({
      paidFrom: DAYS.from,
      paidTo: DAYS.to,
      shopAccountId: 'shop-1',
      state: 'refunded',
    })
    expect(pathOf(paidOrdersLink('curated', DAYS))).toBe('/sale/yxorder')
    expect(paramsOf(paidOrdersLink('curated', DAYS))).toEqual({ paidFrom: DAYS.from, paidTo: DAYS.to })
  })

  it('is the orders of a model, which the list names without asking', () => {
    const more = { modelId: 'apple-iphone-13', 'modelId.label': '苹果 iPhone 13' }
    expect(paramsOf(paidOrdersLink('auction', DAYS, more))).toMatchObject(more)
  })

  it('is the orders that the sessions of one day brought, whatever the period', () => {
    expect(paramsOf(sessionOrdersLink('2026-11-05', SHOP))).toEqual({
      scheduleDate: '2026-11-05',
      shopAccountId: 'shop-1',
    })
  })

  it('defect: 到手 of all channels leads to the rows of both, without what moved between account and bank', () => {
    const days = { occurredFrom: DAYS.from, occurredTo: DAYS.to }
    expect(paramsOf(billsLink(DAYS))).toEqual({ ...days, channel: 'auction,curated' })
    expect(paramsOf(billsLink({ ...SHOP, channel: 'curated' }))).toEqual({
      ...days,
      channel: 'curated',
      shopAccountId: 'shop-1',
    })
  })

  it('defect: is the cases of every state that were opened on these days, of a channel and a reason where it is of one', () => {
    expect(paramsOf(casesLink(DAYS))).toEqual({ openedFrom: DAYS.from, openedTo: DAYS.to, state: 'all' })
    expect(paramsOf(casesLink({ ...SHOP, channel: 'auction' }, { reasonCode: 'quality' }))).toEqual({
      openedFrom: DAYS.from,
      openedTo: DAYS.to,
      state: 'all',
      channel: 'auction',
      shopAccountId: 'shop-1',
      reasonCode: 'quality',
    })
  })

  it('is the reports of a grade in the list that has them', () => {
    const link = reportsLink('curatedInspections', SHOP, '95')
    expect(pathOf(link)).toBe('/check/yx/sing-list')
    expect(paramsOf(link)).toEqual({
      createdFrom: DAYS.from,
      createdTo: DAYS.to,
      grade: '95',
      shopAccountId: 'shop-1',
    })
    expect(paramsOf(reportLink('report-1'))).toEqual({ inspectionId: 'report-1' })
  })

  it('defect: is nothing in the lists of another channel than the figures are of', () => {
    const scope = { ...DAYS, channel: 'curated' as const }
    expect(paidOrdersLink('auction', scope)).toBeNull()
    expect(sessionOrdersLink(DAYS.from, scope)).toBeNull()
    expect(reportsLink('auctionInspections', scope, '95')).toBeNull()
    expect(paidOrdersLink('curated', scope)).not.toBeNull()
    expect(reportsLink('curatedInspections', scope, '95')).not.toBeNull()
    expect(reportsLink('curatedInspections', { ...DAYS, channel: 'auction' }, '95')).toBeNull()
  })

  it('is nothing for whoever may not open it', () => {
    storePermissions([])
    const links = [
      paidOrdersLink('auction', DAYS),
      paidOrdersLink('curated', DAYS),
      sessionOrdersLink(DAYS.from, DAYS),
      billsLink(DAYS),
      casesLink(DAYS),
      reportsLink('auctionInspections', DAYS, '95'),
      reportLink('report-1'),
    ]
    expect(links).toEqual(links.map(() => null))
    storePermissions(['/check/ys/list'])
    // a detail page opens with the list that it highlights
    expect(reportLink('report-1')).not.toBeNull()
  })
})
