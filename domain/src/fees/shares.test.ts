import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { phoneMargin, phoneShares, type SoldLine } from './shares.ts'

const line = (lineNo: number, quantity: number, unitPriceFen: number | null, amountFen: number): SoldLine => ({
  lineNo,
  quantity,
  unitPriceFen,
  amountFen,
})
const deal = (amountFen: number) => ({ type: 'orderSettlement', label: '成交价', amountFen })
const fee = (amountFen: number) => ({ type: 'serviceFee', label: '平台服务费', amountFen })
const phonesOf = (lineNo: number, ...ids: string[]) => ids.map((unitId) => ({ unitId, lineNo, isReturned: false }))

describe('the phones of an order', () => {
  test('a single phone has all of it', () => {
    const order = { dealPriceFen: 300_000, lines: [line(1, 1, 300_000, 300_000)], phones: phonesOf(1, 'a') }
    expect(phoneShares(order, [deal(300_000), fee(-6_000)]).get('a')).toEqual({
      dealFen: 300_000,
      lines: [deal(300_000), fee(-6_000)],
      netFen: 294_000,
    })
  })

  test('of different prices bear fees by their price', () => {
    const lines = [line(1, 1, 100_000, 100_000), line(2, 1, 200_000, 200_000)]
    const order = { dealPriceFen: 300_000, lines, phones: [...phonesOf(1, 'a'), ...phonesOf(2, 'b')] }
    const shares = phoneShares(order, [deal(300_000), fee(-100)])
    expect(shares.get('a')).toMatchObject({ dealFen: 100_000, netFen: 99_967 })
    expect(shares.get('b')).toMatchObject({ dealFen: 200_000, netFen: 199_933 })
  })

  test('of a lot at one price share alike, to the fen', () => {
    const order = { dealPriceFen: 100, lines: [line(1, 3, null, 100)], phones: phonesOf(1, 'a', 'b', 'c') }
    expect([...phoneShares(order, [fee(-10)]).values()].map(({ dealFen, netFen }) => [dealFen, netFen])).toEqual([
      [34, -4],
      [33, -3],
      [33, -3],
    ])
  })

  test('that are not named yet keep their part', () => {
    const order = { dealPriceFen: 200, lines: [line(1, 2, 100, 200)], phones: phonesOf(1, 'a') }
    expect(phoneShares(order, [deal(200), fee(-20)]).get('a')?.netFen).toBe(90)
  })

  test('defect: a phone that was replaced had half of what its replacement was sold for', () => {
    const phones = phonesOf(1, 'back', 'sent').map((one) => ({ ...one, isReturned: one.unitId === 'back' }))
    const order = { dealPriceFen: 2_000, lines: [line(1, 1, 2_000, 2_000)], phones }
    for (const one of [order, { ...order, phones: phones.toReversed() }]) {
      const shares = phoneShares(one, [deal(2_000), fee(-100)])
      expect([...shares.keys()]).toEqual(['sent'])
      expect(shares.get('sent')).toMatchObject({ dealFen: 2_000, netFen: 1_900 })
    }
  })

  test('that came back keep their part where no other phone went out for them', () => {
    const phones = phonesOf(1, 'a', 'b', 'c').map((phone) => ({ ...phone, isReturned: phone.unitId !== 'c' }))
    const nets = (quantity: number) =>
      [...phoneShares({ dealPriceFen: 600, lines: [line(1, quantity, 100, 600)], phones }, [deal(600)]).values()].map(
        ({ netFen }) => netFen,
      )
    expect(nets(3)).toEqual([200, 200, 200])
    expect(nets(2)).toEqual([300, 300])
    expect(nets(1)).toEqual([600])
  })

  test('share a changed price by what they were listed at', () => {
    const lines = [line(1, 1, 100, 100), line(2, 1, 300, 300)]
    const order = { dealPriceFen: 200, lines, phones: [...phonesOf(1, 'a'), ...phonesOf(2, 'b')] }
    expect([...phoneShares(order, []).values()].map(({ dealFen }) => dealFen)).toEqual([50, 150])
  })

  test('parts sum to the whole, for every deal and every line of the proceeds', () => {
    const price = fc.integer({ min: 0, max: 99_999_900 })
    const someLine = fc.record({ quantity: fc.integer({ min: 1, max: 5 }), price, isOpen: fc.boolean() })
    fc.assert(
      fc.property(
        fc.array(someLine, { minLength: 1, maxLength: 4 }),
        price,
        fc.array(price),
        (drafts, total, amounts) => {
          const lines = drafts.map((draft, index) =>
            line(index + 1, draft.quantity, draft.isOpen ? null : draft.price, draft.price * draft.quantity),
          )
          const phones = lines.flatMap(({ lineNo, quantity }) =>
            phonesOf(lineNo, ...Array.from({ length: quantity }, (_, at) => `${lineNo}-${at}`)),
          )
          const proceeds = amounts.map((amountFen, index) => fee(index % 2 === 0 ? amountFen : 0 - amountFen))
          const shares = [...phoneShares({ dealPriceFen: total, lines, phones }, proceeds).values()]
          const sum = (of: (share: (typeof shares)[number]) => number) =>
            shares.reduce((all, share) => all + of(share), 0)
          expect(sum(({ dealFen }) => dealFen)).toBe(total)
          for (const [index, { amountFen }] of proceeds.entries()) {
            expect(sum((share) => share.lines[index]?.amountFen ?? 0)).toBe(amountFen)
          }
          expect(sum(({ netFen }) => netFen)).toBe(proceeds.reduce((all, { amountFen }) => all + amountFen, 0))
        },
      ),
    )
  })
})

test.each([
  [294_000, 200_000, false, 94_000],
  [100_000, 200_000, false, -100_000],
  [-6_000, 200_000, true, -6_000],
  [294_000, null, false, null],
  [-6_000, null, true, -6_000],
  [null, 200_000, false, null],
])('of %j with the cost %j, ours: %j, is left %j', (netFen, costFen, isOurs, left) => {
  expect(phoneMargin({ netFen, costFen, isOurs })).toBe(left)
})
