import { useSyncExternalStore } from 'react'

/**
 * Which rows are ticked. It lives outside React's state so that ticking one row renders that row and the bulk bar,
 * not the table.
 */
export class Selection {
  private keys: ReadonlySet<string> = new Set()
  private readonly listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** The ticked keys; a new set after each change. */
  readonly all = (): ReadonlySet<string> => this.keys

  has(key: string): boolean {
    return this.keys.has(key)
  }

  toggle(key: string): void {
    const next = new Set(this.keys)
    if (!next.delete(key)) next.add(key)
    this.replace(next)
  }

  /** Ticks exactly these rows. */
  replace(keys: Iterable<string>): void {
    this.keys = new Set(keys)
    for (const listener of this.listeners) listener()
  }

  /** Drops ticks of rows that are no longer on screen: nothing unseen is ever acted on. */
  keepOnly(keys: ReadonlySet<string>): void {
    const kept = [...this.keys].filter((key) => keys.has(key))
    if (kept.length !== this.keys.size) this.replace(kept)
  }
}

/** Whether one row is ticked; renders only when that changes. */
export function useIsSelected(selection: Selection, key: string): boolean {
  return useSyncExternalStore(selection.subscribe, () => selection.has(key))
}

/** All ticked keys. */
export function useSelected(selection: Selection): ReadonlySet<string> {
  return useSyncExternalStore(selection.subscribe, selection.all)
}
