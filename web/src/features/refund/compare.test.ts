import { answerDifferences } from '@huanji/domain/refunds/differences'
import { currentTemplate } from '@huanji/domain/template/template'
import { expect, test } from 'vitest'
import { templateOf } from '../station/testing/records.ts'
import { compareAnswers } from './compare.ts'

const TEMPLATES = { quick: templateOf('quick', 'curated'), full: templateOf('full', 'curated') }

test('defect: an exception that became a lesser one was called worse, which the server does not', () => {
  const items = TEMPLATES.full.groups.flatMap((group) => group.items)
  const compared = items.flatMap(({ code, options }) =>
    options.flatMap((sold) =>
      options.map((now) => {
        const before = { [code]: { options: [sold.code] } }
        const after = { [code]: { options: [now.code] } }
        const isWorse = (differences: readonly { readonly itemCode: string; readonly isWorse: boolean }[]) =>
          differences.some((one) => one.itemCode === code && one.isWorse)
        return {
          change: `${sold.code} ${now.code}`,
          here: isWorse(compareAnswers(TEMPLATES, before, after)),
          there: isWorse(answerDifferences(currentTemplate('curated'), before, after)),
        }
      }),
    ),
  )
  expect(compared.length).toBeGreaterThan(500)
  expect(compared.filter(({ here, there }) => here !== there)).toEqual([])
})
