import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import type { Answer } from '../../inspection/types.ts'
import { answerByOption, type ChecklistGroup, type ChecklistItem, checklistItems, openItems } from './checklist.ts'
import { optionByKey } from './option-keys.ts'
import { useQuietKeys } from './use-quiet-keys.ts'

interface CursorInput {
  readonly root: RefObject<HTMLElement | null>
  readonly groups: readonly ChecklistGroup[]
  readonly onAnswer: (itemCode: string, answer: Answer | null) => void
  readonly onOpen: (groupCode: string) => void
}

/** The current item, and every way to another one: its letter, the arrows, the search, and the walk over open items. */
export function useChecklistCursor({ root, groups, onAnswer, onOpen }: CursorInput) {
  const [currentCode, setCurrentCode] = useState<string | null>(null)
  const [isJumping, setJumping] = useState(false)
  const frame = useRef(0)
  const entries = checklistItems(groups)
  const at = entries.findIndex((entry) => entry.item.code === currentCode)
  const current = entries[at] ?? null

  const rest = () => {
    cancelAnimationFrame(frame.current)
    setCurrentCode(null)
    root.current?.focus({ preventScroll: true })
  }
  const goTo = (code: string) => {
    setJumping(false)
    const group = groups.find((one) => code.startsWith(one.code))
    if (group && !group.items.some((entry) => entry.item.code === code)) onOpen(group.code)
    setCurrentCode(code)
    // With the next paint, when a group that was just opened has its cells; an item with a box gives the focus to it.
    // A key that comes sooner has led on: the item before must not take the focus back.
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(() =>
      root.current?.querySelector<HTMLElement>(`[data-item="${code}"]:not([data-typed])`)?.focus(),
    )
  }
  /** The next item that somebody still has to answer, behind the given place first; without one, the checklist as a whole. */
  const goToOpen = (behind = -1) => {
    const open = openItems(groups).filter((entry) => entry !== entries[behind])
    const next = open.find((entry) => entries.indexOf(entry) > behind) ?? open[0]
    if (next) goTo(next.item.code)
    else rest()
  }
  const step = (by: 1 | -1) => {
    const next = entries[Math.max(0, Math.min(entries.length - 1, at + by))]
    if (next) goTo(next.item.code)
  }
  /** `isFinal` says that nothing more will be chosen in this item: the walk then goes on by itself. */
  const answer = (entry: ChecklistItem, given: Answer | null, isFinal: boolean) => {
    onAnswer(entry.item.code, given)
    if (entry.standing === 'open' && isFinal) goToOpen(entries.indexOf(entry))
  }

  useQuietKeys((key) => {
    if (key === '/') return setJumping(true)
    const target = entries.find((entry) => entry.key === key)
    if (target) return goTo(target.item.code)
    const option = current ? optionByKey(current.item, key) : null
    if (!current || option === null || current.standing === 'uninspectable') return
    answer(current, answerByOption(current.item, current.answer, option), current.item.mode !== 'multi')
  }, true)

  const onKeyDown = (event: KeyboardEvent) => {
    const isCell = event.target instanceof HTMLElement && event.target.dataset.item !== undefined
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? (event.key === 'Enter' && isCell ? 1 : 0)
    if (by === 0 || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    step(by === 1 ? 1 : -1)
  }
  return { current, setCurrentCode, isJumping, setJumping, goTo, goToOpen, step, answer, onKeyDown }
}
