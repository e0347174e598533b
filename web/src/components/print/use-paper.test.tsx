import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { usePaper } from './use-paper.ts'

function Label() {
  usePaper('size: 40mm 30mm; margin: 0')
  return null
}

const rules = () =>
  [...document.adoptedStyleSheets].flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText)).join()

afterEach(cleanup)

test('defect: labels came out on A4 in Firefox, which keeps to a page without a name alone', () => {
  const { unmount } = render(<Label />)
  expect(document.adoptedStyleSheets).toHaveLength(1)
  expect(rules()).not.toMatch(/@page\s+\w/)
  unmount()
  expect(document.adoptedStyleSheets).toHaveLength(0)
})

test('defect: Firefox printed empty labels behind the last one, as many as fit on the printer’s own paper', () => {
  render(<Label />)
  expect(rules()).toMatch(/@media print \{[^@]*body \{ min-height: 0(px)?;? \}/)
  expect(rules()).toMatch(/html \{ background: #fff/)
})
