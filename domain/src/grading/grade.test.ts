import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findModel } from '../catalogue/models.ts'
import { CHANNELS } from '../channel.ts'
import { checkAnswers } from '../template/answers.ts'
import { TEMPLATE_2026001 as TEMPLATE } from '../template/data-2026001.ts'
import { findItem, itemsOf } from '../template/template.ts'
import { anyAnswers } from '../template/testing/answers.ts'
import type { Answers, Grade } from '../template/types.ts'
import { checkOverride, gradeOf } from './grade.ts'
import { gradeRank } from './ladder.ts'
import { channelRefusal, mapGrade, repairFlagOf, verifyRepairFlags } from './map.ts'

const CURATED_IPHONE = { channel: 'curated', platform: 'apple' } as const
const AUCTION_ANDROID = { channel: 'auction', platform: 'android' } as const

/** Answers from a list of chosen options. */
function chosen(...optionCodes: string[]): Answers {
  const answers: Record<string, { options: string[] }> = {}
  for (const code of optionCodes) {
    const itemCode = code.slice(0, 3)
    answers[itemCode] = { options: [...(answers[itemCode]?.options ?? []), code] }
  }
  return answers
}

describe('the worked examples of the trade', () => {
  test.each<[string, string[], Grade, Grade]>([
    ['none, second-hand', ['A11-1'], '99', '99'],
    ['B01 细微, C01 细微', ['B01-2', 'C01-2'], '99', '99'],
    ['B01, B02 细微, B03 针点, C01 细微', ['B01-2', 'B02-2', 'B03-2', 'C01-2'], '99', '95'],
    ['B01 轻微, B03 轻微, A14 85–89%', ['B01-3', 'B03-3', 'A14-2'], '95', '95'],
    ['B01, B02, B03, C01 all 轻微', ['B01-3', 'B02-3', 'B03-3', 'C01-3'], '95', '90'],
    ['D04 轻微透图, D03 轻微, C01 细微', ['D04-2', 'D03-2', 'C01-2'], '95', '95'],
    ['A09 国行展示机', ['A09-7'], '90', '90'],
    ['B03 轻微, A14 <80%', ['B03-3', 'A14-4'], '80', '80'],
    ['F03 Face ID异常, E04 前摄更换', ['F03-2', 'E04-3'], '80', '80'],
    ['E01 非原装屏, F31 无原彩, E10 显示屏-未知部件', ['E01-4', 'F31-2', 'E10-4'], '70', '70'],
    ['B08 碎裂', ['B08-3'], 'E', 'E'],
    ['F01 无法开机', ['F01-5'], 'E', 'E'],
    ['A16 隐藏ID', ['A16-3'], 'X', 'X'],
  ])('%s', (_name, options, worstCap, grade) => {
    expect(gradeOf(TEMPLATE, chosen(...options), CURATED_IPHONE)).toMatchObject({ worstCap, grade, invalid: null })
  })
})

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

  test('only body, glass and display pile up, from four items on', () => {
    expect(gradeOf(TEMPLATE, chosen('F03-2', 'F09-2', 'F10-2', 'F21-3'), CURATED_IPHONE).pileUp).toBeNull()
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

  test('causes come worst first, with the reason in words', () => {
    const result = gradeOf(TEMPLATE, chosen('B01-3', 'E01-4', 'F31-2'), CURATED_IPHONE)
    expect(result.causes.map((cause) => cause.optionCode)).toEqual(['E01-4', 'F31-2', 'B01-3'])
    expect(result.reason).toBe('屏幕维修（更换非原装屏），最高评为7成新')
    expect(result.stops).toEqual([])
  })

  test.each([
    [['A11-1'], '未发现异常，评为99新'],
    [['A11-2'], '全新未使用，无异常，评为全新'],
    [['B01-2', 'B02-2', 'B03-2', 'C01-2'], '4处外观或显示异常同为99新上限，累计降一级，评为95新'],
    [['A16-3', 'E02-5'], '账号锁（隐藏ID）、电池维修（电池鼓包），该设备不可上架'],
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

describe('an override', () => {
  test('goes down only, with a reason', () => {
    expect(checkOverride('95', '95', null)).toEqual({ ok: true })
    expect(checkOverride('95', '80', '后盖有油渍')).toEqual({ ok: true })
    expect(checkOverride('95', '99', '看起来很新')).toEqual({
      ok: false,
      message: '成色只能下调，系统评级为95新，请选择更低的成色',
    })
    expect(checkOverride('95', '90', ' ').ok).toBe(false)
    expect(checkOverride('95', '90', '长'.repeat(201)).ok).toBe(false)
  })
})

describe('the channels', () => {
  test.each([
    ['NEW', 'S+ 全新', '全新', 100, true, 'yes'],
    ['99', 'S 99新', '99新', 99, true, 'yes'],
    ['95', 'A 95新', '95新', 95, true, 'yes'],
    ['90', 'B 9成新', '9成新', 90, true, 'yes'],
    ['80', 'C 8成新', '8成新', 80, true, 'repairR0R1'],
    ['70', 'D 7成新', null, 70, true, 'no'],
    ['E', 'E 故障机', null, 50, true, 'no'],
    ['X', '不可上架', null, null, false, 'no'],
  ] as const)('name grade %s', (grade, auctionLabel, curatedLabel, stuffStatus, auctionAllowed, curatedAllowed) => {
    expect(mapGrade(grade)).toMatchObject({
      grade,
      auctionLabel,
      curatedLabel,
      stuffStatus,
      auctionAllowed,
      curatedAllowed,
    })
  })

  test.each([
    ['90', 'R3', 'curated', null],
    ['80', 'R1', 'curated', null],
    ['80', 'R2', 'curated', '该设备有屏幕、主板等拆修，8成新不支持上架严选，请改为上架鱼市'],
    ['80', 'R3', 'auction', null],
    ['70', 'R0', 'curated', '该成色不支持上架严选'],
    ['E', 'R0', 'auction', null],
    ['X', 'R0', 'auction', '该设备不可上架，请退回或作废质检记录'],
    ['X', 'R0', 'curated', '该设备不可上架，请退回或作废质检记录'],
  ] as const)('grade %s with %s on %s', (grade, flag, channel, refusal) => {
    expect(channelRefusal(grade, flag, channel)).toBe(refusal)
  })

  test.each([
    ['R0', ['A11-1', 'B03-4', 'E10-2', 'E08-2']],
    ['R1', ['E02-2']],
    ['R1', ['E05-2', 'E07-2']],
    ['R2', ['E05-3']],
    ['R2', ['E01-2', 'E02-3']],
    ['R2', ['E04-3']],
    ['R3', ['E03-2', 'E01-2']],
    ['R3', ['E09-2']],
  ] as const)('repair flag %s', (flag, options) => {
    expect(repairFlagOf(chosen(...options))).toBe(flag)
  })

  test('every item that means a repair stands in the template', () => {
    expect(() => verifyRepairFlags(TEMPLATE)).not.toThrow()
    expect(() => verifyRepairFlags({ ...TEMPLATE, groups: [] })).toThrow('no item E01')
  })
})

const EXCEPTIONS = itemsOf(TEMPLATE).flatMap((item) => item.options.filter((option) => option.cap !== null))

describe('for any answers', () => {
  test('one more exception never improves the grade', () => {
    const sales = CHANNELS.flatMap((channel) =>
      (['apple', 'android'] as const).map((platform) => ({ channel, platform })),
    )
    const picks = fc.subarray(EXCEPTIONS.map((option) => option.code))
    const scene = fc.record({
      picks,
      more: fc.constantFrom(...EXCEPTIONS),
      sale: fc.constantFrom(...sales),
      isNew: fc.boolean(),
    })
    fc.assert(
      fc.property(scene, ({ picks: some, more, sale, isNew }) => {
        const base = isNew ? ['A11-2', ...some] : some
        const before = gradeOf(TEMPLATE, chosen(...base), sale)
        const after = gradeOf(TEMPLATE, chosen(...new Set([...base, more.code])), sale)
        expect(gradeRank(after.grade)).toBeGreaterThanOrEqual(gradeRank(before.grade))
      }),
      { numRuns: 500 },
    )
  })

  test('nor does it when the answers are cleaned first, few defects included', () => {
    const model = findModel('apple-iphone-13')
    if (!model) throw new Error('the catalogue lost iPhone 13')
    const clean = (answers: Answers): Grade =>
      gradeOf(
        TEMPLATE,
        checkAnswers(TEMPLATE, model, answers, { channel: 'curated', quick: false }).answers,
        CURATED_IPHONE,
      ).grade
    const picks = fc.uniqueArray(fc.constantFrom(...EXCEPTIONS), { maxLength: 6, selector: (option) => option.code })
    fc.assert(
      fc.property(picks, fc.constantFrom(...EXCEPTIONS), (some, more) => {
        const before = some.map((option) => option.code)
        expect(gradeRank(clean(chosen(...new Set([...before, more.code]))))).toBeGreaterThanOrEqual(
          gradeRank(clean(chosen(...before))),
        )
      }),
      { numRuns: 300 },
    )
  })

  test('the grade is never better than the worst binding cap', () => {
    fc.assert(
      fc.property(anyAnswers(), (answers) => {
        const result = gradeOf(TEMPLATE, answers, CURATED_IPHONE)
        for (const cause of result.causes) {
          expect(gradeRank(result.grade)).toBeGreaterThanOrEqual(gradeRank(cause.cap))
          expect(findItem(TEMPLATE, cause.itemCode)?.options.some((option) => option.code === cause.optionCode)).toBe(
            true,
          )
        }
      }),
    )
  })
})
