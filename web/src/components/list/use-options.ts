import { useQuery } from '@tanstack/react-query'
import type { Filter, FilterOption } from './list-types.ts'
import { chosenOf, type ListState, valuesOf } from './url-state.ts'

/** Options may change over a working day, but not within minutes. */
const OPTIONS_FRESH_MS = 300_000

/**
 * The options of a select filter; undefined until they are there.
 * @param isWanted false leaves options that must be asked for unasked
 */
export function useOptions(listKey: string, filter: Filter, isWanted: boolean): readonly FilterOption[] | undefined {
  const options = filter.kind === 'select' ? filter.options : []
  const asked = useQuery({
    queryKey: ['options', listKey, filter.name],
    queryFn: () => (typeof options === 'function' ? options() : options),
    enabled: typeof options === 'function' && isWanted,
    staleTime: OPTIONS_FRESH_MS,
  })
  return typeof options === 'function' ? asked.data : options
}

/** What a filter has chosen, by the words of its options; 加载中 for one whose words are on their way. */
export function chosenOptions(
  filter: Filter,
  values: ListState['values'],
  options: readonly FilterOption[] | undefined,
): readonly FilterOption[] {
  if (filter.kind === 'search') return chosenOf(values, filter.name)
  return valuesOf(values[filter.name]).map((value) => {
    const known = options?.find((option) => option.value === value)
    return known ?? { value, label: options ? value : '加载中' }
  })
}
