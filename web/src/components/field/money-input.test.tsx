import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { MoneyInput } from './money-input.tsx'

afterEach(cleanup)

test.each([
  ['12a8', '128', 12_800],
  ['abc', '', null],
  ['¥1,234.50', '¥1,234.50', 123_450],
  ['1.234', '1.234', null],
])('defect: letters stayed in a box for an amount: %s', (typed, shown, fen) => {
  const onChange = vi.fn()
  render(<MoneyInput fen={null} aria-label="售价" onChange={onChange} />)
  const box = screen.getByLabelText<HTMLInputElement>('售价')
  fireEvent.change(box, { target: { value: typed } })
  if (fen !== null) expect(onChange).toHaveBeenLastCalledWith(fen)
  else expect(box.value).toBe(shown)
})
