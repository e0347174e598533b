import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
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

test('where the list says which tab no value means, that one is pressed, and every tab can be chosen', () => {
  const go = vi.fn()
  const options = [
    { value: 'waiting', label: '待处理' },
    { value: 'all', label: '全部' },
  ]
  const unnamed = ({ code }: Readonly<Record<string, string>>) => (code ? 'all' : 'waiting')
  const showAt = (values: Record<string, string>) => {
    cleanup()
    const state = { ...STATE, values }
    render(<StatusTabs name="state" options={options} unnamed={unnamed} counts={{}} isCounted state={state} go={go} />)
    const tabs = screen.getAllByRole('button')
    return tabs.filter((tab) => tab.getAttribute('aria-pressed') === 'true').map((tab) => tab.textContent)
  }
  const chosen = (name: RegExp) => {
    fireEvent.click(screen.getByRole('button', { name }))
    return go.mock.lastCall?.[0].values.state
  }
  expect(showAt({})).toEqual(['待处理0'])
  expect(chosen(/待处理/)).toBe('')
  expect(chosen(/全部/)).toBe('all')
  expect(showAt({ code: '490154203237518' })).toEqual(['全部0'])
  expect(chosen(/全部/)).toBe('')
  expect(chosen(/待处理/)).toBe('waiting')
  expect(showAt({ code: '490154203237518', state: 'waiting' })).toEqual(['待处理0'])
})
