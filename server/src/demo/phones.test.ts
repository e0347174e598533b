import { checkImei } from '@huanji/domain/codes/imei'
import { describe, expect, it } from 'vitest'
import { assess, refusalOf } from '../modules/inspection/assessment.ts'
import { BATCHES } from './batches.ts'
import { countOf, demoPhonesOf, plansOf, RECORD_PHONES } from './lives.ts'
import { DEMO_MODELS } from './models.ts'
import { batchPlan, looksOf, phonePlan } from './phones.ts'
import { bodyColour, drawingOf } from './placeholder-photos.ts'
import { ALL_SCENARIOS, scenarioOf } from './scenarios.ts'

const phones = Array.from({ length: 400 }, (_, number) => phonePlan(1, number, 'auction'))

describe('planned phones', () => {
  it('are the same for the same seed, and others for another', () => {
    expect(phonePlan(1, 123, 'auction')).toEqual(phones[123])
    expect(phonePlan(2, 123, 'auction')).not.toEqual(phones[123])
  })

  it('have IMEIs of their own that the product takes', () => {
    expect(new Set(phones.map((phone) => phone.imei)).size).toBe(phones.length)
    for (const { imei } of phones) expect(checkImei(imei).ok, imei).toBe(true)
  })

  it('are answered completely, with grades from as new to broken and none that must not be sold', () => {
    const grades = phones.map(({ model, answers, sku }) => {
      const result = assess(model, 'auction', answers, sku)
      expect(result.missing, model.id).toEqual([])
      expect(result.problems.filter((problem) => problem.level === 'block')).toEqual([])
      return result.explanation.grade
    })
    expect(new Set(grades)).toEqual(new Set(['99', '95', '90', '80', '70', 'E']))
  })

  it('are such that the curated channel takes them, where they are planned for it', () => {
    for (let number = 0; number < 400; number += 1) {
      const { model, answers, sku } = phonePlan(1, number, 'curated')
      const assessment = assess(model, 'curated', answers, sku)
      expect(assessment.missing, model.id).toEqual([])
      expect(refusalOf(assessment), `${number}`).toBeNull()
    }
  })

  it('of a batch have a grade that their channel takes, and own exceptions that leave it there', () => {
    for (const { modelId, sku, answers, channel, own, phones } of BATCHES) {
      const { model, answers: common } = batchPlan(1, 0, { modelId, sku, answers, channel })
      const assessment = assess(model, channel, common, sku)
      const batch = assessment.explanation
      expect(refusalOf(assessment), modelId).toBeNull()
      for (const [place, beyond] of Object.entries(own)) {
        expect(Number(place)).toBeLessThan(phones)
        expect(assess(model, channel, { ...common, ...beyond }, sku).explanation.grade, modelId).toBe(batch.grade)
      }
    }
  })

  it('show the records beside the scenarios where there is room for them, and are never more than was asked for', () => {
    for (const count of [0, 3, ALL_SCENARIOS.length, ALL_SCENARIOS.length + RECORD_PHONES, 300]) {
      const phones = demoPhonesOf(1, count)
      expect(countOf(phones)).toBe(count)
      expect(phones.hasRecords).toBe(count >= ALL_SCENARIOS.length + RECORD_PHONES)
      const imeis = plansOf(1, phones).map(({ imei }) => imei)
      expect(new Set(imeis).size).toBe(count)
    }
  })

  it('begin with one of every scenario', () => {
    expect(ALL_SCENARIOS.map((_, number) => scenarioOf(1, number))).toEqual(ALL_SCENARIOS)
  })
})

describe('placeholder photos', () => {
  it('have a body colour for every colour of the demo’s models that names one', () => {
    const colours = [...new Set(DEMO_MODELS.flatMap((model) => model.colours))]
    const black = colours.filter((colour) => bodyColour(colour) === bodyColour('黑色'))
    // names of editions, which speak of no colour
    const editions = ['昆仑破晓', '传奇版', '赛道版', '氘锋透明']
    expect(black.filter((colour) => !/黑|墨|夜/.test(colour)).toSorted()).toEqual(editions.toSorted())
    expect(new Set(colours.map(bodyColour)).size).toBe(11)
  })

  it('show every subject differently from the back, and phones of one colour alike', () => {
    const [first] = phones
    if (first === undefined) throw new Error('there is no phone')
    const looks = looksOf(first)
    const drawings = new Set(looks.map(drawingOf))
    expect(looks.length).toBeGreaterThan(6)
    expect(drawings.size).toBeGreaterThan(6)
    expect(looksOf({ ...first, number: 9, imei: '' }).map(drawingOf)).toEqual(looks.map(drawingOf))
  })
})
