import { PAGES } from '@huanji/contract/pages'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { closeAllOverlays, OverlayHost } from '../../components/overlay/overlay-host.tsx'
import { forgetPermissions, storePermissions } from '../../session/session.ts'
import { HelpButton } from '../../shell/help-button.tsx'
import { openDialogsAndPopovers } from '../../shell/testing/dialogs.ts'
import { findTopics, topicsForReader } from './find-topics.ts'
import { markNewsSeen } from './help-news.ts'
import { HelpText } from './help-text.tsx'
import { TOPICS } from './topics.ts'

beforeAll(openDialogsAndPopovers)
afterEach(() => {
  act(closeAllOverlays)
  cleanup()
  localStorage.clear()
  forgetPermissions()
  history.replaceState(null, '', '/')
})

test('topics are found by all their words, those named so first', () => {
  expect(findTopics(TOPICS, '')).toEqual(TOPICS)
  const found = findTopics(TOPICS, ' 封袋  换袋 ')
  expect(found[0]?.key).toBe('seal')
  expect(found.length).toBeLessThan(findTopics(TOPICS, '封袋').length)
  expect(findTopics(TOPICS, 'imei').length).toBeGreaterThan(0)
  expect(findTopics(TOPICS, '没有这样的话')).toEqual([])
})

test('defect: the accountant read of bags and verdicts', () => {
  expect(topicsForReader(TOPICS)).toEqual(TOPICS)
  storePermissions([PAGES.bills.path, PAGES.downloads.path])
  expect(topicsForReader(TOPICS).map(({ key }) => key)).toEqual([
    'bill',
    'reconcile',
    'bill-month',
    'export-list',
    'account',
    'keyboard',
    'words',
  ])
})

test('names and keys stand out of the text', () => {
  const { container } = render(<HelpText text="点「发货」，或按 `f`。" />)
  expect(container.innerHTML).toMatch(/^点<b[^>]*>发货<\/b>，或按 <kbd>f<\/kbd>。$/)
})

test('the dot stays until the news of this version were on screen', () => {
  const { unmount } = render(<HelpButton />)
  screen.getByRole('button', { name: '帮助（有更新说明）' })
  act(markNewsSeen)
  screen.getByRole('button', { name: '帮助' })
  unmount()
  render(<HelpButton />)
  screen.getByRole('button', { name: '帮助' })
})

test.each([
  ['/merchant/address', '怎样添加发货和退货地址'],
  ['/sale/after-sale', '本页相关'],
  ['/no/such/page', '开始使用'],
])('F1 at %s shows %s, once', async (address, heading) => {
  history.replaceState(null, '', address)
  render(
    <MemoryRouter>
      <HelpButton />
      <OverlayHost />
    </MemoryRouter>,
  )
  fireEvent.keyDown(window, { key: 'F1' })
  await screen.findByRole('heading', { name: heading })
  fireEvent.keyDown(window, { key: 'F1' })
  await act(() => Promise.resolve())
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
})
