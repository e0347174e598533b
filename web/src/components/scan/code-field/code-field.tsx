import { type HTMLAttributes, type Ref, useLayoutEffect, useReducer, useRef } from 'react'
import { cx } from '../../class-names.ts'
import styles from './code-field.module.css'
import './code-field-element.ts'
import type { CodeFieldElement } from './code-field-element.ts'

type FieldAttributes = Omit<HTMLAttributes<CodeFieldElement>, 'onChange' | 'onInput' | 'children'>

/** What a person has changed in the field. */
export interface CodeFieldChange {
  readonly target: CodeFieldElement
}

interface CodeFieldProps extends FieldAttributes {
  ref?: Ref<CodeFieldElement>
  value: string
  onChange: (event: CodeFieldChange) => void
  name?: string
  type?: 'text' | 'search'
  placeholder?: string | undefined
  maxLength?: number
  disabled?: boolean
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'code-field': FieldAttributes & {
        ref?: Ref<CodeFieldElement>
        value?: string
        onInput?: (event: InputEvent<CodeFieldElement>) => void
      } & Pick<CodeFieldProps, 'name' | 'type' | 'placeholder' | 'maxLength' | 'disabled'>
    }
  }
}

/** On an element of its own name React leaves out an attribute that is false: what aria says is in words. */
function withWords<Attributes extends object>(attributes: Attributes): Attributes {
  const spoken = ([name, value]: [string, unknown]) => [
    name,
    typeof value === 'boolean' && name.startsWith('aria-') ? String(value) : value,
  ]
  return Object.fromEntries(Object.entries(attributes).map(spoken)) as Attributes
}

/**
 * A box for codes that no input method sees (docs/scanning.md), used like a controlled text input:
 *
 *     <CodeField aria-label="运单号" value={waybill} onChange={({ target }) => setWaybill(target.value)} />
 */
export function CodeField({ ref, className, value, onChange, ...rest }: CodeFieldProps) {
  const element = useRef<CodeFieldElement>(null)
  const [, lookAgain] = useReducer((count: number) => count + 1, 0)
  // What was typed and not taken over is taken out again, as of React's own inputs.
  useLayoutEffect(() => {
    if (element.current && element.current.value !== value) element.current.value = value
  })
  const setRef = (found: CodeFieldElement | null) => {
    element.current = found
    if (typeof ref === 'function') ref(found)
    else if (ref) ref.current = found
  }
  return (
    <code-field
      {...withWords(rest)}
      ref={setRef}
      className={cx(styles.field, className)}
      onInput={({ currentTarget }) => {
        onChange({ target: currentTarget })
        lookAgain()
      }}
    />
  )
}
