import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { cx } from '../../components/class-names.ts'
import field from '../../components/field/field.module.css'
import { isComposed } from '../../components/input-method.ts'
import { beep } from '../../components/scan/feedback.ts'
import { DIGITS_ONLY } from '../../components/scan/use-quiet-keys.ts'
import type { Answer } from '../inspection/types.ts'
import { answerByValue, type ChecklistItem, isReadable, typedValueOf } from './checklist.ts'
import editor from './item-editor.module.css'
import { optionByKey } from './option-keys.ts'
import type { Lead } from './use-checklist-cursor.ts'
import styles from './value-box.module.css'

/** A number that cannot be longer is taken at once, but not before a scanner's burst would have shown itself. */
const TAKE_AFTER_MS = 100

/** A battery below that is rare, and a digit that was left out is not. */
const DOUBTED_BELOW = 50

/** What cannot be continued to another number of its kind. */
const COMPLETE = { percent: /^(1[1-9]|[2-9]\d|100)$/, count: /^\d{4}$/ } as const

const BOX_TEXT = {
  percent: { suffix: '%', mode: 'numeric', length: 3, fault: '请填写0–100的整数' },
  count: { suffix: '次', mode: 'numeric', length: 4, fault: '请填写0–9999的整数' },
  text: { suffix: '', mode: 'text', length: 40, fault: '' },
} as const

interface ValueBoxProps {
  entry: ChecklistItem
  onAnswer: (answer: Answer | null, lead: Lead) => void
  onStep: (step: 1 | -1) => void
  choose: (optionCode: string) => void
}

/** What stands in the box, and when it becomes the answer: a complete number by itself, anything else when told to. */
function useTyped({ item, answer }: ChecklistItem, onAnswer: ValueBoxProps['onAnswer']) {
  const kind = typedValueOf(item)
  const stood = answer?.value ?? ''
  const [typed, setTyped] = useState(stood)
  const taking = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The number that the person was asked about; giving it once more takes it. */
  const [doubted, setDoubted] = useState('')
  useEffect(() => () => clearTimeout(taking.current), [])
  const take = (text: string, lead: Lead) => {
    clearTimeout(taking.current)
    if (!isReadable(item, text)) return
    const number = text.trim()
    if (
      kind === 'percent' &&
      number !== '' &&
      number !== stood &&
      Number(number) < DOUBTED_BELOW &&
      number !== doubted
    ) {
      beep('refused')
      setDoubted(number)
      return
    }
    if (text.trim() !== stood || lead === 'always') onAnswer(answerByValue(item, answer, text), lead)
  }
  const type = (text: string) => {
    clearTimeout(taking.current)
    if (kind === 'none' || kind === 'text') return setTyped(text)
    const digits = text.replace(/\D/g, '')
    // a letter of an input method is none of the number
    if (digits === '' && text !== '') return
    setTyped(digits)
    if (COMPLETE[kind].test(digits)) taking.current = setTimeout(() => take(digits, 'always'), TAKE_AFTER_MS)
  }
  /** Puts back what stood there; false when nothing else does. */
  const restore = (): boolean => {
    clearTimeout(taking.current)
    setTyped(stood)
    return typed !== stood
  }
  return {
    stood,
    typed,
    setTyped,
    type,
    take,
    restore,
    isDoubted: typed !== '' && typed === doubted && typed !== stood,
  }
}

/**
 * The box of an item whose answer is typed. It takes the focus with its text selected, so that a number replaces the one
 * before, and gives it up as soon as the answer is complete. Esc puts back what stood there. Into a box of a number
 * only digits get; letters lead to other items.
 */
export function ValueBox({ entry, onAnswer, onStep, choose }: ValueBoxProps) {
  const { item } = entry
  const kind = typedValueOf(item)
  const words = BOX_TEXT[kind === 'none' ? 'text' : kind]
  const { stood, typed, setTyped, type, take, restore, isDoubted } = useTyped(entry, onAnswer)
  const box = useRef<HTMLInputElement>(null)
  const isGood = isReadable(item, typed)
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  const step = (by: 1 | -1) => {
    take(typed, 'never')
    onStep(by)
  }
  /** False for a key that is typed, or that belongs to the screen. */
  const takeKey = (key: string, isBack: boolean): boolean => {
    const option = kind === 'text' ? null : optionByKey(item, key)
    if (key === 'ArrowUp' || (key === 'Tab' && isBack)) step(-1)
    else if (key === 'ArrowDown' || key === 'Tab') step(1)
    else if (key === 'Escape') return restore()
    else if (option !== null) {
      setTyped('')
      choose(option)
    } else if (key !== 'Enter') return false
    else if (isGood && typed.trim() !== stood) take(typed, 'always')
    else if (isGood) onStep(1)
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposed(event) || event.ctrlKey || event.metaKey || event.altKey) return
    if (!takeKey(event.key, event.shiftKey)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <span className={styles.box}>
      <input
        ref={box}
        {...(kind === 'text' ? {} : DIGITS_ONLY)}
        data-value-of={item.code}
        className={cx(field.input, 'num')}
        aria-label={item.name}
        aria-invalid={!isGood}
        inputMode={words.mode}
        autoComplete="off"
        maxLength={words.length}
        value={typed}
        onFocus={(event) => event.target.select()}
        onChange={(event: ChangeEvent<HTMLInputElement>) => type(event.target.value)}
        onBlur={() => take(typed, 'never')}
        onKeyDown={onKeyDown}
      />
      {words.suffix}
      {isGood ? null : <span className={editor.problem}>{words.fault}</span>}
      {isDoubted ? (
        <span className={editor.problem} role="alert">
          只有{typed}%？核对无误按 Enter
        </span>
      ) : null}
    </span>
  )
}
