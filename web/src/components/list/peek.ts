import { useSyncExternalStore } from 'react'

/**
 * Which row is previewed beside the list, by its key; null while the preview is closed. It lives outside React's state
 * so that going from row to row renders two rows and the preview, not the table.
 */
export class Peek {
  private key: string | null = null
  private readonly listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly now = (): string | null => this.key

  show(key: string): void {
    this.change(key)
  }

  close(): void {
    this.change(null)
  }

  private change(key: string | null): void {
    if (key === this.key) return
    this.key = key
    for (const listener of this.listeners) listener()
  }
}

/** Whether this row is the one that is previewed; renders only when that changes. */
export function useIsPeeked(peek: Peek, key: string): boolean {
  return useSyncExternalStore(peek.subscribe, () => peek.now() === key)
}

/** The key of the row that is previewed, or null. */
export const usePeeked = (peek: Peek): string | null => useSyncExternalStore(peek.subscribe, peek.now)
