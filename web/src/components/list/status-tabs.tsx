import { BADGE_MAX } from '@huanji/contract/constants'
import type { FilterOption } from './list-types.ts'
import { type ListState, withValues } from './url-state.ts'

interface StatusTabsProps {
  name: string
  options: readonly FilterOption[]
  counts: Readonly<Record<string, number>> | null
  state: ListState
  go: (next: ListState) => void
}

/** Status tabs with counts. They filter the same table, so they are pressed buttons and not a tab panel. */
export function StatusTabs({ name, options, counts, state, go }: StatusTabsProps) {
  const current = state.values[name] ?? ''
  return (
    <fieldset className="list-tabs" aria-label="状态">
      {[{ value: '', label: '全部' }, ...options].map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === current}
          onClick={() => go(withValues(state, { [name]: option.value }))}
        >
          {option.label}
          {option.value !== '' && counts ? <CountBadge count={counts[option.value] ?? 0} /> : null}
        </button>
      ))}
    </fieldset>
  )
}

function CountBadge({ count }: { count: number }) {
  if (count === 0) return null
  return <span className="list-count num">{count > BADGE_MAX ? `${BADGE_MAX}+` : count}</span>
}
