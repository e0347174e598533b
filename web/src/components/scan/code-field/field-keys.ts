import { allSelected, type History, type Line, moved, type Reach, removed, type Way } from './line-edit.ts'

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

const WAYS: Readonly<Record<string, Way>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: -1,
  End: 1,
  Backspace: -1,
  Delete: 1,
}

/** What one of the keys that move or delete makes of a line; null for any other key. */
function edited(line: Line, event: Key): Line | null {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event
  const way = WAYS[key]
  if (way === undefined) return null
  // a code is one word: where a word is meant, the whole of it goes
  const reach: Reach = ctrlKey || metaKey || altKey || key === 'Home' || key === 'End' ? 'line' : 'sign'
  if (key === 'Backspace' || key === 'Delete') return removed(line, way, reach)
  return moved(line, way, reach, shiftKey)
}

/** What a key with Ctrl or ⌘ makes of a line; null for one that does nothing to it. */
function commanded(line: Line, event: Key, history: History): Line | null {
  const key = event.key.toLowerCase()
  if (key === 'a') return allSelected(line)
  if (key === 'z') return (event.shiftKey ? history.redo(line) : history.undo(line)) ?? line
  return key === 'y' ? (history.redo(line) ?? line) : null
}

/** What a key makes of a line, besides typing; null for a key that is not one of editing. */
export function lineAfterKey(line: Line, event: Key, history: History): Line | null {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey
  return edited(line, event) ?? (isCommand ? commanded(line, event, history) : null)
}

/** True for the keys that cut: Ctrl+X, ⌘X, and Shift+Delete. */
export const isCut = ({ key, shiftKey, ctrlKey, metaKey }: Key): boolean =>
  ((ctrlKey || metaKey) && key.toLowerCase() === 'x') || (shiftKey && key === 'Delete')

/** True for a key that types a sign; AltGr types some with Ctrl and Alt together. */
export const isTyped = ({ key, ctrlKey, metaKey, altKey }: Key): boolean =>
  key.length === 1 && !metaKey && ctrlKey === altKey
