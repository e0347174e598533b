import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, expect, test } from 'vitest'
import { type LatePart, latePart } from '../late/late-part.ts'
import { Popup } from './popup.tsx'
import { usePopup } from './use-popup.ts'

interface WordProps {
  typed: () => string
}

function Word({ typed }: WordProps) {
  return <input aria-label="词" data-takes-focus="" defaultValue={typed()} />
}

/** A part that arrives when the test says so. */
function slowPart() {
  let arrive: (part: ComponentType<WordProps>) => void = () => {}
  let loads = 0
  const part = latePart<WordProps>(() => {
    loads++
    return new Promise((resolve) => (arrive = resolve))
  })
  return { part, loads: () => loads, arrive: () => act(async () => arrive(Word)) }
}

let pageKeys: string[] = []

function Opener({ part }: { part: LatePart<WordProps> }) {
  const popup = usePopup(part)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for a page that has keys of its own
    <div onKeyDown={(event) => pageKeys.push(event.key)}>
      <button type="button" {...popup.triggerProps}>
        打开
      </button>
      <Popup of={popup} label="词">
        {(Panel) => <Panel typed={popup.typed} />}
      </Popup>
    </div>
  )
}

const button = () => screen.getByRole('button', { name: '打开' })
const press = (key: string) => fireEvent.keyDown(button(), { key })

afterEach(() => {
  cleanup()
  pageKeys = []
})

test('the part is loaded once, when the pointer or the focus comes, and shown only when it is opened', async () => {
  const { part, loads, arrive } = slowPart()
  render(<Opener part={part} />)
  expect(loads()).toBe(0)
  fireEvent.pointerEnter(button())
  act(() => button().focus())
  expect(loads()).toBe(1)
  await arrive()
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(button())
  expect(screen.getByRole('dialog', { name: '词' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('词', { selector: 'input' }))
})

test('keys typed while it is on its way are there when it is', async () => {
  const { part, arrive } = slowPart()
  render(<Opener part={part} />)
  act(() => button().focus())
  press('ArrowDown')
  expect(button().getAttribute('aria-expanded')).toBe('true')
  expect(button().getAttribute('aria-busy')).toBe('true')
  for (const key of ['1', '3', 'x', 'Backspace', 'p']) press(key)
  await arrive()
  expect(screen.getByLabelText<HTMLInputElement>('词', { selector: 'input' }).value).toBe('13p')
  expect(pageKeys).toEqual([])
})

test('Esc before it is there gives up, and what was typed is gone', async () => {
  const { part, arrive } = slowPart()
  render(<Opener part={part} />)
  act(() => button().focus())
  press('ArrowDown')
  press('a')
  press('Escape')
  await arrive()
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(button())
  expect(screen.getByLabelText<HTMLInputElement>('词', { selector: 'input' }).value).toBe('')
})
