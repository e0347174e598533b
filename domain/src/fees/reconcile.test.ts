import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gapFenOf, gapText } from './gap.ts'
import { expectedProceeds, NOTHING_REPAID, type OrderDeal, signedFen } from './proceeds.ts'
import { type BookedBill, type Difference, differencesOf, type OrderBooks, PAID_WITHIN_DAYS } from './reconcile.ts'

const DEAL: OrderDeal = {
  channel: 'auction',
  dealPriceFen: 200_000,
  freightFen: 0,
  unitCount: 1,
  orderedAt: '2026-11-20T02:00:00.000Z',
}
/** Less 40 yuan for the service and 30 for the inspection. */
const NET_FEN = 193_000
const COMPLETED_AT = '2026-11-21T02:00:00.000Z'

const EXPECTED = expectedProceeds(DEAL, NOTHING_REPAID).rows

/** The rows of the deal, its fee for the service `oddFen` higher than it should be. */
const rowsOf = (state: string, oddFen = 0): BookedBill[] =>
  EXPECTED.map(({ type, direction, amountFen }) => ({
    type,
    direction,
    state,
    source: 'order',
    amountFen: type === 'serviceFee' ? amountFen + oddFen : amountFen,
  }))

const settlementOf = (oddFen = 0): OrderBooks['settlements'][number] => ({
  settlementNo: 'JS1',
  netFen: NET_FEN - oddFen,
  lines: [
    { type: 'deal', direction: 'in', amount: 200_000 },
    { type: 'serviceFee', direction: 'out', amount: 4_000 + oddFen },
    { type: 'inspectionFee', direction: 'out', amount: 3_000 },
  ],
})

const bookingOf = (fen: number): BookedBill => ({
  type: 'adjustment',
  direction: fen < 0 ? 'out' : 'in',
  amountFen: Math.abs(fen),
  state: 'settled',
  source: 'manual',
})

const booksOf = (some: Partial<OrderBooks>): OrderBooks => ({
  orderNo: '3800000000000000001',
  state: 'completed',
  remoteUpdatedAt: COMPLETED_AT,
  bills: [],
  settlements: [],
  repaid: NOTHING_REPAID,
  ...DEAL,
  ...some,
})

const said = (differences: readonly Difference[]) =>
  differences.map(({ kind, expectedFen, actualFen }) => `${kind} ${actualFen - expectedFen}`)

const afterDays = (days: number) => new Date(Date.parse(COMPLETED_AT) + days * 86_400_000).toISOString()

describe('what was booked by hand', () => {
  test('explains what it comes to, and is named', () => {
    const bills = [...rowsOf('settled', 1), bookingOf(1)]
    expect(differencesOf(booksOf({ bills, settlements: [settlementOf()] }))).toEqual([])
    const half = differencesOf(
      booksOf({ bills: [...rowsOf('settled', 3), bookingOf(1)], settlements: [settlementOf()] }),
    )
    expect(said(half)).toEqual(['settlementDiffers -2'])
    expect(half[0]?.detail).toBe('闲鱼结算¥1,930.00，已结算账单合计¥1,929.97；手工调账合计+¥0.01')
  })

  test('defect: once the row was put right the booking counted beside it, and nobody was told', () => {
    const bills = [...rowsOf('settled'), bookingOf(1)]
    const found = differencesOf(booksOf({ bills, settlements: [settlementOf()] }))
    expect(said(found)).toEqual(['settlementDiffers 1'])
    expect(found[0]).toMatchObject({ isBookable: true, detail: '手工调账合计+¥0.01，没有与之对应的差异' })
    const undone = [...bills, bookingOf(-1)]
    expect(differencesOf(booksOf({ bills: undone, settlements: [settlementOf()] }))).toEqual([])
  })

  test('defect: a booking for rows that were lost counted beside the settlement that came after all', () => {
    const booked = bookingOf(NET_FEN)
    expect(differencesOf(booksOf({ bills: [booked] }))).toEqual([])
    const paid = differencesOf(booksOf({ bills: [...rowsOf('settled'), booked], settlements: [settlementOf()] }))
    expect(said(paid)).toEqual([`settlementDiffers ${NET_FEN}`])
    expect(said(differencesOf(booksOf({ state: 'refunded', bills: [booked] })))).toEqual([
      `settlementDiffers ${NET_FEN}`,
    ])
  })

  test('defect: of two differences the second booking brought the first one back', () => {
    const settlements = [settlementOf(2)]
    const rows = rowsOf('settled', 3)
    expect(said(differencesOf(booksOf({ bills: rows, settlements })))).toEqual([
      'settlementDiffers -1',
      'formulaDiffers -2',
    ])
    expect(said(differencesOf(booksOf({ bills: [...rows, bookingOf(1)], settlements })))).toEqual(['formulaDiffers -2'])
    expect(differencesOf(booksOf({ bills: [...rows, bookingOf(1), bookingOf(2)], settlements }))).toEqual([])
  })

  // what the marketplace paid other than the formula says, and what the rows say otherwise than it paid: where one is the
  // other's opposite there is nothing to book in all, and the rows have to be fetched again
  test('whatever differs and was booked, a few bookings of what is said to differ settle it', () => {
    const odd = fc.integer({ min: -3, max: 3 })
    const books = fc.record({ paid: odd, billed: odd, booked: odd, isSettled: fc.boolean(), hasRows: fc.boolean() })
    fc.assert(
      fc.property(books, ({ paid, billed, booked, isSettled, hasRows }) => {
        fc.pre(!(isSettled && hasRows && billed === 0 && paid !== 0))
        const bills = hasRows ? rowsOf(isSettled ? 'settled' : 'pending', billed) : []
        if (booked !== 0) bills.push(bookingOf(booked))
        const settlements = isSettled ? [settlementOf(paid)] : []
        for (let step = 0; step < 4; step += 1) {
          const [next] = differencesOf(booksOf({ bills, settlements }))
          if (next === undefined) break
          expect(next.isBookable).toBe(true)
          expect(next.actualFen).not.toBe(next.expectedFen)
          bills.push(bookingOf(next.expectedFen - next.actualFen))
        }
        expect(differencesOf(booksOf({ bills, settlements }))).toEqual([])
        const manual = bills.filter(({ source }) => source === 'manual')
        const isRight = hasRows && billed === 0 && (paid === 0 || !isSettled)
        if (isRight) expect(manual.reduce((sum, one) => sum + signedFen(one), 0)).toBe(0)
      }),
    )
  })

  test('settles no row without a sale', () => {
    const bills = [...rowsOf('pending'), bookingOf(5)]
    const found = differencesOf(booksOf({ state: 'shipped', bills }))
    expect(said(found)).toEqual([`billsWithoutOrder ${NET_FEN}`, 'settlementDiffers 5'])
    expect(found[0]?.isBookable ?? false).toBe(false)
  })
})

describe('money that is awaited', () => {
  const books = booksOf({ bills: rowsOf('pending') })

  test('defect: a completed order whose settlement was lost was awaited for ever', () => {
    expect(differencesOf(books, afterDays(PAID_WITHIN_DAYS))).toEqual([])
    const [found] = differencesOf(books, afterDays(PAID_WITHIN_DAYS + 1))
    expect(found).toMatchObject({ kind: 'settlementDiffers', expectedFen: NET_FEN, actualFen: 0, isBookable: false })
    expect(found?.detail).toBe('订单完成超过10天，闲鱼仍未结算¥1,930.00')
  })

  test('is late from its last change at the marketplace on, and not while a case holds it back', () => {
    const late = afterDays(30)
    expect(differencesOf(booksOf({ bills: rowsOf('frozen') }), late)).toEqual([])
    expect(differencesOf({ ...books, remoteUpdatedAt: afterDays(25) }, late)).toEqual([])
    expect(differencesOf(booksOf({ bills: rowsOf('unfrozen') }), late)).toHaveLength(1)
  })
})

test('defect: an order that was undone before it was paid was to have its deal, once it was corrected by a settlement', () => {
  const correction = { type: 'adjustment', direction: 'in', amount: 2_111 } as const
  const bills = [
    ...rowsOf('cancelled'),
    { type: 'adjustment', direction: 'in', amountFen: 2_111, state: 'settled', source: 'settlement' } as const,
  ]
  const settlements = [{ settlementNo: 'JS2', netFen: 2_111, lines: [correction] }]
  expect(differencesOf(booksOf({ state: 'refunded', bills, settlements }))).toEqual([])
})

describe('defect: what came in less was said to be more, and whose number stood where was said of no kind', () => {
  const sidesSaid = (books: Partial<OrderBooks>, now: string | null = null) =>
    differencesOf(booksOf(books), now).map((one) => [one.kind, one.theirsFen, one.oursFen, gapText(gapFenOf(one))])

  test.each<[string, Partial<OrderBooks>, readonly unknown[]]>([
    [
      'a fee was raised',
      { bills: rowsOf('settled', 2_000), settlements: [settlementOf(2_000)] },
      ['formulaDiffers', 191_000, NET_FEN, '少收 ¥20.00'],
    ],
    [
      'a fee was lowered',
      { bills: rowsOf('settled', -2_000), settlements: [settlementOf(-2_000)] },
      ['formulaDiffers', 195_000, NET_FEN, '多收 ¥20.00'],
    ],
    [
      'less was paid than the rows say',
      { bills: rowsOf('settled', -5), settlements: [settlementOf()] },
      ['settlementDiffers', NET_FEN, NET_FEN + 5, '少收 ¥0.05'],
    ],
    [
      'more was paid than the rows say',
      { bills: rowsOf('settled', 5), settlements: [settlementOf()] },
      ['settlementDiffers', NET_FEN, NET_FEN - 5, '多收 ¥0.05'],
    ],
    [
      'more is awaited than will be paid',
      { bills: rowsOf('pending', -5) },
      ['formulaDiffers', NET_FEN, NET_FEN + 5, '少收 ¥0.05'],
    ],
    ['paid, and counted by nobody', { settlements: [settlementOf()] }, ['noBills', NET_FEN, 0, '多收 ¥1,930.00']],
    ['not paid, and awaited by nobody', {}, ['noBills', 0, NET_FEN, '少收 ¥1,930.00']],
    [
      'awaited of an order that is not sold',
      { state: 'shipped', bills: rowsOf('pending') },
      ['billsWithoutOrder', 0, NET_FEN, '少收 ¥1,930.00'],
    ],
    [
      'booked for nothing',
      { bills: [...rowsOf('settled'), bookingOf(5)], settlements: [settlementOf()] },
      ['settlementDiffers', NET_FEN, NET_FEN + 5, '少收 ¥0.05'],
    ],
  ])('%s', (_, books, found) => {
    expect(sidesSaid(books)).toEqual([found])
  })

  test('what is not paid in time is missing, beside what was paid short', () => {
    const late = afterDays(PAID_WITHIN_DAYS + 1)
    expect(sidesSaid({ bills: rowsOf('pending') }, late)).toEqual([['settlementDiffers', 0, NET_FEN, '少收 ¥1,930.00']])
  })

  test('a booking for a part leaves what is still missing', () => {
    const bills = [...rowsOf('settled', 5), bookingOf(3)]
    expect(sidesSaid({ bills, settlements: [settlementOf()] })).toEqual([
      ['settlementDiffers', NET_FEN, NET_FEN - 2, '多收 ¥0.02'],
    ])
  })
})
