import { expect, test } from 'vitest'
import { codesIn, soughtIn } from './sought.ts'

const [ONE, TWO] = ['490154203237518', '356938035643809'] as const

test.each([',', '，', '、', ';', '；', ' ', '\n', '\r\n', '\t', ' ， ', '\n\n'])(
  'defect: two codes parted by %j were looked for as one',
  (separator) => {
    expect(codesIn(`${ONE}${separator}${TWO}`)).toEqual([ONE, TWO])
  },
)

test.each([
  '4901 5420 3237 518',
  '49-015420-323751-8',
  'HJ 0000 0002 30',
  'FD 12345678',
  'IMEI1: 490154203237518',
  '小米 14',
])('%s is one code or word', (text) => {
  expect(codesIn(text)).toEqual([text])
})

test('each code once, nothing of nothing', () => {
  expect(codesIn(`${ONE},${ONE}\n${TWO},`)).toEqual([ONE, TWO])
  expect(codesIn(' ,\n')).toEqual([])
  expect(codesIn('0658 1243 HJ0000000230')).toEqual(['0658', '1243', 'HJ0000000230'])
})

test('four to eight digits may be the end of a code', () => {
  expect(soughtIn(['000658', ONE, ' '])).toEqual({ whole: ['000658', ONE], ends: ['000658'] })
  expect(soughtIn('123')?.ends).toEqual([])
  expect(soughtIn('123456789')?.ends).toEqual([])
  expect(soughtIn('')).toBeNull()
})
