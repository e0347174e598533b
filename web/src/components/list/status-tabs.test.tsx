import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { StatusTabs } from './status-tabs.tsx'

afterEach(cleanup)

const STATE = { values: {}, page: 1, pageSize: 20, cursor: '', sort: '', view: '' }

function show(counts: Record<string, number> | null): string {
  render(
    <StatusTabs
      name="state"
      options={[{ value: 'draft', label: '草稿' }]}
      counts={counts}
      isCounted
      state={STATE}
      go={() => {}}
    />,
  )
  return screen.getByRole('button', { name: /^草稿/ }).textContent ?? ''
}

test.each([
  [0, '草稿0'],
  [100, '草稿100'],
  [999, '草稿999'],
  [1000, '草稿999+'],
])('a tab with %i rows reads %s', (count, text) => {
  expect(show({ draft: count })).toBe(text)
})

test('a tab of which the server counted nothing reads 0, and nothing before the first answer', () => {
  expect(show({})).toBe('草稿0')
  cleanup()
  expect(show(null)).toBe('草稿')
})
