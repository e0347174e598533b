import { describe, expect, test } from 'vitest'
import { TEMPLATES } from '../template/template.ts'
import type { Answers, Template } from '../template/types.ts'
import { answerDifferences } from './differences.ts'

const TEMPLATE = TEMPLATES[0] as Template
const differences = (sold: Answers, now: Answers) => answerDifferences(TEMPLATE, sold, now)

/** An item of several defects with its normal answer, and one of a single choice whose options grow worse. */
const items = TEMPLATE.groups.flatMap((group) => group.items)
const several = items.find((item) => item.mode === 'multi' && item.options.filter((one) => one.cap !== null).length > 1)
const single = items.find(
  (item) =>
    item.mode === 'single' && item.valueKind === 'none' && item.options.filter((one) => one.cap !== null).length > 1,
)

describe('what differs in a phone that came back', () => {
  test('items that are left out are as sold', () => {
    expect(differences({ A08: { options: ['A08-1'] } }, {})).toEqual([])
  })

  test('the same answer is none, in whatever order it is given', () => {
    const [one, other] = several?.options.filter((option) => option.cap !== null) ?? []
    const code = several?.code ?? ''
    const [a, b] = [one?.code ?? '', other?.code ?? '']
    expect(differences({ [code]: { options: [a, b] } }, { [code]: { options: [b, a] } })).toEqual([])
  })

  test('one more defect beside those that were known is worse, one less is not', () => {
    const [one, other] = several?.options.filter((option) => option.cap !== null) ?? []
    const code = several?.code ?? ''
    const [few, many] = [[one?.code ?? ''], [one?.code ?? '', other?.code ?? '']]
    expect(differences({ [code]: { options: few } }, { [code]: { options: many } })).toEqual([
      { itemCode: code, itemName: several?.name, sold: one?.name, now: `${one?.name}、${other?.name}`, isWorse: true },
    ])
    expect(differences({ [code]: { options: many } }, { [code]: { options: few } })).toMatchObject([{ isWorse: false }])
  })

  test('a defect instead of the normal answer is worse, the other way round is not', () => {
    const normal = single?.options.find((option) => option.cap === null)
    const defect = single?.options.find((option) => option.cap !== null)
    const code = single?.code ?? ''
    const [fine, broken] = [
      { [code]: { options: [normal?.code ?? ''] } },
      { [code]: { options: [defect?.code ?? ''] } },
    ]
    expect(differences(fine, broken)).toMatchObject([{ sold: normal?.name, now: defect?.name, isWorse: true }])
    expect(differences(broken, fine)).toMatchObject([{ sold: defect?.name, now: normal?.name, isWorse: false }])
  })

  test('a number reads with its sign, and is worse only where it leads to a worse option', () => {
    const health = (value: string): Answers => ({ A14: { options: [], value } })
    expect(differences(health('95'), health('91'))).toMatchObject([{ sold: '95%', now: '91%', isWorse: false }])
    expect(differences(health('95'), health('78'))).toMatchObject([{ sold: '95%', now: '78%', isWorse: true }])
  })

  test('what nobody had looked at says so', () => {
    const defect = single?.options.find((option) => option.cap !== null)
    const now = { [single?.code ?? '']: { options: [defect?.code ?? ''] } }
    expect(differences({}, now)).toMatchObject([{ sold: '未检', isWorse: true }])
  })
})
