import { checkImei } from '@huanji/domain/codes/imei'
import { describe, expect, it } from 'vitest'
import { assess } from '../modules/inspection/assessment.ts'
import { courseOf, GUARANTEED_FATES } from './fates.ts'
import { planPhone } from './phones.ts'

const PLAN = { seed: 1, merchants: 2, sellsAll: false, startMs: 0, endMs: 30 * 24 * 3_600_000 }
const phones = Array.from({ length: 400 }, (_, number) => planPhone(PLAN, number))

describe('planned phones', () => {
  it('are the same for the same seed, and others for another', () => {
    expect(planPhone(PLAN, 123)).toEqual(phones[123])
    expect(planPhone({ ...PLAN, seed: 2 }, 123)).not.toEqual(phones[123])
  })

  it('begin with one of every fate, all of the first merchant', () => {
    const first = phones.slice(0, GUARANTEED_FATES.length)
    expect(first.map((phone) => phone.fate)).toEqual(GUARANTEED_FATES)
    expect(new Set(first.map((phone) => phone.merchant))).toEqual(new Set([0]))
    expect(new Set(phones.map((phone) => phone.merchant))).toEqual(new Set([0, 1]))
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

  it('sell, all but the first, where orders are what is wanted', () => {
    const sold = Array.from({ length: 200 }, (_, index) => planPhone({ ...PLAN, sellsAll: true }, index + 14))
    for (const { number, fate } of sold) {
      expect(courseOf(fate, { ...PLAN, number }).sells, `${number} ${fate}`).toBe(true)
    }
  })
})

describe('courses', () => {
  it('keep the order of a phone’s life within the history', () => {
    for (const { number, fate } of phones) {
      const course = courseOf(fate, { ...PLAN, number })
      expect(course.inspectMs).toBeGreaterThanOrEqual(PLAN.startMs)
      expect(course.inspectMs).toBeLessThan(PLAN.endMs)
      if (course.publishMs === null || course.sessionMs === null) continue
      expect(course.publishMs, `${number} ${fate}`).toBeGreaterThan(course.inspectMs)
      expect(course.publishMs).toBeLessThan(PLAN.endMs)
      // entries close half an hour before a session begins
      expect(course.sessionMs - course.publishMs, `${number} ${fate}`).toBeGreaterThan(35 * 60_000)
    }
  })
})
