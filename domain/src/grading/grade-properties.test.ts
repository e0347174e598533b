import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MODELS } from '../catalogue/testing/models.ts'
import { CHANNEL_RULES, CHANNELS, type Channel } from '../channel.ts'
import { checkAnswers } from '../template/answers.ts'
import { TEMPLATE_2026001 as TEMPLATE } from '../template/data-2026001.ts'
import { applicableItems, findItem, itemsOf } from '../template/template.ts'
import { anyAnswers, CLAIMS, chosen } from '../template/testing/answers.ts'
import { type Answers, GRADES, type Grade } from '../template/types.ts'
import { checkOverride, gradeOf } from './grade.ts'
import { gradeRank, isWorse } from './ladder.ts'

/** Which histories are drawn; a failing run is repeated with the number in its title. */
const SEED = Number(process.env.GRADE_SEED ?? process.env.TEST_SEED ?? 20_261_128)
const RUNS = { seed: SEED, numRuns: 500 } as const

const EXCEPTIONS = itemsOf(TEMPLATE).flatMap((item) =>
  item.options.filter((option) => option.cap !== null).map((option) => option.code),
)
const picked = (maxLength: number) => fc.uniqueArray(fc.constantFrom(...EXCEPTIONS), { maxLength })
const channel = fc.constantFrom(...CHANNELS)
const model = fc.constantFrom(...MODELS)
const platform = fc.constantFrom('apple', 'android')

type Model = (typeof MODELS)[number]

/** The grade of a phone as the product finds it: answers cleaned for the model and the channel's set. */
function gradeOn(of: Model, on: Channel, answers: Answers): Grade {
  const quick = CHANNEL_RULES[on].itemSet === 'quick'
  const checked = checkAnswers(TEMPLATE, of, answers, { channel: on, quick })
  return gradeOf(TEMPLATE, checked.answers, { channel: on, platform: of.platform }).grade
}

describe(`the grade of any answers (GRADE_SEED=${SEED})`, () => {
  test('one more exception never improves it', () => {
    const scene = fc.record({ some: fc.subarray(EXCEPTIONS), more: fc.constantFrom(...EXCEPTIONS), channel, platform })
    fc.assert(
      fc.property(scene, fc.boolean(), ({ some, more, ...sale }, isNew) => {
        const base = isNew ? ['A11-2', ...some] : some
        const before = gradeOf(TEMPLATE, chosen(...base), sale).grade
        const after = gradeOf(TEMPLATE, chosen(...new Set([...base, more])), sale).grade
        expect(isWorse(before, after), `${before} became ${after}`).toBe(false)
      }),
      RUNS,
    )
  })

  test('nor does it on any model and channel when the answers are cleaned first', () => {
    fc.assert(
      fc.property(picked(6), fc.constantFrom(...EXCEPTIONS), model, channel, (some, more, of, on) => {
        const before = gradeOn(of, on, { ...CLAIMS, ...chosen(...some) })
        const after = gradeOn(of, on, { ...CLAIMS, ...chosen(...new Set([...some, more])) })
        expect(isWorse(before, after), `${before} became ${after}`).toBe(false)
      }),
      RUNS,
    )
  })

  test('it is never better than the worst binding cap, and its causes are options of the template', () => {
    fc.assert(
      fc.property(anyAnswers(), channel, platform, (answers, on, of) => {
        const result = gradeOf(TEMPLATE, answers, { channel: on, platform: of })
        for (const cause of result.causes) {
          expect(gradeRank(result.grade)).toBeGreaterThanOrEqual(gradeRank(cause.cap))
          const options = findItem(TEMPLATE, cause.itemCode)?.options.map((option) => option.code)
          expect(options).toContain(cause.optionCode)
        }
      }),
      RUNS,
    )
  })

  test('at auction it is never worse than on the curated channel', () => {
    fc.assert(
      fc.property(fc.subarray(EXCEPTIONS), platform, (some, of) => {
        const [auction, curated] = CHANNELS.map((on) =>
          gradeOf(TEMPLATE, chosen(...some), { channel: on, platform: of }),
        )
        expect(isWorse(auction?.grade ?? 'X', curated?.grade ?? 'NEW')).toBe(false)
      }),
      RUNS,
    )
  })
})

describe(`a grade set by hand (GRADE_SEED=${SEED})`, () => {
  const grade = fc.constantFrom(...GRADES)

  test('goes down only, and only with a reason of two to two hundred characters', () => {
    fc.assert(
      fc.property(grade, grade, fc.string({ maxLength: 220, unit: 'grapheme' }), (system, final, reason) => {
        const length = [...reason.trim()].length
        const isReasoned = length >= 2 && length <= 200
        const isAllowed = system === final || (isWorse(final, system) && isReasoned)
        expect(checkOverride(system, final, reason).ok).toBe(isAllowed)
      }),
      RUNS,
    )
  })

  test('says why it is refused', () => {
    expect(checkOverride('95', '95', null)).toEqual({ ok: true })
    expect(checkOverride('95', '80', '后盖有油渍')).toEqual({ ok: true })
    expect(checkOverride('95', '99', '看起来很新')).toEqual({
      ok: false,
      message: '成色只能下调，系统评级为95新，请选择更低的成色',
    })
    for (const reason of [null, undefined, '', ' 旧 ', '长'.repeat(201)]) {
      expect(checkOverride('95', '90', reason)).toEqual({ ok: false, message: '请填写下调成色的原因，2到200个字' })
    }
  })
})

/** What a phone of a batch has: the batch's answers, and its own in place of them where it has some. */
function merged(common: Answers, own: Answers): Answers {
  return { ...CLAIMS, ...common, ...own }
}

describe(`a phone of a batch (GRADE_SEED=${SEED})`, () => {
  test('with exceptions that the batch has not is never better than the batch', () => {
    fc.assert(
      fc.property(picked(5), picked(4), model, channel, (common, own, of, on) => {
        const batch = chosen(...common)
        const beyond = chosen(...own.filter((code) => batch[code.slice(0, 3)] === undefined))
        const ofBatch = gradeOn(of, on, merged(batch, {}))
        const ofPhone = gradeOn(of, on, merged(batch, beyond))
        expect(isWorse(ofBatch, ofPhone), `${ofPhone} in a batch of ${ofBatch}`).toBe(false)
      }),
      RUNS,
    )
  })

  test('is not touched by answers to items that its model is not asked', () => {
    fc.assert(
      fc.property(picked(5), picked(4), model, channel, (common, own, of, on) => {
        const all = merged(chosen(...common), chosen(...own))
        const asked = new Set(applicableItems(TEMPLATE, of, all).map((item) => item.code))
        const shown = Object.fromEntries(Object.entries(all).filter(([code]) => asked.has(code)))
        expect(gradeOn(of, on, all)).toBe(gradeOn(of, on, shown))
      }),
      RUNS,
    )
  })
})
