import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { PrivacyPage } from './privacy-page.tsx'
import { SellerPage } from './seller-page.tsx'
import { UserPage } from './user-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['隐私协议', PrivacyPage],
  ['卖家协议', SellerPage],
  ['用户协议', UserPage],
])('%s is there whole, with its version and date, its chapters numbered in a row', (title, Page) => {
  render(<Page />)
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy()
  expect(screen.getByText(/^版本 \d+\.\d+ 更新及生效日期：\d{4}年\d{1,2}月\d{1,2}日$/)).toBeTruthy()
  const chapters = screen.getAllByRole('heading', { level: 2 })
  expect(chapters.length).toBeGreaterThan(5)
  expect(chapters.map((chapter) => chapter.textContent?.split('、')[0])).toEqual(
    ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二'].slice(0, chapters.length),
  )
  for (const list of screen.getAllByRole('list')) {
    for (const paragraph of within(list).getAllByRole('listitem')) {
      expect(paragraph.textContent?.length).toBeGreaterThan(8)
    }
  }
})

test('an agreement is printed by its button', () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  render(<UserPage />)
  fireEvent.click(screen.getByRole('button', { name: '打印' }))
  expect(print).toHaveBeenCalledOnce()
})
