import { type FormEvent, useRef } from 'react'
import type { OptionCounts } from '../listbox/option.ts'
import styles from './filter.module.css'
import { FilterChips } from './filter-chips.tsx'
import { type Commit, FilterControl } from './filter-control.tsx'
import type { Filter } from './list-types.ts'
import { type ListState, withValues } from './url-state.ts'
import type { ListStateControl } from './use-list-state.ts'

interface FilterBarProps {
  listKey: string
  filters: readonly Filter[]
  control: ListStateControl
  countsOf: (name: string) => OptionCounts
  /** True once rows are there: options that must be asked for wait until then. */
  isReady: boolean
}

/** The box for codes stands first: it is used most. */
function inOrder(filters: readonly Filter[]): { mainName: string | undefined; ordered: readonly Filter[] } {
  const texts = filters.filter((filter) => filter.kind === 'text')
  const main = texts.find((filter) => filter.main) ?? texts[0]
  return { mainName: main?.name, ordered: main ? [main, ...filters.filter((filter) => filter !== main)] : filters }
}

/** What a state becomes when some filters change; the same object where nothing is new. */
function changedState(state: ListState, changed: Readonly<Record<string, string>>): ListState {
  const isNew = Object.entries(changed).some(([key, value]) => (state.values[key] ?? '') !== value)
  return isNew ? withValues(state, changed) : state
}

/** The search form over a list. What is in the URL is in the boxes, and they hold nothing else. */
export function FilterBar({ listKey, filters, control, countsOf, isReady }: FilterBarProps) {
  const { state, go } = control
  const form = useRef<HTMLFormElement>(null)
  const { mainName, ordered } = inOrder(filters)
  const commit: Commit = (changed, how) => {
    const next = changedState(state, changed)
    if (next !== state) go(next, how)
  }
  const commitAll = (event: FormEvent) => {
    event.preventDefault()
    if (!form.current) return
    const typed = new FormData(form.current)
    const names = filters.filter((filter) => filter.kind === 'text').map((filter) => filter.name)
    commit(Object.fromEntries(names.map((name) => [name, String(typed.get(name) ?? '').trim()])))
  }
  return (
    <search aria-label="筛选" className={styles.search}>
      <form ref={form} className={styles.filters} onSubmit={commitAll}>
        {ordered.map((filter) => (
          <FilterControl
            key={filter.name}
            listKey={listKey}
            filter={filter}
            values={state.values}
            commit={commit}
            countsOf={countsOf}
            isReady={isReady}
            isMain={filter.name === mainName}
          />
        ))}
      </form>
      <FilterChips listKey={listKey} filters={ordered} control={control} />
    </search>
  )
}
