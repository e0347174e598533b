import { describe, expect, test } from 'vitest'
import { TEMPLATE_2026001 as TEMPLATE } from '../template/data-2026001.ts'
import { chosen } from '../template/testing/answers.ts'
import type { Grade } from '../template/types.ts'
import { gradeOf } from './grade.ts'

const CURATED_IPHONE = { channel: 'curated', platform: 'apple' } as const
const AUCTION_ANDROID = { channel: 'auction', platform: 'android' } as const

describe('rules', () => {
  test('an origin is only a label on the auction market, unless it stops the listing', () => {
    const auction = { channel: 'auction', platform: 'apple' } as const
    expect(gradeOf(TEMPLATE, chosen('A09-5'), auction).grade).toBe('99')
    expect(gradeOf(TEMPLATE, chosen('A09-5'), CURATED_IPHONE).grade).toBe('70')
    expect(gradeOf(TEMPLATE, chosen('A09-10'), auction).grade).toBe('X')
  })

  test('a battery that cannot be read is no fault of an Android phone', () => {
    expect(gradeOf(TEMPLATE, chosen('A14-5'), AUCTION_ANDROID).grade).toBe('99')
    expect(gradeOf(TEMPLATE, chosen('A14-5'), CURATED_IPHONE).grade).toBe('90')
    expect(gradeOf(TEMPLATE, chosen('A14-4'), AUCTION_ANDROID).grade).toBe('80')
  })

  test('a typed percentage counts like its option', () => {
    expect(gradeOf(TEMPLATE, { A14: { options: [], value: '83' } }, CURATED_IPHONE).grade).toBe('90')
  })

  test('body, glass and display pile up from four items on, functions from two', () => {
    expect(gradeOf(TEMPLATE, chosen('F03-2', 'F09-2', 'F10-2', 'F21-3'), CURATED_IPHONE)).toMatchObject({
      grade: '70',
      pileUp: { count: 4, from: '80', to: '70' },
    })
    expect(gradeOf(TEMPLATE, chosen('F03-2'), CURATED_IPHONE).pileUp).toBeNull()
    expect(gradeOf(TEMPLATE, chosen('B01-3', 'B02-3', 'B03-3'), CURATED_IPHONE).pileUp).toBeNull()
    expect(gradeOf(TEMPLATE, chosen('B01-5', 'B02-5', 'B03-5', 'C01-5', 'D04-3'), CURATED_IPHONE)).toMatchObject({
      grade: '70',
      pileUp: { count: 5, from: '80', to: '70' },
    })
    expect(gradeOf(TEMPLATE, chosen('B01-2', 'B02-2', 'B03-2', 'C01-2', 'F08-2'), CURATED_IPHONE).grade).toBe('90')
  })

  test('a new phone is NEW only without exceptions', () => {
    expect(gradeOf(TEMPLATE, chosen('A11-2'), CURATED_IPHONE)).toMatchObject({ grade: 'NEW', invalid: null })
    expect(gradeOf(TEMPLATE, chosen('A11-3', 'A19-2'), CURATED_IPHONE).grade).toBe('NEW')
    const scratched = gradeOf(TEMPLATE, chosen('A11-3', 'B01-3'), CURATED_IPHONE)
    expect(scratched.grade).toBe('95')
    expect(scratched.invalid).toContain('全新机不可勾选异常项')
  })

  test('defect: five functions that were lost counted like one', () => {
    const grade = (...options: string[]) => gradeOf(TEMPLATE, chosen(...options), CURATED_IPHONE).grade
    expect(grade('F09-2')).toBe('80')
    expect(grade('F09-2', 'F10-2', 'F23-2', 'F24-2', 'F06-3')).toBe('70')
    expect(grade('F08-2', 'F21-2')).toBe('80')
    // several answers of one item are one fault, and one that is worse is the grade by itself
    expect(grade('F28-2', 'F28-3')).toBe('80')
    expect(grade('F09-2', 'F12-3')).toBe('70')
    expect(grade('F12-3', 'F16-2')).toBe('70')
  })

  test('causes come worst first, with the reason in words', () => {
    const result = gradeOf(TEMPLATE, chosen('B01-3', 'E01-4', 'F31-2'), CURATED_IPHONE)
    expect(result.causes.map((cause) => cause.optionCode)).toEqual(['E01-4', 'F31-2', 'B01-3'])
    expect(result.reason).toBe('屏幕维修（更换非原装屏），最高评为7成新')
    expect(result.stops).toEqual([])
  })

  test.each([
    [['A11-1'], '已检项目未发现异常，评为99新'],
    [['A11-2'], '全新未使用，无异常，评为全新'],
    [['F09-2', 'F10-2'], '2项功能异常同为8成新上限，累计降一级，评为7成新'],
    [['B01-2', 'B02-2', 'B03-2', 'C01-2'], '4处外观或显示异常同为99新上限，累计降一级，评为95新'],
    [['A16-3', 'E02-5'], '账号锁（隐藏ID）、电池维修（电池鼓包），该手机不可上架'],
  ])('%j reads %s', (options, reason) => {
    expect(gradeOf(TEMPLATE, chosen(...options), CURATED_IPHONE).reason).toBe(reason)
  })

  test('two stops are both named', () => {
    expect(
      gradeOf(TEMPLATE, chosen('A16-3', 'E02-5', 'B01-3'), CURATED_IPHONE).stops.map((stop) => stop.itemCode),
    ).toEqual(['A16', 'E02'])
  })
})

describe('the triggers of the rule table', () => {
  test.each<[Grade, string[]]>([
    ['E', ['F01-2', 'F01-3', 'F01-5', 'F17-2', 'F02-3', 'B08-3', 'C02-3', 'D07-3', 'B12-4', 'E09-3']],
    ['E', ['D08-2', 'D08-3', 'D08-4', 'D08-5', 'D08-6']],
    ['70', ['F12-3', 'F14-4', 'F16-2', 'F18-3', 'F06-6', 'F07-5', 'F09-3', 'F10-3', 'F11-3', 'E01-4', 'E01-5']],
    ['70', ['E03-2', 'E03-3', 'E03-4', 'E09-2']],
    [
      '80',
      ['F03-2', 'F04-2', 'F13-2', 'F21-3', 'F22-3', 'F23-2', 'F24-2', 'F25-2', 'F26-3', 'F27-2', 'F28-2', 'F19-3'],
    ],
    ['80', ['F20-2', 'E01-2', 'E01-3', 'E02-3', 'E04-2', 'E05-3', 'E06-2']],
    ['90', ['F05-2', 'F08-2', 'F33-2', 'F21-2', 'E05-2', 'E07-2', 'E08-3', 'E08-4']],
    ['95', ['E02-2']],
    ['X', ['A16-2', 'A16-3', 'A16-4', 'A16-5', 'E11-5', 'E11-6', 'E03-5', 'E02-5', 'F01-4', 'A18-4']],
  ])('each gives %s', (grade, options) => {
    for (const option of options) expect(gradeOf(TEMPLATE, chosen(option), CURATED_IPHONE).grade, option).toBe(grade)
  })
})
