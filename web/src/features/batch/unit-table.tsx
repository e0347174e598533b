import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { useQuietKeys } from '../../components/scan/use-quiet-keys.ts'
import { useShortcuts } from '../../components/shortcuts/shortcuts.ts'
import type { Grade, Template } from '../inspection/types.ts'
import type { ListedUnit } from './batch-input.ts'
import { ownWords } from './own-answers.ts'
import { type RowDoes, UnitRow } from './unit-row.tsx'
import styles from './unit-table.module.css'

const HELP = [
  ['↓', '从扫码框到最近一台'],
  ['E', '记录当前行的本机异常'],
  ['Delete', '移除当前行'],
  ['Esc', '回到扫码框'],
].map(([key = '', label = '']) => ({ key, label, run: () => {} }))

export interface UnitTableHandle {
  /** Gives the focus to the newest row, or to the row of a key. */
  readonly focus: (key?: number) => void
}

interface UnitTableProps {
  /** Newest first. */
  listed: readonly ListedUnit[]
  full: Template | undefined
  batchGrade: Grade | null
  currentKey: number | null
  does: RowDoes
  onLeave: () => void
  ref?: Ref<UnitTableHandle>
}

const keyOfRow = (element: Element | null | undefined): number | null => {
  const row = element?.closest<HTMLElement>('tr[data-key]')
  return row ? Number(row.dataset.key) : null
}

/** The phones of the list, newest first. The arrows move along them, E opens one, Esc leads back to the scan box. */
export function UnitTable({ listed, full, batchGrade, currentKey, does, onLeave, ref }: UnitTableProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [stop, setStop] = useState<number | null>(null)
  const rowOf = (key: number) => body.current?.querySelector<HTMLElement>(`tr[data-key="${key}"]`)
  const focus = (key = listed[0]?.unit.key) => {
    if (key !== undefined) rowOf(key)?.focus()
  }
  useImperativeHandle(ref, () => ({ focus }))
  useShortcuts(HELP)
  useQuietKeys((pressed) => {
    const key = document.activeElement?.matches('tr') ? keyOfRow(document.activeElement) : null
    if (key !== null && pressed === 'e') does.open(key)
    // a drawer that lies open takes no keys from here
    return undefined
  }, true)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') return onLeave()
    const key = keyOfRow(event.target as Element)
    const at = listed.findIndex(({ unit }) => unit.key === key)
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined) {
      event.preventDefault()
      if (at + by < 0) onLeave()
      else focus(listed[at + by]?.unit.key ?? listed[at]?.unit.key)
    } else if (event.key === 'Delete' && key !== null) {
      event.preventDefault()
      const next = (listed[at + 1] ?? listed[at - 1])?.unit.key
      if (next === undefined) onLeave()
      else focus(next)
      does.remove(key)
    }
  }
  const tabStop = listed.some(({ unit }) => unit.key === stop) ? stop : (listed[0]?.unit.key ?? null)
  return (
    <section className={styles.scroll} aria-label="手机列表">
      <table className={styles.table}>
        <thead>
          <tr>
            {['行', '条码', '封袋码', '本机异常', '成色', '核对结果', '操作'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={onKeyDown} onFocus={(event) => setStop(keyOfRow(event.target))}>
          {listed.map(({ unit, rowNo, twin, standing }) => (
            <UnitRow
              key={unit.key}
              unit={unit}
              rowNo={rowNo}
              twin={twin}
              standing={standing}
              own={ownWords(full, unit.answers)
                .map(({ text }) => text)
                .join('；')}
              batchGrade={batchGrade}
              isCurrent={unit.key === currentKey}
              isTabStop={unit.key === tabStop}
              does={does}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}
