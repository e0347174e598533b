import { useState } from 'react'
import { Button } from '../button/button.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { inOrder, isWanted } from './column-order.ts'
import styles from './table-settings.module.css'
import type { Density, TableSettings } from './table-settings.ts'

const DENSITIES: readonly { readonly value: Density; readonly label: string }[] = [
  { value: 'compact', label: '紧凑' },
  { value: 'normal', label: '标准' },
  { value: 'roomy', label: '宽松' },
]

interface SettableColumn {
  readonly key: string
  readonly title: string
  readonly hidden?: boolean
}

interface TableSettingsDialogProps {
  columns: readonly SettableColumn[]
  settings: TableSettings
  untouched: TableSettings
  onChange: (settings: TableSettings) => void
  onClose: () => void
}

/** Which columns a list shows, in what order, and how close its rows stand. Takes effect at once. */
export function TableSettingsDialog({ columns, settings: initial, untouched, ...props }: TableSettingsDialogProps) {
  const { onChange, onClose } = props
  const [settings, setSettings] = useState(initial)
  const apply = (next: TableSettings) => {
    setSettings(next)
    onChange(next)
  }
  const [first, ...rows] = inOrder(columns, settings.order)
  const move = (index: number, step: 1 | -1) => {
    const keys = rows.map((column) => column.key)
    const [moved] = keys.splice(index, 1)
    if (moved) keys.splice(index + step, 0, moved)
    apply({ ...settings, order: keys })
  }
  const reset = () => apply(untouched)
  return (
    <Dialog title="列设置" onClose={onClose} widthPx={400} footer={<Button onClick={reset}>恢复默认</Button>}>
      <fieldset className={styles.density}>
        <legend>行高</legend>
        {DENSITIES.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name="density"
              checked={settings.density === value}
              onChange={() => apply({ ...settings, density: value })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <ul className={styles.columns}>
        {first ? (
          <li>
            <label>
              <input type="checkbox" checked disabled />
              {first.title}
            </label>
            <span className="muted">固定</span>
          </li>
        ) : null}
        {rows.map((column, index) => {
          const isShown = isWanted(column, settings.shown)
          return (
            <li key={column.key}>
              <label>
                <input
                  type="checkbox"
                  checked={isShown}
                  onChange={() => apply({ ...settings, shown: { ...settings.shown, [column.key]: !isShown } })}
                />
                {column.title}
              </label>
              <span>
                <Button
                  tone="quiet"
                  small
                  icon="up"
                  aria-label={`${column.title}前移`}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                />
                <Button
                  tone="quiet"
                  small
                  icon="down"
                  aria-label={`${column.title}后移`}
                  disabled={index === rows.length - 1}
                  onClick={() => move(index, 1)}
                />
              </span>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
