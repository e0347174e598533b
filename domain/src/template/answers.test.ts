import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findModel } from '../catalogue/testing/models.ts'
import type { CatalogueModel } from '../catalogue/types.ts'
import { checkAnswers, defaultAnswers, toggleOption } from './answers.ts'
import { TEMPLATE_2026001 as TEMPLATE } from './data-2026001.ts'
import { exceptionsOf, summarise, summaryLine } from './exceptions.ts'
import { applicableItems, findItem } from './template.ts'
import { anyAnswers } from './testing/answers.ts'
import type { Answers, Item } from './types.ts'

function modelOf(id: string): CatalogueModel {
  const model = findModel(id)
  if (!model) throw new Error(`no model ${id}`)
  return model
}

function itemOf(code: string): Item {
  const item = findItem(TEMPLATE, code)
  if (!item) throw new Error(`no item ${code}`)
  return item
}

const IPHONE = modelOf('apple-iphone-13')
const XIAOMI = modelOf('xiaomi-14')
/** `ANSWERS_RUNS=1000` for the long form. */
const RUNS = Number(process.env.ANSWERS_RUNS ?? 200)
const FULL = { channel: 'curated', quick: false } as const
const QUICK = { channel: 'auction', quick: true } as const

/** What an inspector of a faultless used iPhone 13 has to answer. */
const CLAIMS: Answers = {
  A06: { options: ['A06-2'] },
  A07: { options: [], value: '午夜色' },
  A09: { options: ['A09-1'] },
  A12: { options: ['A12-1'] },
  A14: { options: [], value: '92' },
  A16: { options: ['A16-1'] },
  A18: { options: ['A18-1'] },
}

function check(extra: Answers, options: typeof FULL | typeof QUICK = FULL, model = IPHONE) {
  return checkAnswers(TEMPLATE, model, { ...CLAIMS, ...extra }, options)
}

function messagesOf(extra: Answers, options: typeof FULL | typeof QUICK = FULL): string[] {
  return check(extra, options).problems.map((problem) => `${problem.level} ${problem.itemCode}: ${problem.message}`)
}

describe('default answers', () => {
  test('leave claims open and fill in the rest', () => {
    const answers = defaultAnswers(applicableItems(TEMPLATE, IPHONE), IPHONE)
    for (const code of ['A06', 'A07', 'A09', 'A12', 'A14', 'A16', 'A18', 'A15']) expect(answers[code]).toBeUndefined()
    expect(answers.A02).toEqual({ options: ['A02-1'] })
    expect(answers.A03).toEqual({ options: ['A03-1'], value: 'apple-iphone-13' })
    expect(answers.A10).toEqual({ options: ['A10-1'] })
    expect(answers.D08).toEqual({ options: ['D08-1'] })
  })

  test('a model without a tray is eSIM only', () => {
    const air = modelOf('apple-iphone-air')
    expect(defaultAnswers(applicableItems(TEMPLATE, air), air).A10).toEqual({ options: ['A10-4'] })
  })
})

describe('a faultless phone', () => {
  test('needs its claims and nothing else', () => {
    const checked = check({})
    expect(checked.missing).toEqual([])
    expect(checked.problems).toEqual([])
    expect(checked.uninspectable).toEqual([])
    expect(exceptionsOf(TEMPLATE, checked.answers)).toEqual([])
  })

  test('without its claims says which are missing', () => {
    expect(checkAnswers(TEMPLATE, IPHONE, {}, FULL).missing).toEqual(['A06', 'A07', 'A09', 'A12', 'A14', 'A16', 'A18'])
    expect(checkAnswers(TEMPLATE, XIAOMI, {}, FULL).missing).toContain('A05')
  })

  test('in a quick check answers the quick set only', () => {
    const { A18: _threeCodes, ...claims } = CLAIMS
    const checked = checkAnswers(TEMPLATE, IPHONE, claims, QUICK)
    expect(checked.missing).toEqual([])
    expect(checked.answers.F05).toBeUndefined()
    expect(checked.answers.B10).toBeUndefined()
    expect(checked.answers.B03).toEqual({ options: ['B03-1'] })
  })

  test('quick or not, the curated channel asks everything', () => {
    expect(checkAnswers(TEMPLATE, IPHONE, {}, { channel: 'curated', quick: true }).missing).toContain('A18')
  })

  test('an item answered beside the quick set is kept', () => {
    expect(check({ B01: { options: ['B01-3'] } }, QUICK).answers.B01).toEqual({ options: ['B01-3'] })
  })
})

describe('options together', () => {
  test('an exception clears the normal answer', () => {
    expect(check({ F06: { options: ['F06-1', 'F06-2', 'F06-3'] } }).answers.F06).toEqual({
      options: ['F06-2', 'F06-3'],
    })
  })

  test('of two defects in a single choice the worse one stays', () => {
    expect(check({ B03: { options: ['B03-2', 'B03-4', 'B03-3'] } }).answers.B03).toEqual({ options: ['B03-4'] })
  })

  test('defect: an option that only iPhones have pushed a lock aside that was found', () => {
    const both = check({ A16: { options: ['A16-3', 'A16-5'] } }, FULL, XIAOMI)
    expect(both.answers.A16).toEqual({ options: ['A16-5'] })
  })

  test('defect: a battery that cannot be read pushed its percents aside on an Android phone', () => {
    const both = { A14: { options: ['A14-2', 'A14-5'] } }
    expect(check(both, FULL, XIAOMI).answers.A14).toEqual({ options: ['A14-2'] })
    expect(check(both).answers.A14).toEqual({ options: ['A14-5'] })
  })

  test('a tap toggles as the form does', () => {
    const camera = itemOf('F06')
    expect(toggleOption(camera, ['F06-1'], 'F06-2')).toEqual(['F06-2'])
    expect(toggleOption(camera, ['F06-2'], 'F06-3')).toEqual(['F06-2', 'F06-3'])
    expect(toggleOption(camera, ['F06-2', 'F06-3'], 'F06-1')).toEqual(['F06-1'])
    expect(toggleOption(camera, ['F06-2'], 'F06-2')).toEqual(['F06-1'])
    expect(toggleOption(itemOf('B03'), ['B03-1'], 'B03-3')).toEqual(['B03-3'])
    expect(toggleOption(itemOf('B03'), ['B03-1'], 'B03-9')).toEqual(['B03-1'])
  })

  test('an option or item the template does not know is named and dropped', () => {
    const checked = check({ B03: { options: ['B03-99'] }, Z01: { options: ['Z01-1'] } })
    expect(checked.answers.B03).toEqual({ options: ['B03-1'] })
    expect(checked.answers.Z01).toBeUndefined()
    expect(checked.problems).toEqual([
      { itemCode: 'B03', level: 'block', message: '「机身磕碰/掉漆」的选项已失效，请重新选择' },
      { itemCode: 'Z01', level: 'block', message: '当前模板没有检测项Z01，请刷新页面后重试' },
    ])
  })

  test('an item that does not apply to the model is dropped', () => {
    expect(check({ F33: { options: ['F33-2'] } }).answers.F33).toBeUndefined()
  })
})

describe('values', () => {
  test.each([
    ['100', 'A14-1'],
    ['90%', 'A14-1'],
    ['89', 'A14-2'],
    ['85', 'A14-2'],
    ['84', 'A14-3'],
    ['80', 'A14-3'],
    ['79', 'A14-4'],
    ['0', 'A14-4'],
  ])('battery health %s is %s', (value, option) => {
    expect(check({ A14: { options: [], value } }).answers.A14).toEqual({
      options: [option],
      value: String(Number.parseInt(value, 10)),
    })
  })

  test.each(['101', '-1', '89.5', '八十'])('battery health %s is refused', (value) => {
    const checked = check({ A14: { options: [], value } })
    expect(checked.missing).toEqual(['A14'])
    expect(checked.problems).toEqual([{ itemCode: 'A14', level: 'block', message: '「电池健康度」请填写0–100的整数' }])
  })

  test('a battery that cannot be read needs no number', () => {
    expect(check({ A14: { options: ['A14-5'] } }).answers.A14).toEqual({ options: ['A14-5'] })
  })

  test('cycle counts are whole numbers up to 9999', () => {
    expect(check({ A15: { options: [], value: '0312' } }).answers.A15).toEqual({ options: ['A15-1'], value: '312' })
    expect(messagesOf({ A15: { options: [], value: '10000' } })).toEqual([
      'block A15: 「电池循环次数」请填写0–9999的整数',
    ])
  })

  test('colours and regulatory numbers come from the model, or are others', () => {
    expect(check({ A07: { options: [], value: '星光色' } }).answers.A07).toEqual({
      options: ['A07-1'],
      value: '星光色',
    })
    expect(check({ A07: { options: [], value: '迷彩' } }).answers.A07).toEqual({ options: ['A07-2'], value: '迷彩' })
    expect(check({ A04: { options: [], value: 'a2634' } }).answers.A04).toEqual({ options: ['A04-1'], value: 'A2634' })
    expect(check({ A04: { options: ['A04-2'] } }).answers.A04).toEqual({ options: ['A04-2'] })
    expect(check({ A07: { options: ['A07-1'] } }).missing).toEqual(['A07'])
  })

  test('an operating system version keeps the normal answer', () => {
    expect(check({ A13: { options: [], value: 'iOS 18.1' } }).answers.A13).toEqual({
      options: ['A13-1'],
      value: 'iOS 18.1',
    })
  })

  test('a capacity the model never had is refused', () => {
    expect(messagesOf({ A06: { options: ['A06-6'] } })).toEqual([
      'block A06: iPhone 13没有2TB的版本，请重新选择存储容量',
    ])
    const checked = check(
      { A05: { options: ['A05-1'] }, A06: { options: ['A06-3'] }, A07: { options: [], value: '黑色' } },
      FULL,
      XIAOMI,
    )
    expect(checked.problems.map((problem) => problem.message)).toEqual([
      'Xiaomi 14没有4GB+256GB的版本，请重新选择运行内存',
    ])
  })

  test('brand and model cannot contradict the catalogue', () => {
    expect(check({ A02: { options: ['A02-2'] } }).answers.A02).toEqual({ options: ['A02-1'] })
  })
})

describe('what cannot be inspected', () => {
  test('a phone that does not start hides account, battery, display and functions', () => {
    const checked = check({ F01: { options: ['F01-5'] }, F09: { options: ['F09-3'] }, D01: { options: ['D01-2'] } })
    expect(checked.uninspectable).toEqual(
      expect.arrayContaining(['A13', 'A14', 'A15', 'A16', 'A17', 'D01', 'D08', 'F02', 'F09']),
    )
    expect(checked.uninspectable).not.toContain('F01')
    expect(checked.uninspectable).not.toContain('D10')
    expect(checked.answers.D01).toBeUndefined()
    expect(checked.answers.A14).toBeUndefined()
    expect(checked.missing).toEqual([])
    expect(exceptionsOf(TEMPLATE, checked.answers).map((exception) => exception.optionCode)).toEqual(['F01-5'])
  })

  test('a dead display hides touch, cameras and True Tone', () => {
    const checked = check({ D08: { options: ['D08-6'] }, F02: { options: ['F02-3'] } })
    expect(checked.uninspectable).toEqual(['F02', 'F06', 'F07', 'F31'])
    expect(checked.answers.F02).toBeUndefined()
    expect(checked.answers.F09).toEqual({ options: ['F09-1'] })
  })

  test('does not wash away a lock that was found', () => {
    const checked = check({ F01: { options: ['F01-5'] }, A16: { options: ['A16-3'] } })
    expect(checked.answers.A16).toEqual({ options: ['A16-3'] })
    expect(checked.uninspectable).not.toContain('A16')
  })
})

describe('a new phone', () => {
  const NEW: Answers = { A11: { options: ['A11-2'] }, A18: { options: ['A18-2'] } }

  test('has a full battery', () => {
    expect(check({ ...NEW, A14: { options: [] } }).answers.A14).toEqual({ options: ['A14-1'], value: '100' })
    expect(messagesOf({ ...NEW, A14: { options: [], value: '100' } })).toEqual([])
    expect(messagesOf(NEW)).toEqual(['block A14: 全新机电池健康度应为100%，请核对是否全新'])
  })

  test.each([
    ['A11-2', 'B03'],
    ['A11-3', 'C01'],
    ['A11-3', 'F06'],
  ])('%s takes no exception in %s', (option, itemCode) => {
    const extra = {
      ...NEW,
      A11: { options: [option] },
      A14: { options: [] },
      [itemCode]: { options: [`${itemCode}-2`] },
    }
    expect(messagesOf(extra)).toEqual([`block ${itemCode}: 全新机不可勾选异常项`])
  })

  test('must have its three codes agree, in a quick check too', () => {
    const unread = { ...NEW, A14: { options: [] } }
    expect(messagesOf({ ...unread, A18: { options: ['A18-1'] } })).toEqual([
      'block A18: 全新机须三码合一，请核对系统、机身与包装盒上的IMEI',
    ])
    const { A18: _threeCodes, ...claims }: Answers = { ...CLAIMS, ...unread }
    expect(checkAnswers(TEMPLATE, IPHONE, claims, QUICK).missing).toEqual(['A18'])
  })

  test('a resource unit is used, however fresh', () => {
    expect(messagesOf({ A11: { options: ['A11-4'] }, B03: { options: ['B03-2'] } })).toEqual([])
  })
})

describe('findings that do not go together', () => {
  test.each<[string, Answers, string]>([
    ['a foreign screen', { E10: { options: ['E10-4'] } }, 'warn E01: 系统提示显示屏非原装，请核对屏幕维修项'],
    ['a foreign battery', { E10: { options: ['E10-3'] } }, 'warn E02: 系统提示电池非原装，请核对电池维修项'],
    ['a foreign camera', { E10: { options: ['E10-5'] } }, 'warn E04: 系统提示摄像头非原装，请核对摄像头维修项'],
    ['no True Tone', { F31: { options: ['F31-2'] } }, 'warn E01: 无原彩常见于更换过屏幕，请核对屏幕维修项'],
    ['no Face ID', { F03: { options: ['F03-2'] } }, 'warn E04: Face ID异常常见于更换过前摄，请核对摄像头维修项'],
    ['no baseband', { F17: { options: ['F17-2'] } }, 'warn E03: 无基带常见于主板维修，请核对主板维修项'],
  ])('%s', (_name, extra, message) => {
    expect(messagesOf(extra)).toEqual([message])
  })

  test('are no warning once both are there', () => {
    expect(
      messagesOf({ E10: { options: ['E10-4'] }, E01: { options: ['E01-4'] }, F31: { options: ['F31-2'] } }),
    ).toEqual([])
    expect(messagesOf({ F03: { options: ['F03-2'] }, E04: { options: ['E04-3'] } })).toEqual([])
  })

  test('a stop is recorded, with the warning that the phone must not be listed', () => {
    expect(messagesOf({ A16: { options: ['A16-3'] } })).toEqual(['warn A16: 账号锁：隐藏ID，该手机不可上架'])
    expect(messagesOf({ E02: { options: ['E02-5'] } })).toEqual(['warn E02: 电池维修：电池鼓包，该手机不可上架'])
  })
})

describe('exceptions and summary', () => {
  test('information is no exception, and photos follow the item', () => {
    const answers = {
      A19: { options: ['A19-2'] },
      B03: { options: ['B03-3'] },
      F02: { options: ['F02-2'] },
      A16: { options: ['A16-2'] },
    }
    expect(exceptionsOf(TEMPLATE, answers)).toEqual([
      {
        itemCode: 'A16',
        optionCode: 'A16-2',
        itemName: '账号锁',
        optionName: '无法退出账号',
        photoRequired: true,
        stop: true,
      },
      {
        itemCode: 'B03',
        optionCode: 'B03-3',
        itemName: '机身磕碰/掉漆',
        optionName: '轻微磕碰（≤3处且＜2mm，或1处＜3mm）',
        photoRequired: true,
        stop: false,
      },
      {
        itemCode: 'F02',
        optionCode: 'F02-2',
        itemName: '触摸',
        optionName: '间歇性失灵',
        photoRequired: false,
        stop: false,
      },
    ])
  })

  test('the summary line counts items per group', () => {
    const { answers } = check({
      B01: { options: ['B01-2'] },
      B03: { options: ['B03-3'] },
      F06: { options: ['F06-2', 'F06-3'] },
    })
    const summaries = summarise(TEMPLATE, IPHONE, answers)
    expect(summaries.map((summary) => summary.exceptionCount)).toEqual([0, 2, 0, 0, 0, 1])
    expect(summaryLine(summaries)).toBe(
      '基本信息 全部正常 / 机身外观 2项异常 / 屏幕外观 全部正常 / 屏幕显示 全部正常 / 拆修/进水 全部正常 / 功能检测 1项异常',
    )
  })

  test('a phone that does not start reads as such', () => {
    const { answers } = check({ F01: { options: ['F01-5'] } })
    const texts = summarise(TEMPLATE, IPHONE, answers).map((summary) => summary.text)
    expect(texts[3]).toBe('无法检测')
    expect(texts[5]).toMatch(/^1项异常，\d+项无法检测$/)
  })

  test('defect: 全部正常 was said of a group of which two items in twelve were asked', () => {
    const { A18: _threeCodes, ...claims } = CLAIMS
    const { answers } = checkAnswers(TEMPLATE, IPHONE, claims, QUICK)
    const texts = summarise(TEMPLATE, IPHONE, answers).map(({ group, text }) => `${group} ${text}`)
    expect(texts).toEqual([
      'A 已检5项正常，其余2项未检',
      'B 已检4项正常，其余7项未检',
      'C 已检2项正常，其余2项未检',
      'D 已检8项正常，其余1项未检',
      'E 已检7项正常，其余4项未检',
      'F 已检17项正常，其余11项未检',
    ])
    const scratched = { ...answers, B03: { options: ['B03-3'] } }
    expect(summarise(TEMPLATE, IPHONE, scratched)[1]?.text).toBe('1项异常，7项未检')
  })

  test('what only names or informs is neither normal nor unchecked', () => {
    const { answers } = check({})
    expect(answers.A15).toBeUndefined()
    expect(summarise(TEMPLATE, IPHONE, answers)[0]?.text).toBe('全部正常')
  })

  test('a group nobody looked at is left out of the line', () => {
    expect(summaryLine(summarise(TEMPLATE, IPHONE, { B03: { options: ['B03-1'] } }))).toBe(
      '机身外观 已检1项正常，其余10项未检',
    )
  })
})

describe('for any answers at all', () => {
  test('cleaning is idempotent', () => {
    const models = [IPHONE, XIAOMI, modelOf('huawei-mate-x6'), modelOf('apple-iphone-air')]
    fc.assert(
      fc.property(anyAnswers(), fc.constantFrom(...models), fc.constantFrom(FULL, QUICK), (raw, model, options) => {
        const once = checkAnswers(TEMPLATE, model, raw, options)
        const twice = checkAnswers(TEMPLATE, model, once.answers, options)
        expect(twice.answers).toEqual(once.answers)
        expect(twice.missing).toEqual(once.missing)
        expect(twice.uninspectable).toEqual(once.uninspectable)
      }),
      { numRuns: RUNS },
    )
  })

  test('nothing is both answered and uninspectable, nor both answered and missing', () => {
    fc.assert(
      fc.property(anyAnswers(), (raw) => {
        const { answers, missing, uninspectable } = checkAnswers(TEMPLATE, IPHONE, raw, FULL)
        for (const code of [...missing, ...uninspectable]) expect(answers[code]).toBeUndefined()
      }),
    )
  })
})
