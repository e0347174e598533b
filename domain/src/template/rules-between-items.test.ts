import { describe, expect, test } from 'vitest'
import { MODELS } from '../catalogue/testing/models.ts'
import type { CatalogueModel } from '../catalogue/types.ts'
import { CHANNEL_RULES, CHANNELS, type Channel } from '../channel.ts'
import { gradeOf } from '../grading/grade.ts'
import { gradeRank } from '../grading/ladder.ts'
import { channelRefusal, repairFlagOf } from '../grading/map.ts'
import { type CheckedAnswers, checkAnswers } from './answers.ts'
import { TEMPLATE_2026001 as TEMPLATE } from './data-2026001.ts'
import { exceptionsOf } from './exceptions.ts'
import { applicableItems } from './template.ts'
import { CLAIMS, chosen } from './testing/answers.ts'
import type { Answers, Item, Option } from './types.ts'

/** One model of each kind: the rules are of items, and these are asked every item that any model is asked. */
const WORKING = { flag: 'F0', names: [] } as const

const KINDS = [
  'apple-iphone-8',
  'apple-iphone-13-pro',
  'apple-iphone-16',
  'apple-iphone-air',
  'samsung-galaxy-s24-ultra',
  'huawei-mate-x6',
]
const SUBJECTS = MODELS.filter((model) => KINDS.includes(model.id)).flatMap((model) =>
  CHANNELS.map((channel) => ({ id: model.id, model, channel })),
)

function specOf(model: CatalogueModel): Answers {
  const [variant] = model.storages
  const option = (code: string, name: string | null | undefined) =>
    applicableItems(TEMPLATE, model)
      .find((item) => item.code === code)
      ?.options.find((one) => one.name === name)?.code
  const ram = option('A05', variant?.ram)
  return {
    ...(ram === undefined ? {} : { A05: { options: [ram] } }),
    A06: { options: [option('A06', variant?.storage) ?? ''] },
    A07: { options: [], value: model.colours[0] ?? '' },
  }
}

/** A phone of the model as its channel asks, with what is said of it beside a faultless phone's answers. */
function check(model: CatalogueModel, channel: Channel, said: Answers): CheckedAnswers {
  const quick = CHANNEL_RULES[channel].itemSet === 'quick'
  return checkAnswers(TEMPLATE, model, { ...specOf(model), ...CLAIMS, ...said }, { channel, quick })
}

const gradeFor = (model: CatalogueModel, channel: Channel, { answers }: CheckedAnswers) =>
  gradeOf(TEMPLATE, answers, { channel, platform: model.platform })

const messagesOf = (checked: CheckedAnswers, level: 'block' | 'warn'): string[] =>
  checked.problems
    .filter((problem) => problem.level === level)
    .map((problem) => `${problem.itemCode}: ${problem.message}`)

interface Found {
  readonly item: Item
  readonly option: Option
}

function exceptionsFor(model: CatalogueModel): Found[] {
  return applicableItems(TEMPLATE, model).flatMap((item) =>
    item.options.filter((option) => option.cap !== null).map((option) => ({ item, option })),
  )
}

describe.each(SUBJECTS)('$id on the channel $channel', ({ model, channel }) => {
  const found = exceptionsFor(model)

  test('without a fault is 99, and nothing is missing', () => {
    const checked = check(model, channel, {})
    expect(checked).toMatchObject({ missing: [], problems: [], uninspectable: [] })
    expect(gradeFor(model, channel, checked)).toMatchObject({ grade: '99', causes: [] })
  })

  test('claims are nobody’s but a person’s: each left out is missing, where its item is asked', () => {
    const isAsked = (code: string) => channel === 'curated' || code !== 'A18'
    for (const code of Object.keys(CLAIMS).filter(isAsked)) {
      expect(check(model, channel, { [code]: { options: [] } }).missing, code).toEqual([code])
    }
  })

  test('of a multi choice any exception clears the normal answer, of a single one the worst stays', () => {
    for (const item of applicableItems(TEMPLATE, model).filter((one) => one.valueKind === 'none')) {
      const caps = item.options.filter((option) => option.cap !== null)
      if (caps.length < 2) continue
      const { answers } = check(model, channel, { [item.code]: { options: item.options.map((one) => one.code) } })
      // a phone that does not start, or shows nothing, hides what cannot be seen of it
      if (answers[item.code] === undefined) continue
      const kept = answers[item.code]?.options ?? []
      const normal = item.options.filter((option) => option.isDefault).map((option) => option.code)
      expect(
        kept.some((code) => normal.includes(code)),
        item.code,
      ).toBe(false)
      if (item.mode !== 'multi') {
        expect(kept, item.code).toHaveLength(1)
        const gradeWith = (code: string) => gradeFor(model, channel, check(model, channel, chosen(code))).grade
        const worst = Math.max(...caps.map((option) => gradeRank(gradeWith(option.code))))
        expect(gradeRank(gradeWith(kept[0] ?? '')), item.code).toBe(worst)
      }
    }
  })

  test.each(['F01-2', 'F01-3', 'F01-5'])('%s hides display, functions and A13 to A17, and is E', (boot) => {
    const checked = check(model, channel, chosen(boot, 'D01-2', 'F09-3', 'A14-4'))
    const hidden = applicableItems(TEMPLATE, model)
      .map((item) => item.code)
      .filter((code) => (/^[DF]/.test(code) && code !== 'F01') || /^A1[3-7]$/.test(code))
    const asked = channel === 'curated' ? hidden : hidden.filter((code) => checked.uninspectable.includes(code))
    expect(checked.uninspectable).toEqual(asked)
    for (const code of ['A14', 'A16', 'D01', 'D08', 'F02', 'F09']) expect(checked.uninspectable).toContain(code)
    for (const code of hidden) expect(checked.answers[code], code).toBeUndefined()
    expect(exceptionsOf(TEMPLATE, checked.answers).map((one) => one.optionCode)).toEqual([boot])
    expect(gradeFor(model, channel, checked).grade).toBe('E')
    expect(checked.missing).toEqual([])
  })

  test('a display that shows nothing hides touch, cameras and True Tone, and is E', () => {
    const checked = check(model, channel, chosen('D08-6', 'F02-2', 'F06-2', 'F07-2'))
    const asked = new Set(applicableItems(TEMPLATE, model).map((item) => item.code))
    const hidden = ['F02', 'F06', 'F07', ...(channel === 'curated' && asked.has('F31') ? ['F31'] : [])]
    expect(checked.uninspectable).toEqual(hidden)
    expect(gradeFor(model, channel, checked).grade).toBe('E')
  })

  test.each(['A11-2', 'A11-3'])('new (%s) takes no exception of B to F, whichever', (newness) => {
    const asNew = { A11: { options: [newness] }, A14: { options: [] }, A18: { options: ['A18-2'] } }
    expect(messagesOf(check(model, channel, asNew), 'block')).toEqual([])
    expect(gradeFor(model, channel, check(model, channel, asNew)).grade).toBe('NEW')
    const used = found.filter(({ item }) => /^[B-F]/.test(item.code))
    expect(used.length).toBeGreaterThan(100)
    for (const { item, option } of used) {
      const checked = check(model, channel, { ...asNew, [item.code]: { options: [option.code] } })
      expect(messagesOf(checked, 'block'), option.code).toContain(`${item.code}: 全新机不可勾选异常项`)
    }
  })

  test('new has a battery at 100 % and three codes that agree', () => {
    const asNew = { ...chosen('A11-2', 'A18-2'), A14: { options: [] } }
    expect(check(model, channel, asNew).answers.A14).toEqual({ options: ['A14-1'], value: '100' })
    for (const value of ['99', '90', '79']) {
      expect(messagesOf(check(model, channel, { ...asNew, A14: { options: [], value } }), 'block')).toEqual([
        'A14: 全新机电池健康度应为100%，请核对是否全新',
      ])
    }
    for (const option of ['A18-1', 'A18-3']) {
      expect(messagesOf(check(model, channel, { ...asNew, ...chosen(option) }), 'block')).toEqual([
        'A18: 全新机须三码合一，请核对系统、机身与包装盒上的IMEI',
      ])
    }
  })

  test('every stop is recorded with a warning, is X, and is refused by both channels', () => {
    const stops = found.filter(({ option }) => option.effect === 'stop')
    const expected = [
      'A09-10',
      'A16-2',
      'A16-3',
      'A16-4',
      'A16-5',
      'A17-4',
      'A18-4',
      'E02-5',
      'E03-5',
      'E11-5',
      'E11-6',
    ]
    const known = new Set(stops.map(({ option }) => option.code))
    expect(expected.filter((code) => !known.has(code))).toEqual(model.platform === 'apple' ? [] : ['A16-3'])
    for (const { item, option } of stops) {
      const checked = check(model, channel, chosen(option.code))
      expect(messagesOf(checked, 'warn'), option.code).toContain(
        `${item.code}: ${item.name}：${option.name}，该手机不可上架`,
      )
      expect(gradeFor(model, channel, checked).grade, option.code).toBe('X')
      const offered = { grade: 'X', repairFlag: repairFlagOf(checked.answers), functions: WORKING } as const
      for (const on of CHANNELS) expect(channelRefusal(offered, on)).not.toBeNull()
    }
  })

  test('findings that usually come together warn when only the first is there', () => {
    const pairs: readonly (readonly [said: string, goesWith: string, warning: string])[] = [
      ['E10-4', 'E01-4', 'E01: 系统提示显示屏非原装，请核对屏幕维修项'],
      ['E10-3', 'E02-3', 'E02: 系统提示电池非原装，请核对电池维修项'],
      ['E10-5', 'E04-2', 'E04: 系统提示摄像头非原装，请核对摄像头维修项'],
      ['F31-2', 'E01-3', 'E01: 无原彩常见于更换过屏幕，请核对屏幕维修项'],
      ['F03-2', 'E04-3', 'E04: Face ID异常常见于更换过前摄，请核对摄像头维修项'],
      ['F17-2', 'E03-2', 'E03: 无基带常见于主板维修，请核对主板维修项'],
    ]
    const asked = new Set(applicableItems(TEMPLATE, model).map((item) => item.code))
    for (const [said, goesWith, warning] of pairs) {
      const warnings = asked.has(said.slice(0, 3)) ? [warning] : []
      expect(messagesOf(check(model, channel, chosen(said)), 'warn'), said).toEqual(warnings)
      expect(messagesOf(check(model, channel, chosen(said, goesWith)), 'warn'), said).toEqual([])
    }
  })
})

test('the models of these rules are asked every item that any model is asked', () => {
  const asked = (models: readonly CatalogueModel[]) =>
    new Set(models.flatMap((model) => applicableItems(TEMPLATE, model).map((item) => item.code)))
  expect([...asked(SUBJECTS.map(({ model }) => model))].toSorted()).toEqual([...asked(MODELS)].toSorted())
})
