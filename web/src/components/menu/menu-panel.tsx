import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { cx } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import type { MenuItem, MenuLine } from './menu-button.tsx'
import styles from './menu-panel.module.css'

interface MenuPanelProps {
  items: readonly MenuItem[]
  none: string
  /** What was typed before it was there: the line that begins with it has the focus first. */
  typed: () => string
  close: () => void
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => (at >= last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

const LETTER = /^\S$/u

interface Group {
  readonly key: string
  readonly label: string
  readonly lines: readonly MenuLine[]
}

/** The lines under their headings; those before the first heading have none. */
function groupsOf(items: readonly MenuItem[]): readonly Group[] {
  const groups: { key: string; label: string; lines: MenuLine[] }[] = [{ key: '', label: '', lines: [] }]
  for (const item of items) {
    if (item.kind === 'heading') groups.push({ key: item.key, label: item.label, lines: [] })
    else groups.at(-1)?.lines.push(item)
  }
  return groups.filter(({ lines }) => lines.length > 0)
}

/** The lines of a menu, after the menu pattern of the WAI-ARIA Authoring Practices. */
export function MenuPanel({ items, none, typed, close }: MenuPanelProps) {
  const list = useRef<HTMLDivElement>(null)
  const lines = () => [...(list.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
  const begins = (word: string) => (line: HTMLElement) =>
    line.textContent.trim().toLowerCase().startsWith(word.toLowerCase())
  const onKeyDown = (event: KeyboardEvent) => {
    const all = lines()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const step = STEPS[event.key]
    if (event.key === 'Tab') return close()
    if (step) all[step(at, all.length - 1)]?.focus()
    else if (LETTER.test(event.key)) [...all.slice(at + 1), ...all].find(begins(event.key))?.focus()
    else return
    event.preventDefault()
  }
  const isEmpty = items.length === 0
  const wasEmpty = useRef(isEmpty)
  // The line that said so had the focus, and has gone with it.
  useLayoutEffect(() => {
    if (wasEmpty.current && !isEmpty) list.current?.querySelector<HTMLElement>('[data-takes-focus]')?.focus()
    wasEmpty.current = isEmpty
  }, [isEmpty])
  const choices = items.filter((item) => item.kind !== 'heading')
  const word = typed().toLowerCase()
  const first = choices.find(({ label }) => word !== '' && label.toLowerCase().startsWith(word)) ?? choices[0]
  const isFirst = (line: MenuLine) => line === first
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the lines
    <div ref={list} className={styles.menu} onKeyDown={onKeyDown}>
      {isEmpty ? (
        <div role="menuitem" aria-disabled="true" className={styles.none} data-takes-focus="" tabIndex={-1}>
          {none}
        </div>
      ) : null}
      {groupsOf(items).map(({ key, label, lines }) => (
        // biome-ignore lint/a11y/useSemanticElements: lines of a menu belong to a group, which a fieldset is not there
        <div key={key} role="group" aria-label={label || undefined} className={styles.group}>
          {label === '' ? null : (
            <p className={styles.heading} aria-hidden="true">
              {label}
            </p>
          )}
          {lines.map((line) => (
            <Line key={line.key} line={line} isFirst={isFirst(line)} close={close} />
          ))}
        </div>
      ))}
    </div>
  )
}

interface LineProps {
  line: MenuLine
  isFirst: boolean
  close: () => void
}

function Line({ line, isFirst, close }: LineProps) {
  const isChoice = line.isChecked !== undefined
  const said = isChoice ? { role: 'menuitemradio', 'aria-checked': line.isChecked } : { role: 'menuitem' }
  return (
    <button
      {...said}
      type="button"
      tabIndex={-1}
      data-takes-focus={isFirst ? '' : undefined}
      className={cx(styles.line, line.tone === 'danger' && styles.danger)}
      onClick={() => {
        close()
        line.run()
      }}
    >
      {isChoice ? <span className={styles.mark}>{line.isChecked ? <Icon name="check" size={14} /> : null}</span> : null}
      {line.icon ? <Icon name={line.icon} /> : null}
      <span>{line.label}</span>
      {line.note ? <span className={styles.note}>{line.note}</span> : null}
    </button>
  )
}
