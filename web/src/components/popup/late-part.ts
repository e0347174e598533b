import { type ComponentType, memo } from 'react'
import { lazyPage } from '../late/lazy-page.ts'

/** A component that is loaded when it is about to be needed, once for all places that show it. */
export interface LatePart<Props> {
  /** Null until it is there. */
  readonly current: () => ComponentType<Props> | null
  /** Begins to load it; a second call joins the first. Fails when it cannot be loaded, and can then be asked again. */
  readonly load: () => Promise<void>
}

/**
 * Names a component that is loaded late: `latePart(async () => (await import('./lazy/days-panel.tsx')).DaysPanel)`. Its file
 * stands in a folder `lazy`, or the bundler would put it with what every page loads (web/vite.config.ts).
 */
export function latePart<Props>(load: () => Promise<ComponentType<Props>>): LatePart<Props> {
  let part: ComponentType<Props> | null = null
  let coming: Promise<void> | null = null
  const begin = async () => {
    try {
      // Opening shows what is rendered already, and must not render it once more.
      part = memo(await lazyPage(load)())
    } finally {
      coming = null
    }
  }
  return {
    current: () => part,
    load: () => {
      coming ??= part ? Promise.resolve() : begin()
      return coming
    },
  }
}
