import { useState } from 'react'
import { readJson, storeJson } from '../session/storage.ts'

const KEY = 'foldedGroups'
const isList = (value: unknown): value is string[] => Array.isArray(value)

/** Which groups of the sidebar are folded, kept in this browser, and how to fold or unfold one. */
export function useFolds(): [readonly string[], (group: string) => void] {
  const [folded, setFolded] = useState(() => readJson(KEY, [], isList))
  const toggle = (group: string) => {
    const next = folded.includes(group) ? folded.filter((key) => key !== group) : [...folded, group]
    setFolded(next)
    storeJson(KEY, next, 'local')
  }
  return [folded, toggle]
}
