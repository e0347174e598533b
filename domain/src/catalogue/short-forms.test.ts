import { expect, test } from 'vitest'
import { modelTitle } from './models.ts'
import { searchModels } from './search.ts'
import { CATALOGUE } from './testing/models.ts'
import { SHORT_FORMS as FORMS } from './testing/short-forms.ts'

test('of a hundred short forms 95 stand among the first three, and 90 first', () => {
  expect(FORMS.length).toBeGreaterThanOrEqual(100)
  const titles = new Set(CATALOGUE.models.map(modelTitle))
  expect(FORMS.filter(({ title }) => !titles.has(title)).map(({ title }) => title)).toEqual([])
  const places = FORMS.map(({ form, title }) => {
    const found = searchModels(form, 3, { catalogues: [CATALOGUE] })
    return { form, at: found.findIndex(({ model, isNamed }) => isNamed && modelTitle(model) === title) }
  })
  const lost = places.filter(({ at }) => at < 0).map(({ form }) => form)
  const behind = places.filter(({ at }) => at !== 0).map(({ form }) => form)
  expect(lost.length, `not among three: ${lost.join(', ')}`).toBeLessThanOrEqual(FORMS.length * 0.05)
  expect(behind.length, `not first: ${behind.join(', ')}`).toBeLessThanOrEqual(FORMS.length * 0.1)
})
