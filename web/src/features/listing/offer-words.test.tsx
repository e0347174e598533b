import { expect, test } from 'vitest'
import { storePermissions } from '../../session/session.ts'
import { offerText, unsoldText } from './offer-words.tsx'
import { LISTING } from './testing/listing.ts'
import type { ListingRow } from './types.ts'

const ENTRY: NonNullable<ListingRow['entry']> = {
  scheduleDate: '2026-11-22',
  scheduleNumber: '03',
  mode: 'open',
  state: 'negotiating',
  cutOffAt: '2026-11-22T01:30:00.000Z',
  startsAt: '2026-11-22T02:00:00.000Z',
  endsAt: '2026-11-22T04:00:00.000Z',
  startPriceFen: 150_000,
  reservePriceFen: 180_000,
  bidCount: 1,
  bidderCount: 1,
  highestBidFen: 175_900,
  extensionCount: 0,
}
const OFFER = { amountFen: 175_900, expiresAt: null, gapFen: -4_100, marginFen: -618 }

test('defect: an offer was said to bring what it brings without the fees', () => {
  storePermissions(['field:reservePrice'])
  expect(offerText({ ...LISTING, entry: ENTRY, costPriceFen: 170_000 })).toBe(
    '买家出价 ¥1,759.00，保底价 ¥1,800.00，差 ¥41.00，扣掉费用到手 ¥1,693.82，成本 ¥1,700.00，亏 ¥6.18',
  )
})

test('defect: a refused offer was listed again by itself, cheaper and at a loss, which nobody was told', () => {
  const relisting = { times: 1, startPriceFen: 133_400, reservePriceFen: 163_600, marginFen: -19_400 }
  expect(unsoldText({ offer: { ...OFFER, relisting } })).toBe(
    '按店铺的设置自动重新上架：起拍价 ¥1,334.00，保底价 ¥1,636.00，按保底价卖会亏 ¥194.00',
  )
  expect(unsoldText({ offer: { ...OFFER, relisting: null } })).toBe('不会自动重新上架，等您自己定价再上')
})
