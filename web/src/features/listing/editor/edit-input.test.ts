import { expect, test } from 'vitest'
import { STOCK_LISTING } from '../testing/listing.ts'
import { editInput, editLines, editProblems, editValues, isUntouched } from './edit-input.ts'

const START = editValues(STOCK_LISTING)
const SMALL = '128GB/午夜色'

test('only what differs is sent, so that a description that follows the report goes on doing so', () => {
  expect(isUntouched({ ...START, version: 2 }, START)).toBe(true)
  const { listingId, version } = START
  const values = { ...START, title: '新标题', prices: { ...START.prices, [SMALL]: 255_000 } }
  expect(editInput(values, START, false)).toEqual({
    listingId,
    version,
    title: '新标题',
    skus: [
      { skuId: SMALL, priceFen: 255_000 },
      { skuId: '256GB/午夜色', priceFen: 290_000 },
    ],
    priceConfirmed: false,
  })
})

test('texts are counted as the marketplace counts them, and what was not touched is not judged', () => {
  expect(editProblems(START, START, STOCK_LISTING)).toEqual({ title: '', content: '', photoIds: '' })
  const values = { ...START, title: '汉'.repeat(31), content: 'a', photoIds: ['unknown'] }
  const problems = editProblems(values, START, STOCK_LISTING)
  expect(problems.title).toContain('超出1个字')
  expect(problems.content).toContain('描述至少3个汉字')
  expect(problems.photoIds).toContain('图片已被删除')
})

test('a changed price is judged within the band of its variant', () => {
  const spans = new Map([
    [SMALL, { referenceFen: 250_000, lowFen: 175_000, highFen: 325_000, source: 'catalogue' as const }],
  ])
  const values = { ...START, prices: { ...START.prices, [SMALL]: 400_000 } }
  const [small, large] = editLines(STOCK_LISTING, values, START, spans)
  expect(small?.verdict.question).toContain('比参考价¥2,500.00多60%')
  expect(large?.verdict).toEqual({ errors: {}, question: null })
})
