import { describe, expect, test } from 'vitest'
import { findModel, MODELS } from '../catalogue/testing/models.ts'
import type { CatalogueModel } from '../catalogue/types.ts'
import { group } from './data-2026001/build.ts'
import { TEMPLATE_2026001 } from './data-2026001.ts'
import { applicableItems, currentTemplate, findItem, findTemplate, itemsOf } from './template.ts'
import type { Item, Option, Template } from './types.ts'
import { verifyRuleOptions, verifyTemplate } from './verify.ts'

function modelOf(id: string): CatalogueModel {
  const model = findModel(id)
  if (!model) throw new Error(`no model ${id}`)
  return model
}

function codesFor(id: string): string[] {
  return applicableItems(TEMPLATE_2026001, modelOf(id)).map((item) => item.code)
}

describe('version 2026001', () => {
  const items = itemsOf(TEMPLATE_2026001)

  test('has 94 items, 372 options, 74 that must be answered and 81 of condition', () => {
    expect(items).toHaveLength(94)
    expect(items.flatMap((item) => item.options)).toHaveLength(372)
    expect(items.filter((item) => item.required)).toHaveLength(74)
    expect(items.filter((item) => item.kind !== 'sku')).toHaveLength(81)
    expect(TEMPLATE_2026001.groups.map((group) => group.items.length)).toEqual([20, 12, 7, 10, 11, 34])
  })

  test('the quick set is A01–A03 and the 48 items of a quick check', () => {
    const quick = items.filter((item) => item.quick).map((item) => item.code)
    expect(quick.join(' ')).toBe(
      'A01 A02 A03 A06 A07 A08 A09 A11 A12 A14 A16 A17 A20 B01 B03 B06 B08 C01 C02 D01 D02 D03 D04 D05 D06 D07 D08 ' +
        'E01 E02 E03 E04 E05 E06 E09 F01 F02 F03 F06 F07 F09 F10 F11 F12 F13 F14 F18 F20 F21 F24 F26 F28',
    )
  })

  test('claims are asked, not filled in', () => {
    const asked = items.filter((item) => item.askActively).map((item) => item.code)
    expect(asked).toEqual(['A02', 'A03', 'A04', 'A05', 'A06', 'A07', 'A09', 'A12', 'A14', 'A16', 'A18'])
  })

  test('a few rows as the trade has them', () => {
    expect(findItem(TEMPLATE_2026001, 'B03')?.options.map((option) => [option.code, option.cap])).toEqual([
      ['B03-1', null],
      ['B03-2', '99'],
      ['B03-3', '95'],
      ['B03-4', '90'],
      ['B03-5', '80'],
    ])
    expect(findItem(TEMPLATE_2026001, 'E03')?.options.at(-1)).toEqual({
      code: 'E03-5',
      name: '序列号异常/改码',
      isDefault: false,
      effect: 'stop',
      cap: 'X',
    })
    expect(findItem(TEMPLATE_2026001, 'F33')).toMatchObject({
      mode: 'single',
      kind: 'objective',
      required: false,
      photo: 'none',
      appliesTo: { when: 'feature', feature: 'infrared', platform: 'android' },
    })
    expect(findItem(TEMPLATE_2026001, 'A09')).toMatchObject({ photo: 'always', kind: 'sku' })
  })

  test('is sound', () => {
    expect(() => verifyTemplate(TEMPLATE_2026001)).not.toThrow()
    expect(() => verifyRuleOptions(TEMPLATE_2026001)).not.toThrow()
  })
})

describe('a template that cannot be right is refused', () => {
  function withItem(change: (item: Item) => Item): Template {
    const groups = TEMPLATE_2026001.groups.map((group) => ({
      ...group,
      items: group.items.map((item) => (item.code === 'B03' ? change(item) : item)),
    }))
    return { ...TEMPLATE_2026001, groups }
  }

  function withFirstOption(change: Partial<Option>): Template {
    return withItem((item) => ({
      ...item,
      options: item.options.map((option, index) => (index === 0 ? { ...option, ...change } : option)),
    }))
  }

  test.each<[string, Template]>([
    ['item B02 stands twice', withItem((item) => ({ ...item, code: 'B02', options: [] }))],
    ['does not belong to group B', withItem((item) => ({ ...item, code: 'C33' }))],
    ['option B03-2 stands twice', withFirstOption({ code: 'B03-2' })],
    ['does not belong to item B03', withFirstOption({ code: 'X03-1' })],
    ['has cap X', withFirstOption({ cap: 'X' })],
    ['is not a normal answer', withFirstOption({ effect: 'info' })],
    ['must be answered but has no default', withFirstOption({ isDefault: false })],
    ['has no options', withItem((item) => ({ ...item, options: [] }))],
    [
      'no normal one to exclude them',
      withItem((item) => ({ ...item, mode: 'multi', required: false, options: item.options.slice(1) })),
    ],
    ['holds no value', withItem((item) => ({ ...item, mode: 'input' }))],
    ['version', { ...TEMPLATE_2026001, version: '1' }],
    ['group A stands twice', { ...TEMPLATE_2026001, groups: [...TEMPLATE_2026001.groups, ...TEMPLATE_2026001.groups] }],
  ])('%s', (fault, template) => {
    expect(() => verifyTemplate(template)).toThrow(fault)
  })

  test('so is one in which a rule would mean something else', () => {
    const renamed = {
      ...TEMPLATE_2026001,
      groups: TEMPLATE_2026001.groups.filter((group) => group.code !== 'E'),
    }
    expect(() => verifyRuleOptions(renamed)).toThrow('a rule expects E01-1')
  })
})

describe('what is asked', () => {
  test('the auction market asks the quick set unless told otherwise, the curated channel everything', () => {
    expect(itemsOf(currentTemplate('auction'))).toHaveLength(51)
    expect(itemsOf(currentTemplate('auction', 'full'))).toHaveLength(94)
    expect(itemsOf(currentTemplate('curated'))).toHaveLength(94)
    expect(itemsOf(currentTemplate('curated', 'quick'))).toHaveLength(51)
  })

  test('released versions are found, others are not', () => {
    expect(findTemplate('2026001')).toBe(TEMPLATE_2026001)
    expect(findTemplate('2020001')).toBeNull()
  })

  test('an iPhone with Face ID', () => {
    const codes = codesFor('apple-iphone-13')
    expect(codes).toEqual(expect.arrayContaining(['A20', 'B11', 'E10', 'F03', 'F14', 'F15', 'F29', 'F31']))
    for (const code of ['A05', 'B12', 'C05', 'D10', 'F04', 'F05', 'F30', 'F32', 'F33', 'F34']) {
      expect(codes).not.toContain(code)
    }
    expect(codesFor('apple-iphone-13-pro')).toContain('F32')
  })

  test('iPhone Air has no SIM tray, and its SIM item reads as eSIM', () => {
    const items = applicableItems(TEMPLATE_2026001, modelOf('apple-iphone-air'))
    expect(items.map((item) => item.code)).not.toContain('B11')
    expect(items.map((item) => item.code)).not.toContain('F14')
    expect(items.find((item) => item.code === 'F15')?.name).toBe('eSIM')
  })

  test('a unit found to be eSIM only drops the tray too', () => {
    const items = applicableItems(TEMPLATE_2026001, modelOf('apple-iphone-14'), { A10: { options: ['A10-4'] } })
    expect(items.map((item) => item.code)).not.toContain('B11')
  })

  test('Android phones', () => {
    expect(codesFor('xiaomi-14')).toEqual(expect.arrayContaining(['A05', 'F04', 'F05', 'F19', 'F33']))
    for (const code of ['A20', 'E10', 'F03', 'F29', 'F31']) expect(codesFor('xiaomi-14')).not.toContain(code)
    expect(codesFor('samsung-galaxy-s24-ultra')).toContain('F34')
    expect(codesFor('samsung-galaxy-s25')).not.toContain('F33')
    expect(codesFor('huawei-mate-x6')).toEqual(expect.arrayContaining(['B12', 'C05', 'C06', 'C07', 'D10']))
  })

  test('every model is asked at least the items that apply to all', () => {
    const forAll = itemsOf(TEMPLATE_2026001).filter((item) => item.appliesTo.when === 'all').length
    for (const model of MODELS) {
      expect(applicableItems(TEMPLATE_2026001, model).length).toBeGreaterThan(forAll)
    }
  })
})

test('a word of a row that says nothing of an item is refused', () => {
  expect(() => group('B', '机身外观', 'subjective', 'B01 | 后盖划痕 | requird | = 无划痕')).toThrow('B01: requird')
})
