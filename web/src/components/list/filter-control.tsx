import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../button/button.tsx'
import { DaysBox } from '../calendar/days-box.tsx'
import { cx } from '../class-names.ts'
import input from '../field/field.module.css'
import type { OptionCounts } from '../listbox/option.ts'
import { OptionBox } from '../listbox/option-box.tsx'
import type { CodeBoxName } from '../scan/code-boxes.ts'
import { CodeFilter } from '../scan/code-filter.tsx'
import styles from './filter.module.css'
import type { DayFilter, DaysFilter, Filter, SearchFilter, SelectFilter, TextFilter } from './list-types.ts'
import { chosenValues, type ListState } from './url-state.ts'
import { chosenOptions, useOptions } from './use-options.ts'

/** Writes some filters into the URL. */
export type Commit = (changed: Readonly<Record<string, string>>, how?: 'push' | 'replace') => void

interface ControlProps<Kind extends Filter = Filter> {
  listKey: string
  filter: Kind
  values: ListState['values']
  commit: Commit
  /** How many rows each value of a filter has; asked for when it is opened. */
  countsOf: (name: string) => OptionCounts
  /** True once rows are there: options that must be asked for wait until then. */
  isReady: boolean
  isMain: boolean
}

/** One filter of the bar with its label. */
export function FilterControl({ filter, ...props }: ControlProps) {
  const id = useId()
  let control: ReactNode
  if (filter.kind === 'text' && filter.codeBox) {
    control = <CodeControl {...props} id={id} filter={filter} codeBox={filter.codeBox} />
  } else if (filter.kind === 'text') control = <TextControl {...props} id={id} filter={filter} />
  else if (filter.kind === 'select' || filter.kind === 'search') {
    control = <ChoiceControl {...props} id={id} filter={filter} />
  } else control = <DaysControl {...props} id={id} filter={filter} />
  return (
    <div className={cx(styles.filter, props.isMain && styles.main)}>
      <label htmlFor={id}>{filter.label}</label>
      {control}
      {props.isMain ? (
        <Button tone="primary" type="submit" icon="search">
          查询
        </Button>
      ) : null}
    </div>
  )
}

function CodeControl({
  id,
  filter: { name, placeholder },
  codeBox,
  values,
  commit,
  isMain,
}: ControlProps<TextFilter<string>> & { id: string; codeBox: CodeBoxName }) {
  return (
    <CodeFilter
      id={id}
      name={name}
      codeBox={codeBox}
      value={values[name] ?? ''}
      placeholder={placeholder}
      isMain={isMain}
      commit={(code) => commit({ [name]: code })}
    />
  )
}

function TextControl({ id, filter, values, commit, isMain }: ControlProps<TextFilter<string>> & { id: string }) {
  const value = values[filter.name] ?? ''
  const box = useRef<HTMLInputElement>(null)
  // The same box all along: whoever is in it stays there.
  useLayoutEffect(() => {
    if (box.current) box.current.value = value
  }, [value])
  return (
    <input
      ref={box}
      id={id}
      name={filter.name}
      className={input.input}
      type="search"
      defaultValue={value}
      placeholder={filter.placeholder}
      autoComplete="off"
      spellCheck={false}
      data-main-filter={isMain ? '' : undefined}
      onBlur={(event) => commit({ [filter.name]: event.target.value.trim() })}
    />
  )
}

function ChoiceControl({
  id,
  listKey,
  filter,
  values,
  commit,
  countsOf,
  isReady,
}: ControlProps<SelectFilter<string> | SearchFilter<string>> & { id: string }) {
  const [isApproached, setApproached] = useState(false)
  const options = useOptions(listKey, filter, isReady || isApproached)
  return (
    <OptionBox
      id={id}
      label={filter.label}
      none={filter.kind === 'select' ? (filter.none ?? '全部') : '全部'}
      chosen={chosenOptions(filter, values, options)}
      source={filter.kind === 'search' ? { kind: 'search', search: filter.search } : { kind: 'all', options }}
      multiple={!filter.single}
      counts={filter.counted ? countsOf(filter.name) : undefined}
      onApproach={() => setApproached(true)}
      // One step back undoes all that was ticked in one opening.
      onChange={(chosen, isFurther) => commit(chosenValues(filter, chosen), isFurther ? 'replace' : 'push')}
    />
  )
}

function DaysControl({
  id,
  filter,
  values,
  commit,
}: ControlProps<DayFilter<string> | DaysFilter<string>> & { id: string }) {
  const last = filter.kind === 'days' ? filter.to : null
  return (
    <DaysBox
      id={id}
      label={filter.label}
      days={{ first: values[filter.name] ?? '', last: last === null ? '' : (values[last] ?? '') }}
      single={last === null}
      onChange={(days) => commit({ [filter.name]: days.first, ...(last === null ? {} : { [last]: days.last }) })}
    />
  )
}
