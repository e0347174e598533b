import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef } from 'react'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { Button } from '../button/button.tsx'
import { daysText } from '../calendar/days.ts'
import { today } from '../calendar/today.ts'
import { Icon } from '../icon/icon.tsx'
import { chosenText } from '../listbox/option.ts'
import styles from './filter.module.css'
import type { Filter, FilterOption } from './list-types.ts'
import { keysOf, type ListState, labelKey, withValues } from './url-state.ts'
import type { ListStateControl } from './use-list-state.ts'
import { chosenOptions, useOptions } from './use-options.ts'

interface FilterChipsProps {
  listKey: string
  filters: readonly Filter[]
  control: ListStateControl
}

const isSet = (filter: Filter, values: ListState['values']): boolean =>
  keysOf(filter).some((key) => (values[key] ?? '') !== '')

/** The values of a filter as its chip says them. */
export function chipText(
  filter: Filter,
  values: ListState['values'],
  options: readonly FilterOption[] | undefined,
): string {
  const value = values[filter.name] ?? ''
  if (filter.kind === 'text') return value
  if (filter.kind === 'day') return daysText({ first: value, last: value }, today())
  if (filter.kind === 'days') return daysText({ first: value, last: values[filter.to] ?? '' }, today())
  return chosenText(chosenOptions(filter, values, options))
}

/** What the rows are filtered by, each to be taken away with one touch; and whether it comes from last time. */
export function FilterChips({ listKey, filters, control }: FilterChipsProps) {
  const { state, isRestored, go, reset } = control
  const line = useRef<HTMLDivElement>(null)
  const set = filters.filter((filter) => isSet(filter, state.values))
  if (set.length === 0 && !isRestored) return null
  /** The focus goes on to the next chip, and from the last one back to the first box of the bar. */
  const moveOn = (index: number) => {
    const bar = line.current?.parentElement
    const chips = line.current?.querySelectorAll<HTMLElement>('li button')
    const next =
      chips?.[index + 1] ?? chips?.[index - 1] ?? bar?.querySelector<HTMLElement>('input, code-field, button')
    next?.focus()
  }
  const remove = (filter: Filter, index: number) => {
    moveOn(index)
    const keys = [...keysOf(filter), labelKey(filter.name)]
    go(withValues(state, Object.fromEntries(keys.map((key) => [key, '']))))
  }
  return (
    <div ref={line} className={styles.chosen}>
      {isRestored ? (
        <span className={styles.restored} role="status">
          <RestoredText listKey={listKey} viewId={state.view} />
        </span>
      ) : null}
      {set.length > 0 ? (
        <ul aria-label="已选条件">
          {set.map((filter, index) => (
            <li key={filter.name}>
              <Chip listKey={listKey} filter={filter} values={state.values} remove={() => remove(filter, index)} />
            </li>
          ))}
        </ul>
      ) : null}
      <Button
        small
        tone="link"
        onClick={() => {
          line.current?.parentElement?.querySelector<HTMLElement>('input, code-field, button')?.focus()
          reset()
        }}
      >
        清空
      </Button>
    </div>
  )
}

/** What was chosen last time: the view by its name, where it was one. */
function RestoredText({ listKey, viewId }: { listKey: string; viewId: string }) {
  const { data } = useQuery({ ...queryOf(api.savedView.list, { listKey }), enabled: viewId !== '' })
  const view = data?.views.find((one) => one.viewId === viewId)
  return view ? `上次的常用筛选：${view.name}` : '已恢复上次筛选'
}

interface ChipProps {
  listKey: string
  filter: Filter
  values: ListState['values']
  remove: () => void
}

function Chip({ listKey, filter, values, remove }: ChipProps) {
  const options = useOptions(listKey, filter, true)
  const text = `${filter.label}：${chipText(filter, values, options)}`
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return
    event.preventDefault()
    remove()
  }
  return (
    <button type="button" className={styles.chip} aria-label={`移除 ${text}`} onClick={remove} onKeyDown={onKeyDown}>
      <span>{text}</span>
      <Icon name="close" size={12} />
    </button>
  )
}
