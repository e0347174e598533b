import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { MenuButton, type MenuItem } from './menu-button.tsx'

const done = vi.fn()
const line = (label: string, isChecked?: boolean): MenuItem => ({
  key: label,
  label,
  ...(isChecked === undefined ? {} : { isChecked }),
  run: () => done(label),
})
const ITEMS: readonly MenuItem[] = [
  { kind: 'heading', key: 'shared', label: '共享常用筛选' },
  line('今日待发', true),
  line('Apple', false),
  { kind: 'heading', key: 'do', label: '' },
  line('另存为…'),
]

async function open() {
  render(<MenuButton label="常用筛选" items={ITEMS} />)
  act(() => button().focus())
  fireEvent.keyDown(button(), { key: 'ArrowDown' })
  return screen.findByRole('menu', { name: '常用筛选' })
}

const button = () => screen.getByRole('button', { name: '常用筛选' })
const focused = () => document.activeElement?.textContent
const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key })

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

test('its lines have their roles, groups and marks; the first one has the focus', async () => {
  await open()
  expect(button().getAttribute('aria-haspopup')).toBe('menu')
  expect(button().getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('group', { name: '共享常用筛选' })).toBeTruthy()
  expect(screen.getByRole('menuitemradio', { name: '今日待发', checked: true })).toBe(document.activeElement)
  expect(screen.getByRole('menuitemradio', { name: 'Apple', checked: false })).toBeTruthy()
  expect(screen.getByRole('menuitem', { name: '另存为…' })).toBeTruthy()
})

test('a menu whose lines are on their way says so in a line of its own (a paragraph is nothing that a menu may hold)', async () => {
  render(<MenuButton label="常用筛选" items={[]} none="加载中…" />)
  act(() => button().focus())
  fireEvent.keyDown(button(), { key: 'ArrowDown' })
  await screen.findByRole('menu', { name: '常用筛选' })
  const said = screen.getByRole('menuitem', { name: '加载中…' })
  expect(said.getAttribute('aria-disabled')).toBe('true')
  expect(said).toBe(document.activeElement)
})

test('defect: the lines came after the menu was opened, and its keys did nothing: the first line had not the focus', async () => {
  const { rerender } = render(<MenuButton label="常用筛选" items={[]} none="加载中…" />)
  act(() => button().focus())
  fireEvent.keyDown(button(), { key: 'ArrowDown' })
  await screen.findByRole('menu', { name: '常用筛选' })
  rerender(<MenuButton label="常用筛选" items={ITEMS} none="加载中…" />)
  expect(focused()).toBe('今日待发')
  press('ArrowDown')
  expect(focused()).toBe('Apple')
})

test('arrows go round, Home and End to the ends, a letter to what begins with it', async () => {
  await open()
  press('ArrowDown')
  expect(focused()).toBe('Apple')
  press('End')
  expect(focused()).toBe('另存为…')
  press('ArrowDown')
  expect(focused()).toBe('今日待发')
  press('ArrowUp')
  expect(focused()).toBe('另存为…')
  press('a')
  expect(focused()).toBe('Apple')
  press('Home')
  expect(focused()).toBe('今日待发')
})

test('choosing does it and closes; Esc and Tab close and do nothing', async () => {
  await open()
  fireEvent.click(screen.getByRole('menuitem', { name: '另存为…' }))
  expect(done.mock.calls).toEqual([['另存为…']])
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button())
  for (const key of ['Escape', 'Tab']) {
    fireEvent.click(button())
    press(key)
    expect(screen.queryByRole('menu')).toBeNull()
  }
  expect(done).toHaveBeenCalledTimes(1)
})
