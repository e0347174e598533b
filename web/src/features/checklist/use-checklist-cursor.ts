import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { isComposed } from '../../components/input-method.ts'
import { isUncovered, useQuietKeys } from '../../components/scan/use-quiet-keys.ts'
import type { Answer, TemplateItem } from '../inspection/types.ts'
import {
  answerByOption,
  type ChecklistGroup,
  type ChecklistItem,
  checklistItems,
  type KeyedItem,
  openItems,
  typedValueOf,
} from './checklist.ts'
import { optionByKey } from './option-keys.ts'

/**
 * Whether the walk goes on to the next open item after an answer: `whenOpen` only from one that nobody had answered, so
 * that looking over an answered item does not lead away from it.
 */
export type Lead = 'always' | 'whenOpen' | 'never'

/** After an option of the item: a number is done with, of several options more may follow. */
export function leadOf(item: TemplateItem): Lead {
  if (typedValueOf(item) === 'percent' || typedValueOf(item) === 'count') return 'always'
  return item.mode === 'multi' ? 'never' : 'whenOpen'
}

interface CursorInput {
  readonly root: RefObject<HTMLElement | null>
  readonly groups: readonly ChecklistGroup[]
  /** What keys lead to, shown or not. */
  readonly keyed: readonly KeyedItem[]
  readonly onAnswer: (itemCode: string, answer: Answer | null) => void
  readonly onOpen: (groupCode: string) => void
}

/** The first of an item's two keys once it was pressed, and what was pressed after it that leads nowhere. */
export interface PressedKey {
  readonly first: string
  readonly refused: string
}

/** Takes the two keys of an item. Between them no key does anything else; Esc leaves. */
function useItemKeys(
  root: RefObject<HTMLElement | null>,
  keyed: readonly KeyedItem[],
  goTo: (code: string) => void,
  onBegin: () => void,
) {
  const [pressed, setPressed] = useState<PressedKey | null>(null)
  const isPressed = pressed !== null
  const leave = () => setPressed(null)
  useEffect(() => {
    if (!isPressed) return
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if ((event.key !== 'Escape' && event.key !== 'Backspace') || !isUncovered(root.current)) return
      event.preventDefault()
      event.stopPropagation()
      setPressed(null)
    }
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  }, [isPressed, root])
  /** True when the key is one of an item's. */
  const take = (key: string): boolean => {
    if (pressed) {
      const item = keyed.find(({ keys }) => keys === pressed.first + key)
      if (!item) {
        setPressed({ ...pressed, refused: key })
        return true
      }
      setPressed(null)
      goTo(item.code)
      return true
    }
    if (!keyed.some(({ keys }) => keys.startsWith(key))) return false
    onBegin()
    setPressed({ first: key, refused: '' })
    return true
  }
  return { pressed, take, leave, restore: setPressed }
}

/** The current item, and every way to another one: its keys, the arrows, the search, and the walk over open items. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its functions share one state, which would otherwise be handed around
export function useChecklistCursor({ root, groups, keyed, onAnswer, onOpen }: CursorInput) {
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
    itemKeys.leave()
    const group = groups.find((one) => code.startsWith(one.code))
    if (group && !group.items.some((entry) => entry.item.code === code)) onOpen(group.code)
    setCurrentCode(code)
    // With the next paint, when a group that was just opened has its cells; an item with a box gives the focus to it.
    // A key that comes sooner has led on: the item before must not take the focus back.
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(() => focusOn(code))
  }
  const focusOn = (code: string) => {
    const wanted = [`[data-value-of="${code}"]`, `[data-item="${code}"]:not([data-typed])`]
    root.current?.querySelector<HTMLElement>(wanted.join())?.focus()
  }
  const itemKeys = useItemKeys(root, keyed, goTo, () => {
    setJumping(false)
    // what comes next is no number: it must not be typed into a box
    root.current?.focus({ preventScroll: true })
  })
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
  const answer = (entry: ChecklistItem, given: Answer | null, lead: Lead) => {
    onAnswer(entry.item.code, given)
    if (lead === 'always' || (lead === 'whenOpen' && entry.standing === 'open')) goToOpen(entries.indexOf(entry))
  }

  const jump = () => {
    itemKeys.leave()
    setJumping(true)
  }
  const latestAnswer = useRef(onAnswer)
  latestAnswer.current = onAnswer
  useQuietKeys(
    (key) => {
      if (key === '/') {
        jump()
        return
      }
      const { pressed } = itemKeys
      const goBack = () => {
        if (currentCode === null) rest()
        else goTo(currentCode)
        itemKeys.restore(pressed)
      }
      if (itemKeys.take(key)) return goBack
      const option = current ? optionByKey(current.item, key) : null
      if (!current || option === null || current.standing === 'uninspectable') return
      answer(current, answerByOption(current.item, current.answer, option), leadOf(current.item))
      return () => {
        latestAnswer.current(current.item.code, current.answer ?? null)
        goBack()
      }
    },
    true,
    root,
  )

  const onKeyDown = (event: KeyboardEvent) => {
    const isCell = event.target instanceof HTMLElement && event.target.dataset.item !== undefined
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? (event.key === 'Enter' && isCell ? 1 : 0)
    if (by === 0 || isComposed(event) || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    step(by === 1 ? 1 : -1)
  }
  /** A cell got the focus: it is the current item; one with a box gives the focus on to it. */
  const onFocus = (code: string) => {
    itemKeys.leave()
    setCurrentCode(code)
    if (code === currentCode) focusOn(code)
  }
  return {
    current,
    isJumping,
    endJump: () => setJumping(false),
    pressed: itemKeys.pressed,
    leaveKeys: itemKeys.leave,
    goTo,
    goToOpen,
    jump,
    step,
    answer,
    onKeyDown,
    onFocus,
  }
}
