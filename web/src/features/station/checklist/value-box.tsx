import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { cx } from '../../../components/class-names.ts'
import field from '../../../components/field/field.module.css'
import type { Answer } from '../../inspection/types.ts'
import { answerByValue, type ChecklistItem, isReadable, typedValueOf } from './checklist.ts'
import editor from './item-editor.module.css'
import { optionByKey } from './option-keys.ts'
import styles from './value-box.module.css'

/** A number that cannot be longer is taken at once, but not before a scanner's burst would have shown itself. */
const TAKE_AFTER_MS = 90

const BOX_TEXT = {
  percent: { suffix: '%', mode: 'numeric', fault: '请填写0–100的整数' },
  count: { suffix: '次', mode: 'numeric', fault: '请填写0–9999的整数' },
  text: { suffix: '', mode: 'text', fault: '' },
} as const

interface ValueBoxProps {
  entry: ChecklistItem
  onAnswer: (answer: Answer | null, isFinal: boolean) => void
  onStep: (step: 1 | -1) => void
  choose: (optionCode: string) => void
}

/** What stands in the box, and when it becomes the answer: a complete percentage by itself, anything else when told to. */
function useTyped({ item, answer }: ChecklistItem, onAnswer: ValueBoxProps['onAnswer']) {
  const [typed, setTyped] = useState(answer?.value ?? '')
  const taking = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(taking.current), [])
  const take = (text: string, isFinal: boolean) => {
    clearTimeout(taking.current)
    if (!isReadable(item, text) || text.trim() === (answer?.value ?? '')) return
    onAnswer(answerByValue(item, answer, text), isFinal)
  }
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(taking.current)
    const isComplete = typedValueOf(item) === 'percent' && /^(1[1-9]|[2-9]\d|100)$/.test(text)
    if (isComplete) taking.current = setTimeout(() => take(text, true), TAKE_AFTER_MS)
  }
  return { typed, setTyped, type, take }
}

/** The box of an item whose answer is typed; it takes the focus, and gives it up as soon as the answer is complete. */
export function ValueBox({ entry, onAnswer, onStep, choose }: ValueBoxProps) {
  const { item, answer } = entry
  const kind = typedValueOf(item)
  const words = BOX_TEXT[kind === 'none' ? 'text' : kind]
  const { typed, setTyped, type, take } = useTyped(entry, onAnswer)
  const box = useRef<HTMLInputElement>(null)
  const isGood = isReadable(item, typed)
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const back = event.key === 'ArrowUp' || (event.key === 'Tab' && event.shiftKey)
    const option = kind === 'text' ? null : optionByKey(item, event.key)
    if (back || event.key === 'ArrowDown' || event.key === 'Tab') {
      take(typed, false)
      onStep(back ? -1 : 1)
    } else if (event.key === 'Enter') {
      if (!isGood) return event.preventDefault()
      const isNew = typed.trim() !== (answer?.value ?? '')
      take(typed, true)
      // An item nobody had answered leads on by itself.
      if (!isNew || entry.standing !== 'open') onStep(1)
    } else if (option !== null) {
      setTyped('')
      choose(option)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <span className={styles.box}>
      <input
        ref={box}
        className={cx(field.input, 'num')}
        aria-label={item.name}
        aria-invalid={!isGood}
        inputMode={words.mode}
        autoComplete="off"
        maxLength={kind === 'text' ? 40 : 4}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onBlur={() => take(typed, false)}
        onKeyDown={onKeyDown}
      />
      {words.suffix}
      {isGood ? null : <span className={editor.problem}>{words.fault}</span>}
    </span>
  )
}
