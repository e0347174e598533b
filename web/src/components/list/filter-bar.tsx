import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '../button/button.tsx'
import { cx } from '../class-names.ts'
import input from '../field/field.module.css'
import { Combobox } from '../listbox/combobox.tsx'
import { CodeFilter } from '../scan/code-filter.tsx'
import styles from './list.module.css'
import type { DaysFilter, Filter, FilterOption, SelectFilter } from './list-types.ts'
import { type ListState, labelKey, withValues } from './url-state.ts'

interface FilterBarProps {
  listKey: string
  filters: readonly Filter[]
  state: ListState
  go: (next: ListState) => void
  reset: () => void
  /** True once rows are there: options that must be asked for wait until then. */
  isReady: boolean
}

/** The search form over a list. What is in the URL is in the boxes: they are keyed by it and hold nothing else. */
export function FilterBar({ listKey, filters, state, go, reset, isReady }: FilterBarProps) {
  const form = useRef<HTMLFormElement>(null)
  const commit = (changed: Readonly<Record<string, string>>) => {
    const isNew = Object.entries(changed).some(([key, value]) => (state.values[key] ?? '') !== value)
    if (isNew) go(withValues(state, changed))
  }
  const commitAll = (event: FormEvent) => {
    event.preventDefault()
    if (!form.current) return
    const typed = new FormData(form.current)
    const names = filters.filter((filter) => filter.kind === 'text').map((filter) => filter.name)
    commit(Object.fromEntries(names.map((name) => [name, String(typed.get(name) ?? '').trim()])))
  }
  const mainName = (filters.find((f) => f.kind === 'text' && f.main) ?? filters.find((f) => f.kind === 'text'))?.name
  return (
    <search aria-label="筛选">
      <form ref={form} className={styles.filters} onSubmit={commitAll}>
        {filters.map((filter) => (
          <FilterControl
            key={filter.name}
            listKey={listKey}
            filter={filter}
            values={state.values}
            commit={commit}
            isReady={isReady}
            isMain={filter.name === mainName}
          />
        ))}
        <div className={styles.filterButtons}>
          <Button tone="primary" type="submit" icon="search">
            查询
          </Button>
          <Button onClick={reset}>重置</Button>
        </div>
      </form>
    </search>
  )
}

interface FilterControlProps {
  listKey: string
  filter: Filter
  values: Readonly<Record<string, string>>
  commit: (changed: Readonly<Record<string, string>>) => void
  isReady: boolean
  isMain: boolean
}

function FilterControl({ listKey, filter, values, commit, isReady, isMain }: FilterControlProps) {
  const id = useId()
  const value = values[filter.name] ?? ''
  if (filter.kind === 'days') return <DaysControl filter={filter} values={values} commit={commit} />
  let control: ReactNode
  if (filter.kind === 'text' && filter.codeBox) {
    control = (
      <CodeFilter
        id={id}
        name={filter.name}
        codeBox={filter.codeBox}
        value={value}
        placeholder={filter.placeholder}
        isMain={isMain}
        commit={(code) => commit({ [filter.name]: code })}
      />
    )
  } else if (filter.kind === 'text') {
    control = (
      <input
        key={value}
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
  } else if (filter.kind === 'select') {
    control = (
      <SelectControl id={id} listKey={listKey} filter={filter} value={value} commit={commit} isReady={isReady} />
    )
  } else if (filter.kind === 'search') {
    control = (
      <Combobox
        id={id}
        value={value}
        label={values[labelKey(filter.name)] ?? value}
        search={filter.search}
        onChange={(option) =>
          commit({ [filter.name]: option?.value ?? '', [labelKey(filter.name)]: option?.label ?? '' })
        }
      />
    )
  } else {
    control = (
      <input
        id={id}
        className={input.input}
        type="date"
        value={value}
        onChange={(event) => commit({ [filter.name]: event.target.value })}
      />
    )
  }
  return (
    <div className={styles.filter}>
      <label htmlFor={id}>{filter.label}</label>
      {control}
    </div>
  )
}

interface SelectControlProps {
  id: string
  listKey: string
  filter: SelectFilter<string>
  value: string
  commit: FilterControlProps['commit']
  isReady: boolean
}

/** Options may change over a working day, but not within minutes. */
const OPTIONS_FRESH_MS = 300_000

function SelectControl({ id, listKey, filter, value, commit, isReady }: SelectControlProps) {
  const [isOpened, setOpened] = useState(false)
  const { options } = filter
  const asked = useQuery({
    queryKey: ['options', listKey, filter.name],
    queryFn: () => (typeof options === 'function' ? options() : options),
    enabled: typeof options === 'function' && (isReady || isOpened),
    staleTime: OPTIONS_FRESH_MS,
  })
  const known: readonly FilterOption[] = typeof options === 'function' ? (asked.data ?? []) : options
  const isUnknown = value !== '' && known.every((option) => option.value !== value)
  return (
    <select
      id={id}
      className={input.input}
      value={value}
      onFocus={() => setOpened(true)}
      onChange={(event) => commit({ [filter.name]: event.target.value })}
    >
      <option value="">{filter.none ?? '全部'}</option>
      {isUnknown ? <option value={value}>{asked.isPending ? '加载中' : value}</option> : null}
      {known.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

function DaysControl({
  filter,
  values,
  commit,
}: Pick<FilterControlProps, 'values' | 'commit'> & { filter: DaysFilter<string> }) {
  const first = values[filter.name] ?? ''
  const last = values[filter.to] ?? ''
  return (
    <fieldset className={cx(styles.filter, styles.days)}>
      <legend>{filter.label}</legend>
      <input
        className={input.input}
        type="date"
        aria-label={`${filter.label}从`}
        value={first}
        max={last || undefined}
        onChange={(event) => commit({ [filter.name]: event.target.value })}
      />
      <span aria-hidden="true">–</span>
      <input
        className={input.input}
        type="date"
        aria-label={`${filter.label}到`}
        value={last}
        min={first || undefined}
        onChange={(event) => commit({ [filter.to]: event.target.value })}
      />
    </fieldset>
  )
}
