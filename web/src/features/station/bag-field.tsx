import { checkBagCode } from '@huanji/domain/codes/classify'
import { type KeyboardEvent, useId, useRef } from 'react'
import { cx } from '../../components/class-names.ts'
import field from '../../components/field/field.module.css'
import { isComposed } from '../../components/input-method.ts'
import type { CodeBoxName } from '../../components/scan/code-boxes.ts'
import { CodeField } from '../../components/scan/code-field/code-field.tsx'
import type { CodeFieldElement } from '../../components/scan/code-field/code-field-element.ts'
import { beep } from '../../components/scan/feedback.ts'
import { giveToPage } from '../../components/scan/receivers.ts'
import type { TypedBag } from '../bag/bag-check.ts'
import { BagFault } from '../bag/bag-fault.tsx'
import { LowStock } from '../bag/low-stock.tsx'
import styles from './finish-line.module.css'

interface BagFieldProps {
  /** What stands in the box: typed so far, or scanned whole. */
  typed: string
  bag: TypedBag
  /** The phone may be sold without one. */
  isOptional: boolean
  onChange: (typed: string) => void
}

const NAME: CodeBoxName = 'station-bag'

/** What is typed goes the way of a scan, so that it is checked and told like one: with Enter, and on leaving once it has a bag's form. */
function useTypedAsScan(typed: string) {
  const known = useRef('')
  const checked = checkBagCode(typed)
  const give = (bagCode: string) => {
    known.current = bagCode
    giveToPage(bagCode)
  }
  return {
    onFocus: ({ currentTarget }: { currentTarget: CodeFieldElement }) => {
      known.current = typed
      currentTarget.select()
    },
    onBlur: () => {
      if (checked.ok && typed !== known.current) give(checked.bagCode)
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || isComposed(event) || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      if (checked.ok) give(checked.bagCode)
      else if (typed.trim() !== '') beep('refused')
    },
  }
}

/**
 * The bag's code: usually scanned from anywhere on the page, typed where no scanner is at hand. The box holds nothing
 * of its own, so that whatever is scanned takes the place of what stands in it.
 */
export function BagField({ typed, bag, isOptional, onChange }: BagFieldProps) {
  const id = useId()
  const asScan = useTypedAsScan(typed)
  return (
    <div className={styles.line}>
      <label htmlFor={id}>封袋码</label>
      <CodeField
        id={id}
        className={cx(field.input, 'code')}
        data-field="bagCode"
        data-code-box={NAME}
        placeholder={isOptional ? '选填，封袋时直接扫描' : '直接扫描封袋码，可稍后补'}
        maxLength={40}
        aria-invalid={bag.fault !== ''}
        aria-describedby={`${id}-fault`}
        value={typed}
        onChange={(event) => onChange(event.target.value)}
        {...asScan}
      />
      <span id={`${id}-fault`} className={styles.fault} aria-live="polite">
        <BagFault {...bag} />
      </span>
      {bag.fault === '' ? (
        <span className={styles.low}>
          <LowStock />
        </span>
      ) : null}
    </div>
  )
}
