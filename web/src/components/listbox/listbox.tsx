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
  /** What an option belongs to, which stands over the first of those that follow each other; without it nothing does. */
  groupOf?: (option: Option) => string
  /** An option's content. */
  children: (option: Option) => ReactNode
}

interface Group {
  readonly title: string | null
  /** The place of its first option among all. */
  readonly first: number
  readonly count: number
}

/** The options that follow each other and belong to the same. */
function groupsOf<Option>(options: readonly Option[], groupOf: ((option: Option) => string) | undefined): Group[] {
  const groups: { title: string | null; first: number; count: number }[] = []
  for (const [index, option] of options.entries()) {
    const title = groupOf?.(option) ?? null
    const last = groups.at(-1)
    if (last?.title === title) last.count += 1
    else groups.push({ title, first: index, count: 1 })
  }
  return groups
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
export function Listbox<Option>({ of, label, look, className, isBusy, groupOf, children }: ListboxProps<Option>) {
  const shown = (option: Option, index: number) => {
    const { key, ...rest } = of.optionProps(option, index)
    return (
      <div key={key} {...rest}>
        {children(option)}
      </div>
    )
  }
  const groups = of.isOpen ? groupsOf(of.options, groupOf) : []
  return (
    <div
      id={of.listId}
      role="listbox"
      aria-label={label}
      aria-busy={isBusy}
      className={cx(look === 'popup' && styles.popup, className)}
      hidden={look === 'popup' && !of.isOpen}
    >
      {groups.map(({ title, first, count }) => {
        const options = of.options.slice(first, first + count).map((option, at) => shown(option, first + at))
        if (title === null) return options
        return (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, and no form's fieldset
          <div key={title} role="group" aria-label={title} className={styles.group}>
            <p aria-hidden="true">{title}</p>
            {options}
          </div>
        )
      })}
    </div>
  )
}
