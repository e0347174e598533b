import { cx } from '../class-names.ts'
import { countText } from './count-text.ts'
import styles from './list.module.css'
import type { FilterOption } from './list-types.ts'
import { type ListState, withValues } from './url-state.ts'

interface StatusTabsProps {
  name: string
  options: readonly FilterOption[]
  unnamed?: ((values: ListState['values']) => string) | undefined
  /** Null until the first answer. */
  counts: Readonly<Record<string, number>> | null
  isCounted: boolean
  state: ListState
  go: (next: ListState) => void
}

/** Status tabs with counts. They filter the same table, so they are pressed buttons and not a tab panel. */
export function StatusTabs({ name, options, unnamed, counts, isCounted, state, go }: StatusTabsProps) {
  const none = unnamed?.(state.values) ?? ''
  const current = state.values[name] || none
  const tabs = unnamed ? options : [{ value: '', label: '全部' }, ...options]
  return (
    <fieldset className={styles.tabs} aria-label="状态">
      {tabs.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === current}
          onClick={() => go(withValues(state, { [name]: value === none ? '' : value }))}
        >
          {label}
          {value !== '' && isCounted ? <CountBadge count={counts === null ? null : (counts[value] ?? 0)} /> : null}
        </button>
      ))}
    </fieldset>
  )
}

/** Keeps its place until the counts arrive, so that the tabs do not move; a zero is there, but quiet. */
function CountBadge({ count }: { count: number | null }) {
  const tone = count === null ? styles.none : count === 0 ? styles.zero : undefined
  return <span className={cx(styles.count, 'num', tone)}>{count === null ? '' : countText(count)}</span>
}
