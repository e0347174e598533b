import type { Filter, FilterOption } from './list-types.ts'

interface Filtered {
  readonly filters?: readonly Filter[]
  readonly tabs?: { readonly name: string; readonly options: readonly FilterOption[] }
}

const known = new WeakMap<object, readonly Filter[]>()

/** Every filter of a list with its status tabs as one more; the same array for the same list. */
export function allFilters(list: Filtered): readonly Filter[] {
  const found = known.get(list)
  if (found) return found
  const tabs: Filter[] = list.tabs
    ? [{ kind: 'select', name: list.tabs.name, label: '状态', options: list.tabs.options, single: true }]
    : []
  const all = [...tabs, ...(list.filters ?? [])]
  known.set(list, all)
  return all
}
