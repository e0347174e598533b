import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import styles from './gap-money.module.css'
import { GapMoney } from './gap-money.tsx'

afterEach(cleanup)

test.each([
  [-2_000, '少收 ¥20.00', styles.loss],
  [1_800, '多收 ¥18.00', styles.excess],
  [0, '总数一样', 'muted'],
])('defect: a loss was green: a gap of %i fen looks like what it is', (fen, words, look) => {
  render(<GapMoney fen={fen} />)
  const shown = screen.getByText((_, element) => element?.tagName === 'B' && element.textContent === words)
  expect(shown.className).toBe(look)
  expect(look).toBeTruthy()
})
