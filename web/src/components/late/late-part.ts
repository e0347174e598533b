import { type ComponentType, lazy, memo } from 'react'
import { lateModule } from './late-module.ts'

/**
 * A component that is loaded when it is needed, once for all places that show it. As an element it is loaded by being shown,
 * and the `Suspense` around it waits; a popup loads it ahead.
 */
export type LatePart<Props> = ComponentType<Props> & {
  /** Null until it is there. */
  readonly current: () => ComponentType<Props> | null
  /** Begins to load it; a second call joins the first. Fails when it cannot be loaded, and can then be asked again. */
  readonly load: () => Promise<void>
}

/** Names a component that is loaded late: `latePart(async () => (await import('./days-panel.tsx')).DaysPanel)`. */
export function latePart<Props>(load: () => Promise<ComponentType<Props>>): LatePart<Props> {
  const loadOften = lateModule(load)
  let part: ComponentType<Props> | null = null
  let coming: Promise<void> | null = null
  const begin = async () => {
    try {
      // Opening shows what is rendered already, and must not render it once more.
      part = memo(await loadOften())
    } finally {
      coming = null
    }
  }
  const shown = lazy(async () => ({ default: await loadOften() }))
  return Object.assign(shown as unknown as ComponentType<Props>, {
    current: () => part,
    load: () => {
      coming ??= part ? Promise.resolve() : begin()
      return coming
    },
  })
}

/**
 * The same for what nobody misses: where it or its style sheet does not come, nothing stands in its place. It is caught here
 * and not by a `.then` after the import, which need not hear of the style sheet
 * (findings/vite-keeps-a-lost-stylesheet-from-then.sh).
 */
export const lateDecoration = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() }
    } catch {
      return { default: () => null }
    }
  })
