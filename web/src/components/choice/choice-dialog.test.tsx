import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { closeAllOverlays, OverlayHost } from '../overlay/overlay-host.tsx'
import { askChoice } from './choice-dialog.tsx'
import { choicesOf } from './choice-field.tsx'

afterEach(() => {
  closeAllOverlays()
  cleanup()
})

test.each(['Enter', 'Tab'])('defect: a digit was lost when %s came before the end of its pause', async (next) => {
  render(<OverlayHost />)
  let asked: Promise<string | undefined> = Promise.resolve(undefined)
  act(() => {
    asked = askChoice({ title: '作废？', legend: '作废原因', choices: choicesOf(['录入错误', '重复质检']), ok: '作废' })
  })
  const before = document.activeElement ?? document.body
  fireEvent.keyDown(before, { key: '2' })
  fireEvent.keyDown(before, { key: next })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /重复质检/ }).checked).toBe(true)
  const button = screen.getByRole('button', { name: '作废' })
  expect(document.activeElement).toBe(button)
  fireEvent.click(button)
  expect(await asked).toBe('重复质检')
})
