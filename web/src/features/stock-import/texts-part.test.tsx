import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '../../api/client.ts'
import { leavePage, signInAs } from '../people/testing/page.tsx'
import { showScreen, stubGateway } from '../testing/screen.tsx'
import { TextsPart } from './texts-part.tsx'
import type { UnknownText } from './types.ts'
import type { Sheet, StockWork } from './use-stock-table.ts'

vi.setConfig({ testTimeout: 30_000 })

const TEXT: UnknownText = { text: '魅族20 M381Q', count: 12, modelId: null, guesses: [] }
const SHEET = { models: { 别的: 'xiaomi-14' } } as unknown as Sheet

function show(grants: readonly string[]) {
  signInAs(grants)
  const change = vi.fn()
  const sent = stubGateway({
    [api.catalogue.brands.path]: () => ({ brands: ['魅族'] }),
    [api.detConfig.productSearch.path]: () => ({ models: [] }),
    [api.catalogue.createModel.path]: () => ({ modelId: 'own-1', title: '魅族 20', version: 1 }),
  })
  const work = { isBusy: false, change } as unknown as StockWork
  showScreen(<TextsPart work={work} sheet={SHEET} texts={[TEXT]} />)
  return { change, sent }
}

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
})
afterEach(leavePage)

test('defect: lines of a phone outside the catalogue could not be imported', async () => {
  const { change, sent } = show([api.catalogue.createModel.path])
  fireEvent.click(screen.getByRole('button', { name: '为“魅族20 M381Q”新建机型' }))
  const name = await screen.findByLabelText<HTMLInputElement>(/^名称/)
  expect(name.value).toBe('20')
  await act(async () => void fireEvent.keyDown(name, { key: 'Enter', ctrlKey: true }))
  // it is chosen for all lines with the text
  await waitFor(() => expect(change).toHaveBeenCalledWith({ models: { 别的: 'xiaomi-14', '魅族20 M381Q': 'own-1' } }))
  expect(sent.find(({ path }) => path === api.catalogue.createModel.path)?.body).toMatchObject({ numbers: ['M381Q'] })
})

test('whoever may not write a model down sees no button', () => {
  show(['/api/goods/list'])
  expect(screen.queryByRole('button', { name: /新建机型/ })).toBeNull()
})
