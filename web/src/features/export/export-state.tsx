import { EXPORT_STATES } from '@huanji/domain/states/export'
import { useEffect } from 'react'
import { api } from '../../api/client.ts'
import { buttonClass } from '../../components/button/button-class.ts'
import { StateTag } from '../../components/state-tag/state-tag.tsx'
import type { StateTone } from '../../components/state-tag/tone.ts'
import { nowMs } from '../../platform/clock.ts'
import { downloadExport } from './export-actions.ts'
import styles from './export-state.module.css'
import { type ExportRow, expiryWords, leftWords } from './export-words.ts'

export const EXPORT_TONES: Readonly<Record<ExportRow['state'], StateTone>> = {
  queued: 'neutral',
  running: 'info',
  ready: 'success',
  failed: 'danger',
  cancelled: 'neutral',
  expired: 'neutral',
}

const told = new Set<string>()

/** Whoever sees how an export ended need not be told of it elsewhere. */
function useSeen({ exportId, finishedAt, isSeen }: ExportRow): void {
  useEffect(() => {
    // one that was tried again ends once more
    const end = `${exportId} ${finishedAt}`
    if (isSeen || told.has(end)) return
    told.add(end)
    api.exportTasks.seen({ exportId }, { handles: 'all' }).catch(() => told.delete(end))
  }, [exportId, finishedAt, isSeen])
}

const stateWord = (state: string): string => EXPORT_STATES.states.find(({ code }) => code === state)?.label ?? state

/** How an export stands: its progress and how long it takes, until when the file is there, or what went wrong. */
export function ExportState({ row }: { row: ExportRow }) {
  useSeen(row)
  const { state, rowsDone, rowsTotal, secondsLeft, problem, expiresAt } = row
  const note =
    state === 'running' && problem === ''
      ? leftWords(secondsLeft)
      : state === 'ready'
        ? expiryWords(expiresAt, nowMs())
        : problem
  return (
    <span className={styles.state}>
      <StateTag tone={EXPORT_TONES[state]}>{stateWord(state)}</StateTag>
      {state === 'running' && rowsTotal !== null ? (
        <progress
          className={styles.bar}
          value={rowsDone}
          max={Math.max(1, rowsTotal)}
          aria-label={`${row.title}的进度`}
        />
      ) : null}
      {note === '' ? null : (
        <span className={styles.note} title={note}>
          {note}
        </span>
      )}
      {row.allowedActions.includes('download') ? (
        <button type="button" className={buttonClass({ tone: 'link' })} onClick={() => void downloadExport(row)}>
          下载
        </button>
      ) : null}
    </span>
  )
}
