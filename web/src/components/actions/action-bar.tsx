import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../button/button.tsx'
import { lateModule } from '../late/late-module.ts'
import { useShortcuts } from '../shortcuts/shortcuts.ts'
import { type Action, type ActionContext, actionsForRow } from './action.ts'
import styles from './actions.module.css'

const loadRun = lateModule(() => import('./run-action.tsx'))

interface ActionBarProps<Row> {
  actions: readonly Action<Row>[]
  /** The one thing the page is about. */
  row: Row
  labelOf: (row: Row) => string
  /** Asks for the record again after an action; the page knows which calls show it. */
  refresh: () => Promise<void>
  /** Puts a changed record on screen at once; without it an action's `updateRow` refreshes instead. */
  onChange?: (row: Row) => void
}

/** The actions of a detail page as buttons, with their shortcuts. Every action is followed by `refresh`. */
export function ActionBar<Row>({ actions, row, labelOf, refresh, onChange }: ActionBarProps<Row>) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [running, setRunning] = useState<string | null>(null)
  const offered = actionsForRow(actions, row)
  const context: ActionContext<Row> = {
    navigate,
    queries,
    refresh,
    updateRow: (old, change) => onChange?.(change(old)),
  }
  const start = async (action: Action<Row>) => {
    setRunning(action.key)
    try {
      const { runAction } = await loadRun()
      await runAction(action, [row], context, { label: labelOf })
      await refresh()
    } finally {
      setRunning(null)
    }
  }
  useShortcuts(
    offered.flatMap((action) =>
      action.shortcut ? [{ key: action.shortcut, label: action.name, run: () => void start(action) }] : [],
    ),
  )
  return (
    <div className={styles.bar}>
      {offered.map((action) => (
        <Button
          key={action.key}
          tone={action.tone ?? 'plain'}
          {...(action.icon ? { icon: action.icon } : {})}
          busy={running === action.key}
          disabled={running !== null}
          onClick={() => void start(action)}
        >
          {action.name}
        </Button>
      ))}
    </div>
  )
}
