import { startTransition, useOptimistic } from 'react'

/**
 * A choice whose owner takes it over later than at once, as one that stands in the address is: until the promise of
 * `onChange` is kept, what was chosen is shown, and a control does not fall back under the pointer.
 * @param settled what the owner has
 */
export function useChoice<Value>(
  settled: Value,
  onChange: (next: Value) => void | Promise<void>,
): [Value, (next: Value) => void] {
  const [chosen, show] = useOptimistic(settled)
  const choose = (next: Value) => {
    const taken = onChange(next)
    if (taken === undefined) return
    startTransition(async () => {
      show(next)
      await taken
    })
  }
  return [chosen, choose]
}
