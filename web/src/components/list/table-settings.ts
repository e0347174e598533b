import { useState } from 'react'
import { loginContext } from '../../session/session.ts'
import { readJson, storeJson } from '../../session/storage.ts'

export type Density = 'compact' | 'normal' | 'roomy'

/** How a person likes one list: kept per employee in this browser. */
export interface TableSettings {
  readonly density: Density
  /** Column keys in the person's order; columns that came later follow in their own order. */
  readonly order: readonly string[]
  readonly shown: Readonly<Record<string, boolean>>
  /** Columns that the person made wider or narrower, in px. */
  readonly widths: Readonly<Record<string, number>>
}

/** What nobody has changed. */
export const UNTOUCHED: TableSettings = { density: 'normal', order: [], shown: {}, widths: {} }

/** Of one that was stored before there were widths, these are missing. */
function isSettings(value: unknown): value is Partial<TableSettings> {
  return typeof value === 'object' && value !== null && 'density' in value && 'order' in value && 'shown' in value
}

/** The storage key of something remembered for the signed-in employee. */
export const employeeKey = (what: string): string => `${what}:${loginContext().employeeId}`

const keyOf = (listKey: string): string => employeeKey(`columns:${listKey}`)

/** The settings of one list as they were left. */
export const storedSettings = (listKey: string): TableSettings => ({
  ...UNTOUCHED,
  ...readJson(keyOf(listKey), UNTOUCHED, isSettings),
})

/** The settings of one list and how to change them. */
export function useTableSettings(listKey: string): [TableSettings, (next: TableSettings) => void] {
  const [settings, setSettings] = useState(() => storedSettings(listKey))
  const change = (next: TableSettings) => {
    setSettings(next)
    storeJson(keyOf(listKey), next, 'local')
  }
  return [settings, change]
}

/** Settings that a saved view kept; null where it kept none. */
export const asTableSettings = (kept: unknown): TableSettings | null =>
  isSettings(kept) ? { ...UNTOUCHED, ...kept } : null
