import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { startTransition, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { Segments } from './segments.tsx'

afterEach(cleanup)

const WAYS = [
  { value: 'rows', label: '明细' },
  { value: 'check', label: '对账' },
] as const

/** Takes a choice over once `taken` is kept, as the page does whose choice stands in the address. */
function Owner({ taken }: { taken: Promise<void> }) {
  const [view, setView] = useState<'rows' | 'check'>('rows')
  const change = async (next: 'rows' | 'check') => {
    await taken
    startTransition(() => setView(next))
  }
  return <Segments label="账单视图" name="view" options={WAYS} value={view} onChange={change} />
}

const isChosen = (name: string): boolean => screen.getByRole<HTMLInputElement>('radio', { name }).checked

it('shows what was clicked while the address that holds it is on its way (the choice fell back under the pointer)', async () => {
  const way = Promise.withResolvers<void>()
  render(<Owner taken={way.promise} />)
  await act(async () => void fireEvent.click(screen.getByRole('radio', { name: '对账' })))
  expect([isChosen('明细'), isChosen('对账')]).toEqual([false, true])
  await act(async () => way.resolve())
  expect([isChosen('明细'), isChosen('对账')]).toEqual([false, true])
})

it('shows what the owner has where the owner does not take the choice over', async () => {
  render(<Segments label="账单视图" name="view" options={WAYS} value="rows" onChange={async () => {}} />)
  await act(async () => void fireEvent.click(screen.getByRole('radio', { name: '对账' })))
  expect([isChosen('明细'), isChosen('对账')]).toEqual([true, false])
})
