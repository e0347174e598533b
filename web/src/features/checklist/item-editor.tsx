import { useId } from 'react'
import { cx } from '../../components/class-names.ts'
import type { Answer } from '../inspection/types.ts'
import { answerByOption, type ChecklistItem, chosenOptions, typedValueOf } from './checklist.ts'
import choices from './choice.module.css'
import styles from './item-editor.module.css'
import { KeyHint } from './key-hint.tsx'
import { optionKey } from './option-keys.ts'
import { type Lead, leadOf } from './use-checklist-cursor.ts'
import { ValueBox } from './value-box.tsx'

const EFFECT_CLASSES = {
  normal: undefined,
  info: undefined,
  cap: choices.cap,
  fault: choices.fault,
  stop: choices.stop,
} as const

const EFFECT_TEXT = { normal: '', info: '', cap: '降级', fault: '故障', stop: '不可上架' } as const

interface ItemEditorProps {
  entry: ChecklistItem
  problem: string | undefined
  onAnswer: (answer: Answer | null, lead: Lead) => void
  onStep: (step: 1 | -1) => void
}

/** The current item with all its options, one key each. */
export function ItemEditor({ entry, problem, onAnswer, onStep }: ItemEditorProps) {
  const { item, answer } = entry
  const noteId = useId()
  const isMulti = item.mode === 'multi'
  const chosen = new Set(chosenOptions(item, answer).map((option) => option.code))
  const choose = (optionCode: string) => onAnswer(answerByOption(item, answer, optionCode), leadOf(item))
  const listProps = {
    role: isMulti ? 'group' : 'radiogroup',
    'aria-label': item.name,
    'aria-describedby': problem ? noteId : undefined,
  }
  const optionProps = (code: string) => ({ role: isMulti ? 'checkbox' : 'radio', 'aria-checked': chosen.has(code) })
  return (
    <div>
      <p className={styles.name}>
        <b>{item.name}</b>
        <span className="muted">
          {item.required ? '必检' : '选检'}
          {isMulti ? '，可多选' : ''}
        </span>
        {problem ? (
          <span className={styles.problem} id={noteId}>
            {problem}
          </span>
        ) : null}
      </p>
      <div className={styles.options}>
        {typedValueOf(item) === 'none' ? null : (
          <ValueBox entry={entry} onAnswer={onAnswer} onStep={onStep} choose={choose} />
        )}
        <div className={choices.choices} {...listProps}>
          {item.options.map((option, index) => (
            <button
              key={option.code}
              type="button"
              {...optionProps(option.code)}
              className={cx(choices.choice, EFFECT_CLASSES[option.effect])}
              onClick={() => choose(option.code)}
            >
              <KeyHint text={optionKey(item, index)} />
              {option.name}
              {EFFECT_TEXT[option.effect] ? <i>{EFFECT_TEXT[option.effect]}</i> : null}
            </button>
          ))}
        </div>
      </div>
    </div>
  )
}
