import { Button } from '../button/button.tsx'
import { cx } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import styles from './empty.module.css'

interface EmptyStateProps {
  title: string
  /** What to do next. */
  hint: string
  tone?: 'plain' | 'error'
  action?: { readonly name: string; readonly run: () => void }
}

/** Says that there is nothing here, or that it could not be loaded, and what to do about it. */
export function EmptyState({ title, hint, tone = 'plain', action }: EmptyStateProps) {
  return (
    <div className={cx(styles.empty, tone === 'error' && styles.error)} role={tone === 'error' ? 'alert' : undefined}>
      <Icon name={tone === 'error' ? 'alert' : 'list'} size={28} />
      <p className={styles.title}>{title}</p>
      {hint ? <p className="muted">{hint}</p> : null}
      {action ? <Button onClick={action.run}>{action.name}</Button> : null}
    </div>
  )
}
