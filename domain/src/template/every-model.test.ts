import { describe, expect, test } from 'vitest'
import { MODELS as ALL_MODELS, findModel, modelOf } from '../catalogue/testing/models.ts'
import type { CatalogueModel } from '../catalogue/types.ts'
import { CHANNELS, type Channel } from '../channel.ts'
import { gradeOf } from '../grading/grade.ts'
import { requiredShots } from '../photos/shots.ts'
import { checkAnswers, defaultAnswers } from './answers.ts'
import { OPTIONS_OF_SOME } from './fitting.ts'
import { applicableItems, currentTemplate, itemsOf } from './template.ts'
import { CLAIMS } from './testing/answers.ts'
import type { Item } from './types.ts'

/**
 * What the trade knows of each model, written down beside the catalogue and not from it. A tray takes cards, 双卡 is two
 * lines of any kind.
 */
const IPHONE = '苹果 面容 卡托 双卡 无线充 NFC 原彩'
const PRO = `${IPHONE} 雷达`
const ANDROID = '安卓 指纹 卡托 双卡 NFC'
const FACTS: Readonly<Record<string, string>> = {
  'apple-iphone-xr': `${IPHONE} 静音键`,
  'apple-iphone-11': `${IPHONE} 静音键`,
  'apple-iphone-12': `${IPHONE} 静音键`,
  'apple-iphone-12-pro-max': `${PRO} 静音键`,
  'apple-iphone-13': `${IPHONE} 静音键`,
  'apple-iphone-13-pro': `${PRO} 静音键`,
  'apple-iphone-13-pro-max': `${PRO} 静音键`,
  'apple-iphone-14': `${IPHONE} 静音键`,
  'apple-iphone-14-plus': `${IPHONE} 静音键`,
  'apple-iphone-14-pro': `${PRO} 静音键`,
  'apple-iphone-14-pro-max': `${PRO} 静音键`,
  'apple-iphone-15': `${IPHONE} 静音键`,
  'apple-iphone-15-plus': `${IPHONE} 静音键`,
  'apple-iphone-15-pro': `${PRO} 操作按钮`,
  'apple-iphone-15-pro-max': `${PRO} 操作按钮`,
  'apple-iphone-16': `${IPHONE} 操作按钮 相机控制`,
  'apple-iphone-16-plus': `${IPHONE} 操作按钮 相机控制`,
  'apple-iphone-16-pro': `${PRO} 操作按钮 相机控制`,
  'apple-iphone-16-pro-max': `${PRO} 操作按钮 相机控制`,
  'apple-iphone-16e': `${IPHONE} 操作按钮`,
  'apple-iphone-17': `${IPHONE} 操作按钮 相机控制`,
  'apple-iphone-air': '苹果 面容 双卡 无线充 NFC 原彩 操作按钮 相机控制',
  'apple-iphone-17-pro': `${PRO} 操作按钮 相机控制`,
  'apple-iphone-17-pro-max': `${PRO} 操作按钮 相机控制`,
  'huawei-mate-40-pro': `${ANDROID} 无线充 红外`,
  'huawei-mate-50': `${ANDROID} 无线充 红外`,
  'huawei-p60-pro': `${ANDROID} 无线充 红外`,
  'huawei-mate-60': `${ANDROID} 无线充 红外`,
  'huawei-mate-60-pro': `${ANDROID} 无线充 红外`,
  'huawei-pura-70': `${ANDROID} 无线充 红外`,
  'huawei-pura-70-pro': `${ANDROID} 无线充 红外`,
  'huawei-mate-70': `${ANDROID} 无线充 红外`,
  'huawei-mate-70-pro': `${ANDROID} 无线充 红外`,
  'huawei-mate-x6': `${ANDROID} 无线充 红外 折叠`,
  'huawei-pura-80-pro': `${ANDROID} 无线充 红外`,
  'honor-magic6-pro': `${ANDROID} 无线充 红外`,
  'honor-magic7': `${ANDROID} 无线充 红外`,
  'honor-200': `${ANDROID} 红外`,
  'xiaomi-13': `${ANDROID} 无线充 红外`,
  'xiaomi-14': `${ANDROID} 无线充 红外`,
  'xiaomi-14-ultra': `${ANDROID} 无线充 红外`,
  'xiaomi-15': `${ANDROID} 无线充 红外`,
  'xiaomi-17-pro-max': `${ANDROID} 无线充 红外`,
  'redmi-k70': `${ANDROID} 红外`,
  'redmi-k80': `${ANDROID} 红外`,
  'vivo-x100': `${ANDROID} 红外`,
  'vivo-x200': `${ANDROID} 红外`,
  'iqoo-13': `${ANDROID} 红外`,
  'oppo-find-x7': `${ANDROID} 红外`,
  'oppo-find-x8': `${ANDROID} 无线充 红外`,
  'oppo-reno13': `${ANDROID} 红外`,
  'oneplus-12': `${ANDROID} 无线充 红外`,
  'oneplus-13': `${ANDROID} 无线充 红外`,
  'oneplus-ace-5': `${ANDROID} 红外`,
  'samsung-galaxy-s24-ultra': `${ANDROID} 无线充 手写笔`,
  'samsung-galaxy-s25': `${ANDROID} 无线充`,
  'samsung-galaxy-z-flip6': `${ANDROID} 无线充 折叠`,
  'realme-gt7-pro': `${ANDROID} 红外`,
  'redmagic-10-pro': `${ANDROID} 红外`,
  'motorola-razr-50': `${ANDROID} 无线充 折叠`,
}

const MODELS = Object.keys(FACTS).map(modelOf)

/** The items that need something of the phone, by what they need; every other item is asked of every phone. */
const ITEMS_OF_FACT: Readonly<Record<string, string>> = {
  苹果: 'A20 E10 F29',
  安卓: 'A05 F05',
  面容: 'F03',
  指纹: 'F04',
  卡托: 'B11 F14',
  双卡: 'F15',
  折叠: 'B12 C05 C06 C07 D10',
  无线充: 'F19',
  NFC: 'F22',
  Home键: 'F30',
  原彩: 'F31',
  雷达: 'F32',
  红外: 'F33',
  手写笔: 'F34',
}

/** The options that need something of the phone where their item does not. */
const OPTIONS_OF_FACT: Readonly<Record<string, string>> = {
  苹果: 'A09-8 A16-3 E11-2',
  卡托: 'A10-1 A10-2 A10-3',
  静音键: 'F29-2',
  操作按钮: 'F29-3',
  相机控制: 'F29-4',
}

const ALL_CODES = itemsOf(currentTemplate('curated', 'full')).map((item) => item.code)
const CONDITIONAL = new Set(Object.values(ITEMS_OF_FACT).flatMap((codes) => codes.split(' ')))
const CONDITIONAL_OPTIONS = new Set(Object.values(OPTIONS_OF_FACT).flatMap((codes) => codes.split(' ')))

function factsOf(model: CatalogueModel): ReadonlySet<string> {
  return new Set(FACTS[model.id]?.split(' '))
}

function having(table: Readonly<Record<string, string>>, facts: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...facts].flatMap((fact) => table[fact]?.split(' ') ?? []))
}

/** The codes of the items that a model is asked, from the facts alone. */
function expectedCodes(model: CatalogueModel): string[] {
  const own = having(ITEMS_OF_FACT, factsOf(model))
  return ALL_CODES.filter((code) => !CONDITIONAL.has(code) || own.has(code))
}

const SETS = ['quick', 'full'] as const
const CASES = MODELS.flatMap((model) =>
  CHANNELS.flatMap((channel) => SETS.map((set) => ({ id: model.id, model, channel, set }))),
)

function askedOf(model: CatalogueModel, channel: Channel, set: (typeof SETS)[number]): Item[] {
  return applicableItems(currentTemplate(channel, set), model)
}

describe('the template of each model, on each channel, in each set', () => {
  test.each(CASES)('$id · $channel · $set: the items are those that apply', ({ model, channel, set }) => {
    const ofSet = new Set(itemsOf(currentTemplate(channel, set)).map((item) => item.code))
    const asked = askedOf(model, channel, set).map((item) => item.code)
    expect(asked).toEqual(expectedCodes(model).filter((code) => ofSet.has(code)))
  })

  test.each(CASES)('$id · $channel · $set: the options are those that apply', ({ model, channel, set }) => {
    const own = having(OPTIONS_OF_FACT, factsOf(model))
    const whole = new Map(itemsOf(currentTemplate(channel, set)).map((item) => [item.code, item.options]))
    for (const item of askedOf(model, channel, set)) {
      const codes = item.options.map((option) => option.code)
      const expected = (whole.get(item.code) ?? [])
        .map((option) => option.code)
        .filter((code) => code !== `${item.code}-0` && (!CONDITIONAL_OPTIONS.has(code) || own.has(code)))
      expect(codes, item.name).toEqual(expected)
      expect(codes.length, `${item.code} has an option`).toBeGreaterThan(0)
    }
  })

  test.each(CASES)('$id · $channel · $set: what is filled in applies', ({ model, channel, set }) => {
    const items = askedOf(model, channel, set)
    const defaults = defaultAnswers(items, model)
    const byCode = new Map(items.map((item) => [item.code, item]))
    for (const [code, answer] of Object.entries(defaults)) {
      const options = byCode.get(code)?.options ?? []
      for (const chosen of answer.options) {
        const option = options.find((one) => one.code === chosen)
        expect(option, `${chosen} is offered`).toBeDefined()
        expect(option?.cap, `${chosen} is no exception`).toBeNull()
      }
    }
    const open = items.filter((item) => item.required && defaults[item.code] === undefined)
    expect(open.every((item) => item.askActively)).toBe(true)
  })

  test.each(CASES)('$id · $channel · $set: an answer that cannot be is dropped', ({ model, channel, set }) => {
    const template = currentTemplate(channel, 'full')
    const everything = Object.fromEntries(
      itemsOf(template).map((item) => [item.code, { options: item.options.map((option) => option.code) }]),
    )
    const asked = new Set(expectedCodes(model))
    const own = having(OPTIONS_OF_FACT, factsOf(model))
    // a phone that starts, with a tray and a display: nothing else hides an item
    const given = { ...everything, A10: { options: ['A10-1'] }, D08: { options: [] }, F01: { options: [] } }
    const { answers } = checkAnswers(template, model, given, { channel, quick: set === 'quick' })
    for (const [code, answer] of Object.entries(answers)) {
      expect(asked.has(code), code).toBe(true)
      for (const option of answer.options)
        expect(CONDITIONAL_OPTIONS.has(option) && !own.has(option), option).toBe(false)
    }
  })
})

describe('the specification of each model', () => {
  test.each(MODELS)('$id: brand, memory, storage, colour and number can be answered', (model) => {
    const names = (code: string) =>
      itemsOf(currentTemplate('curated', 'full'))
        .find((item) => item.code === code)
        ?.options.map((option) => option.name)
    expect(names('A02')).toContain(model.brand)
    for (const { ram, storage } of model.storages) {
      expect(names('A06')).toContain(storage)
      if (ram !== null) expect(names('A05')).toContain(ram)
    }
    for (const channel of CHANNELS) {
      const answered = checkAnswers(
        currentTemplate(channel, 'full'),
        model,
        {
          A04: { options: [], value: model.regulatoryNos[0] ?? '' },
          A07: { options: [], value: model.colours.at(-1) ?? '' },
        },
        { channel, quick: false },
      )
      expect(answered.answers.A04?.options).toEqual(['A04-1'])
      expect(answered.answers.A07?.options).toEqual(['A07-1'])
      expect(answered.problems).toEqual([])
    }
  })
})

describe('a phone bought abroad', () => {
  test.each(MODELS.filter((model) => factsOf(model).has('卡托')))('$id with 纯eSIM has no tray', (model) => {
    const items = applicableItems(currentTemplate('curated', 'full'), model, { A10: { options: ['A10-4'] } })
    const codes = items.map((item) => item.code)
    expect(codes).toEqual(expectedCodes(model).filter((code) => code !== 'B11' && code !== 'F14'))
    expect(items.find((item) => item.code === 'F15')?.name).toBe('eSIM')
  })
})

test('the keys at the side of an iPhone are named as it has them', () => {
  const nameFor = (id: string) => {
    const model = findModel(id)
    if (!model) throw new Error(`no model ${id}`)
    return askedOf(model, 'curated', 'full').find((item) => item.code === 'F29')?.name
  }
  expect(nameFor('apple-iphone-15')).toBe('静音键')
  expect(nameFor('apple-iphone-16e')).toBe('操作按钮')
  expect(nameFor('apple-iphone-17-pro')).toBe('操作按钮/相机控制')
})

describe('the shots of each model', () => {
  const EDGES = ['left', 'right', 'top', 'bottom']

  test.each(MODELS.flatMap((model) => CHANNELS.map((channel) => ({ id: model.id, model, channel }))))(
    '$id · $channel',
    ({ model, channel }) => {
      const facts = factsOf(model)
      const must = ['front_off', 'front_on', 'back', ...EDGES, 'about']
      if (facts.has('苹果')) must.push('battery')
      if (facts.has('折叠')) must.push('inner', 'outer', 'hinge')
      const shots = requiredShots(channel, model, {})
      expect(shots.filter((shot) => shot.rule === 'must').map((shot) => shot.code)).toEqual(must)
      const codes = shots.map((shot) => shot.code)
      for (const code of ['inner', 'outer', 'hinge'] as const) expect(codes.includes(code)).toBe(facts.has('折叠'))
      const ofLot = requiredShots(channel, model, {}, 'batch').map((shot) => shot.code)
      expect(ofLot).toEqual(codes.filter((code) => channel === 'curated' || !EDGES.includes(code)))
    },
  )
})

/** No model of the catalogue is so old that it has a home button; the item waits for one. */
const ASKED_OF_NONE = ['F30']
/** Every model of the catalogue takes two lines and has NFC; the items wait for one that does not. */
const ASKED_OF_ALL_THE_SAME = ['F15', 'F22']

test('each condition of an item is met by some model and not by some other', () => {
  const conditional = itemsOf(currentTemplate('curated', 'full')).filter((item) => item.appliesTo.when !== 'all')
  expect(new Set(conditional.map((item) => item.code))).toEqual(CONDITIONAL)
  const askedBy = (code: string) => MODELS.filter((model) => expectedCodes(model).includes(code)).length
  const codes = conditional.map((item) => item.code)
  expect(codes.filter((code) => askedBy(code) === 0)).toEqual(ASKED_OF_NONE)
  expect(codes.filter((code) => askedBy(code) === MODELS.length)).toEqual(ASKED_OF_ALL_THE_SAME)
})

test('each condition of an option is met by some model and not by some other', () => {
  expect(new Set(OPTIONS_OF_SOME.map((option) => option.code))).toEqual(CONDITIONAL_OPTIONS)
  for (const code of CONDITIONAL_OPTIONS) {
    const count = MODELS.filter((model) => having(OPTIONS_OF_FACT, factsOf(model)).has(code)).length
    expect(count > 0 && count < MODELS.length, code).toBe(true)
  }
})

describe('every model of the catalogue, on both channels', () => {
  const FEATURE_OF = new Map(
    itemsOf(currentTemplate('curated', 'full')).flatMap(({ code, appliesTo }) =>
      appliesTo.when === 'feature' ? [[code, appliesTo.feature] as const] : [],
    ),
  )

  test('is asked nothing that cannot be answered, and nothing of what it surely lacks', () => {
    for (const model of ALL_MODELS) {
      for (const channel of CHANNELS) {
        for (const item of askedOf(model, channel, 'full')) {
          const feature = FEATURE_OF.get(item.code)
          const isKnown = feature === undefined || model.features.includes(feature)
          expect(item.options.length, `${model.id} ${item.code}`).toBeGreaterThan(0)
          if (feature !== undefined) expect(model.lacks, `${model.id} ${item.code}`).not.toContain(feature)
          const mayBeMissing = item.options.some(({ code }) => code === `${item.code}-0`)
          expect(mayBeMissing, `${model.id} ${item.code} 不适用`).toBe(!isKnown)
          if (mayBeMissing) expect(item.askActively, `${model.id} ${item.code} is asked`).toBe(true)
        }
      }
    }
  })

  test('gets a grade, and one that is not the best has a reason', () => {
    const claims = { ...CLAIMS }
    for (const model of ALL_MODELS) {
      for (const channel of CHANNELS) {
        const { answers } = checkAnswers(currentTemplate(channel, 'full'), model, claims, { channel, quick: false })
        const template = currentTemplate('curated', 'full')
        const { grade, reason } = gradeOf(template, answers, { channel, platform: model.platform })
        expect(reason, `${model.id} ${grade}`).not.toBe('')
      }
    }
  })
})
