import { memo } from 'react'
import { type ChecklistItem, typedValueOf } from './checklist.ts'
import { KeyHint } from './key-hint.tsx'

const SAID: Readonly<Record<ChecklistItem['standing'], string>> = {
  open: '待选',
  unasked: '未检',
  normal: '',
  info: '',
  exception: '异常',
  uninspectable: '无法检测',
}

interface ItemCellProps {
  entry: ChecklistItem
  isCurrent: boolean
  problem: string | undefined
  onFocus: (itemCode: string) => void
}

/** One item of the checklist: quiet while it is fine, red as an exception, amber while somebody still has to answer it. */
export const ItemCell = memo(function ItemCell({ entry, isCurrent, problem, onFocus }: ItemCellProps) {
  const { item, standing, text, key } = entry
  const said = SAID[standing]
  return (
    <button
      type="button"
      className={`cell cell-${standing}${problem ? ' cell-problem' : ''}`}
      data-item={item.code}
      data-typed={typedValueOf(item) === 'none' ? undefined : ''}
      aria-current={isCurrent || undefined}
      aria-keyshortcuts={key ?? undefined}
      title={problem}
      onFocus={() => onFocus(item.code)}
    >
      <KeyHint text={key} />
      <span className="cell-name">{item.name}</span>{' '}
      <span className="cell-said">{standing === 'exception' ? text : said || text}</span>
      {standing === 'exception' ? <span className="sr-only">，异常</span> : null}
      {problem ? <span className="sr-only">，{problem}</span> : null}
    </button>
  )
})
