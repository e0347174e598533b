import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import styles from './listbox.module.css'
import type { ComboboxParts } from './use-combobox.ts'

interface ListboxProps<Option> {
  /** From `useCombobox`, which the box gets its properties from. */
  of: ComboboxParts<Option>
  /** What is listed, for people who cannot see it: 机型. */
  label: string
  /** `popup` lies over what is below the box, `plain` stands in the page in the looks of its class. */
  look: 'popup' | 'plain'
  className?: string | undefined
  /** True while other options are on their way. */
  isBusy?: boolean
  /** An option's content. */
  children: (option: Option) => ReactNode
}

/**
 * The options under a box. Together:
 *
 *     const models = useCombobox({ options, keyOf: (model) => model.id, words: typed, onPick })
 *     <input {...models.box} aria-label="机型" value={typed} onChange={…} />
 *     <Listbox of={models} label="机型" look="plain">{(model) => model.title}</Listbox>
 *
 * A popup stands in an element of `position: relative` around both.
 */
export function Listbox<Option>({ of, label, look, className, isBusy, children }: ListboxProps<Option>) {
  return (
    <div
      id={of.listId}
      role="listbox"
      aria-label={label}
      aria-busy={isBusy}
      className={cx(look === 'popup' && styles.popup, className)}
      hidden={look === 'popup' && !of.isOpen}
    >
      {of.isOpen
        ? of.options.map((option, index) => {
            const { key, ...rest } = of.optionProps(option, index)
            return (
              <div key={key} {...rest}>
                {children(option)}
              </div>
            )
          })
        : null}
    </div>
  )
}
