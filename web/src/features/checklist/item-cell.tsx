import { memo } from 'react'
import { cx } from '../../components/class-names.ts'
import { type ChecklistItem, typedValueOf } from './checklist.ts'
import styles from './item-cell.module.css'
import { KeyHint } from './key-hint.tsx'

const SAID: Readonly<Record<ChecklistItem['standing'], string>> = {
  open: '待选',
  unasked: '未检',
  normal: '',
  info: '',
  exception: '异常',
  uninspectable: '无法检测',
}

const CLASSES: Readonly<Record<ChecklistItem['standing'], string | undefined>> = {
  open: styles.open,
  unasked: styles.unasked,
  normal: undefined,
  info: styles.info,
  exception: styles.exception,
  uninspectable: styles.uninspectable,
}

interface ItemCellProps {
  entry: ChecklistItem
  isCurrent: boolean
  problem: string | undefined
  onFocus: (itemCode: string) => void
}

/** One item of the checklist: quiet while it is fine, red as an exception, amber while somebody still has to answer it. */
export const ItemCell = memo(function ItemCell({ entry, isCurrent, problem, onFocus }: ItemCellProps) {
  const { item, standing, text, keys } = entry
  const said = SAID[standing]
  return (
    <button
      type="button"
      className={cx(styles.cell, CLASSES[standing], problem && styles.problem)}
      data-item={item.code}
      data-typed={typedValueOf(item) === 'none' ? undefined : ''}
      aria-current={isCurrent || undefined}
      data-keys={keys}
      aria-description={`按键 ${[...keys].join(' ')}`}
      title={problem}
      onFocus={() => onFocus(item.code)}
    >
      <KeyHint text={keys} />
      <span className={styles.name}>{item.name}</span>{' '}
      <span className={styles.said}>{standing === 'exception' ? text : said || text}</span>
      {standing === 'exception' ? <span className="sr-only">，异常</span> : null}
      {problem ? <span className="sr-only">，{problem}</span> : null}
    </button>
  )
})
