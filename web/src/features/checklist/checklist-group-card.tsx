import { Button } from '../../components/button/button.tsx'
import type { ChecklistGroup } from './checklist.ts'
import styles from './checklist-group-card.module.css'
import { ItemCell } from './item-cell.tsx'

interface SheetGroupCardProps {
  group: ChecklistGroup
  currentCode: string | null
  problemOf: ReadonlyMap<string | null, string>
  onFocus: (itemCode: string) => void
  onNormal: () => void
  onOpen: () => void
}

/** One group of the checklist: what was found in it, its items, and 这组都正常. */
export function ChecklistGroupCard({ group, currentCode, problemOf, onFocus, onNormal, onOpen }: SheetGroupCardProps) {
  return (
    <section className={styles.group} aria-label={group.name}>
      <header>
        <h2>{group.name}</h2>
        <span className={group.exceptionCount > 0 ? styles.bad : 'muted'}>{group.summary}</span>
        <span className={styles.tools}>
          {group.hiddenCount > 0 ? (
            <Button tone="link" aria-label={`${group.name}更多${group.hiddenCount}项`} onClick={onOpen}>
              更多{group.hiddenCount}项
            </Button>
          ) : null}
          <Button tone="link" aria-label={`${group.name}：这组都正常`} onClick={onNormal}>
            这组都正常
          </Button>
        </span>
      </header>
      <div className={styles.cells}>
        {group.items.map((entry) => (
          <ItemCell
            key={entry.item.code}
            entry={entry}
            isCurrent={entry.item.code === currentCode}
            problem={problemOf.get(entry.item.code)}
            onFocus={onFocus}
          />
        ))}
      </div>
    </section>
  )
}
