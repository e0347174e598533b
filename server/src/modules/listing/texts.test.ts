import { countUnits } from '@huanji/domain/listing-texts'
import { describe, expect, it } from 'vitest'
import type { Report } from '../inspection/report.ts'
import {
  buildDescription,
  buildReport,
  buildStockTitle,
  buildTitle,
  type InspectedUnit,
  maskImei,
  titleProblemOf,
} from './texts.ts'

const line = {
  itemCode: 'B03',
  itemName: '边框',
  kind: 'objective',
  options: [{ optionCode: 'B03-2', name: '轻微划痕<2mm', effect: 'cap', cap: '95' }],
  value: null,
  uninspectable: false,
  exception: true,
} as const satisfies Report['groups'][number]['lines'][number]

const report: Report = {
  explanation: {
    grade: '95',
    reason: '',
    causes: [],
    stops: [],
    pileUp: null,
    repairFlag: 'R0',
    auctionLabel: null,
    curatedLabel: null,
  },
  groups: [{ code: 'B', name: '机身外观', summary: '1项异常', exceptionCount: 1, lines: [line] }],
  summary: '机身外观 1项异常',
  exceptions: [
    { itemCode: 'B03', itemName: '边框', optionCode: 'B03-2', optionName: '轻微划痕<2mm', photoRequired: true },
  ],
  shots: [],
}

const unit: InspectedUnit = {
  inspectionNo: 'ZJ261122000001',
  modelId: 'apple-iphone-13',
  modelName: '苹果 iPhone 13',
  skuText: '128GB 午夜色',
  grade: '95',
  repairFlag: 'R0',
  imei: '490154203237518',
  templateVersion: '2026001',
  report,
}

describe('texts of a listing', () => {
  it('names model, specification and grade within what the marketplace counts as 30 characters', () => {
    expect(buildTitle([unit], 'auction')).toBe('苹果 iPhone 13 128GB 午夜色 A 95新')
    const long = { ...unit, skuText: '超长规格'.repeat(20) }
    expect(countUnits(buildTitle([long], 'auction'))).toBeLessThanOrEqual(60)
  })

  it('defect: a consumer learned from no title what does not work', () => {
    const flash = { itemCode: 'F08', itemName: '闪光灯', optionCode: 'F08-2', optionName: '异常', photoRequired: false }
    const found = { ...unit, grade: '90' as const, report: { ...report, exceptions: [...report.exceptions, flash] } }
    expect(buildTitle([found], 'curated')).toBe('苹果 iPhone 13 128GB 午夜色 9成新 闪光灯异常')
    expect(buildStockTitle([found], ['128GB 午夜色'])).toBe('苹果 iPhone 13 128GB 午夜色 9成新 闪光灯异常')
    expect(buildTitle([unit], 'curated')).toBe('苹果 iPhone 13 128GB 午夜色 95新')
  })

  it('says 故障 for a fault unit and how many units a lot has', () => {
    const fault = { ...unit, grade: 'E' as const }
    expect(buildTitle([fault], 'auction')).toContain('故障')
    expect(buildTitle([unit, unit, unit], 'auction')).toMatch(/^3台 /)
    expect(titleProblemOf('iPhone 13 功能机', [fault])).toContain('故障')
    expect(titleProblemOf(buildTitle([fault], 'auction'), [fault])).toBeNull()
  })

  it.each([
    ['汉'.repeat(31), '30个汉字'],
    ['iPhone <13>', '“<”'],
    ['iPhone 13 🔥', '表情'],
  ])('refuses the title %s', (title, reason) => {
    expect(titleProblemOf(title, [unit])).toContain(reason)
  })

  it('takes a title of exactly 30 Chinese characters', () => {
    expect(titleProblemOf('汉'.repeat(30), [unit])).toBeNull()
  })

  it('describes the unit without its full IMEI and without angle brackets', () => {
    const text = buildDescription([unit], 'auction')
    expect(text).toContain('异常项：边框 轻微划痕2mm')
    expect(text).toContain('490154203'.slice(0, 8))
    expect(text).not.toContain(unit.imei)
    expect(text).not.toMatch(/[<>]/)
    expect(
      countUnits(
        buildDescription(
          Array.from({ length: 60 }, () => unit),
          'auction',
        ),
      ),
    ).toBeLessThanOrEqual(5000)
  })

  it('masks short codes wholly', () => {
    expect(maskImei('490154203237518')).toBe('49015420*****18')
    expect(maskImei('12345')).toBe('*****')
  })

  it('hands the market every line of the report with its kind', () => {
    const { summary, imei, items } = buildReport([unit])
    expect({ summary, imei }).toEqual({ summary: '机身外观 1项异常', imei: '490154203237518' })
    expect(items.map((item) => [item.question_name, item.answer_type])).toEqual([
      ['成色等级', 0],
      ['质检单号', 0],
      ['边框', 2],
    ])
    expect(buildReport([unit, unit]).imei).toBeUndefined()
  })
})
