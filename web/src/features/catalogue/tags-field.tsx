import { type KeyboardEvent, useId, useState } from 'react'
import { Controller } from 'react-hook-form'
import { Button } from '../../components/button/button.tsx'
import { cx } from '../../components/class-names.ts'
import input from '../../components/field/field.module.css'
import { FieldFrame } from '../../components/field/field-frame.tsx'
import type { FormControl } from '../../components/form/use-contract-form.ts'
import { isComposed } from '../../components/input-method.ts'
import styles from './fields.module.css'
import type { ModelValues } from './types.ts'

interface TagsFieldProps {
  form: FormControl<ModelValues>
  name: 'numbers' | 'storages' | 'colours'
  label: string
  hint: string
  maxLength: number
  /** Often chosen ones, a click each. */
  usual?: readonly string[]
  /** A text that was typed, as it is kept. */
  read?: (text: string) => string
  /** What is wrong with one of them; empty for nothing. */
  faultOf?: (tag: string) => string
  sort?: (tags: readonly string[]) => string[]
  takesFocus?: boolean
}

const SEPARATORS = /[,，、;；]/

/** The first complaint about a list, or about one of its texts. */
function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  if ('message' in error && typeof error.message === 'string') return error.message
  return Object.values(error).map(messageOf).find(Boolean) ?? ''
}

/** Several texts in one box: a comma, Enter or leaving it ends one, Backspace takes the last one back. */
export function TagsField({ form, name, ...props }: TagsFieldProps) {
  const id = useId()
  return (
    <Controller
      control={form.methods.control}
      name={name}
      render={({ field, fieldState }) => (
        <Tags
          {...props}
          id={id}
          tags={field.value}
          onChange={field.onChange}
          error={messageOf(fieldState.error)}
          frame={(element) => field.ref(element && { focus: () => element.querySelector('input')?.focus() })}
        />
      )}
    />
  )
}

interface TagsProps extends Omit<TagsFieldProps, 'form' | 'name'> {
  id: string
  tags: readonly string[]
  onChange: (tags: string[]) => void
  error: string
  frame: (element: HTMLDivElement | null) => void
}

/** Adding texts and taking them away. */
function useTags({ tags, onChange, read = (text) => text, sort = (list) => [...list] }: TagsProps) {
  const [typed, setTyped] = useState('')
  const add = (texts: readonly string[]) => {
    const wanted = texts.map((text) => read(text.trim())).filter((text) => text !== '')
    if (wanted.length > 0) onChange(sort([...new Set([...tags, ...wanted])]))
  }
  const remove = (tag: string) => onChange(tags.filter((one) => one !== tag))
  const type = (text: string) => {
    const parts = text.split(SEPARATORS)
    add(parts.slice(0, -1))
    setTyped(parts.at(-1) ?? '')
  }
  const end = () => {
    add([typed])
    setTyped('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposed(event)) return
    if (event.key === 'Enter' && typed.trim() !== '') {
      end()
      // with Ctrl the dialog saves what is written now
      if (!event.ctrlKey && !event.metaKey) event.preventDefault()
    }
    const last = tags.at(-1)
    if (event.key === 'Backspace' && typed === '' && last !== undefined) remove(last)
  }
  return { typed, type, end, add, remove, onKeyDown }
}

function Tags(props: TagsProps) {
  const { id, label, hint, maxLength, usual = [], tags, error, frame, takesFocus } = props
  const { typed, type, end, add, remove, onKeyDown } = useTags(props)
  const fault = tags.map((tag) => props.faultOf?.(tag) ?? '').find(Boolean) ?? ''
  return (
    <FieldFrame ref={frame} id={id} label={label} hint={hint} error={error || fault}>
      <div className={cx(input.input, styles.tags)}>
        {tags.map((tag) => (
          <span key={tag} className={styles.tag}>
            {tag}
            <button type="button" tabIndex={-1} aria-label={`去掉${label}${tag}`} onClick={() => remove(tag)}>
              ×
            </button>
          </span>
        ))}
        <input
          id={id}
          type="text"
          autoComplete="off"
          maxLength={maxLength}
          data-takes-focus={takesFocus ? '' : undefined}
          aria-invalid={(error || fault) !== ''}
          aria-describedby={`${id}-note`}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={end}
        />
      </div>
      {usual.length > 0 ? (
        <fieldset className={styles.usual} aria-label={`常用${label}`}>
          {usual.map((one) => (
            <Button
              key={one}
              small
              // the box takes them by keys
              tabIndex={-1}
              tone={tags.includes(one) ? 'primary' : 'plain'}
              aria-pressed={tags.includes(one)}
              onClick={() => (tags.includes(one) ? remove(one) : add([one]))}
            >
              {one}
            </Button>
          ))}
        </fieldset>
      ) : null}
    </FieldFrame>
  )
}
