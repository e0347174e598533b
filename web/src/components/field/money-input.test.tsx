import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
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
  if (fen !== null) expect(onChange).toHaveBeenLastCalledWith(fen, true)
  else expect(box.value).toBe(shown)
})

/** A box as a form holds it, with a line of its own beside it or without. */
function Held({ onChange, line }: { onChange: (fen: number | null, isReadable: boolean) => void; line?: string }) {
  const [fen, setFen] = useState<number | null>(180_000)
  return (
    <MoneyInput
      fen={fen}
      aria-label="成本价"
      aria-describedby={line}
      onChange={(typed, isReadable) => {
        setFen(typed)
        onChange(typed, isReadable)
      }}
    />
  )
}

test.each(['1850.555', '18,50', '-', '1.'])('defect: %s was taken for an empty box', (text) => {
  const onChange = vi.fn()
  render(<Held onChange={onChange} />)
  const box = screen.getByLabelText<HTMLInputElement>('成本价')
  fireEvent.change(box, { target: { value: text } })
  expect(onChange).toHaveBeenLastCalledWith(null, false)
  // a person who is still typing is not told
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.blur(box)
  expect(box.value).toBe(text)
  expect(box.getAttribute('aria-invalid')).toBe('true')
  const note = screen.getByRole('alert')
  expect(note.textContent).toBe('请输入正确的金额')
  expect(box.getAttribute('aria-describedby')).toBe(note.id)
  fireEvent.change(box, { target: { value: '' } })
  expect(onChange).toHaveBeenLastCalledWith(null, true)
  fireEvent.blur(box)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(box.getAttribute('aria-invalid')).not.toBe('true')
})

test('Enter says it too, and a line that describes the box has the word', () => {
  const { rerender } = render(<Held onChange={() => {}} />)
  const box = screen.getByLabelText('成本价')
  fireEvent.change(box, { target: { value: '18,50' } })
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(screen.getByRole('alert').textContent).toBe('请输入正确的金额')
  rerender(<Held onChange={() => {}} line="line" />)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(box.getAttribute('aria-invalid')).toBe('true')
  expect(box.getAttribute('aria-describedby')).toBe('line')
})
