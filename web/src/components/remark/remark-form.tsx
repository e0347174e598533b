import { type KeyboardEvent, useState } from 'react'
import { Button } from '../button/button.tsx'
import input from '../field/field.module.css'
import { FaultNote } from '../form/fault-note.tsx'
import { useLeaveGuard } from '../form/leave-guard.ts'
import type { WriteFault } from '../form/use-write.ts'
import { isComposed } from '../input-method.ts'
import { Note } from '../note/note.tsx'
import { MainKeyHint } from '../shortcuts/main-key-hint.tsx'
import styles from './remark.module.css'

/** The most that a remark holds. */
const REMARK_MAX = 200

/** A thing that colleagues write a remark on. */
export interface Remarked {
  readonly version: number
  readonly remark: string
}

interface RemarkFormProps<Row extends Remarked> {
  /** As it was when the writing began. */
  row: Remarked
  /** What the thing is: 订单. */
  what: string
  /** Keeps the remark; null where it was refused. */
  save: (wanted: Remarked) => Promise<Row | null>
  /** The thing as it is now; null where it cannot be had. */
  latest: () => Promise<Remarked | null>
  isSending: boolean
  fault: WriteFault | null
  /** Gets the row once the remark is kept, and nothing when the person gave up. */
  onDone: (row?: Row) => void
}

/** Writes a remark, for colleagues alone: the buyer never sees it. */
export function RemarkForm<Row extends Remarked>(props: RemarkFormProps<Row>) {
  const { row, what, save, latest, isSending, fault, onDone } = props
  const [remark, setRemark] = useState(row.remark)
  const [version, setVersion] = useState(row.version)
  // what a colleague wrote meanwhile; null while nobody did
  const [theirs, setTheirs] = useState<string | null>(null)
  const isChanged = remark.trim() !== row.remark
  useLeaveGuard(() => isChanged && !isSending)
  const submit = async () => {
    if (isSending) return
    if (!isChanged && theirs === null) return onDone()
    const kept = await save({ version, remark: remark.trim() })
    if (kept) onDone(kept)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposed(event)) return
    if (event.key === 'Escape' && !isChanged) onDone()
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void submit()
  }
  const reload = async () => {
    const now = await latest()
    if (!now) return
    setVersion(now.version)
    if (now.remark !== row.remark) setTheirs(now.remark)
  }
  return (
    <div className={styles.editor}>
      <textarea
        className={input.input}
        rows={3}
        maxLength={REMARK_MAX}
        aria-label="备注"
        placeholder="只有同事看得到，买家看不到"
        value={remark}
        disabled={isSending}
        // biome-ignore lint/a11y/noAutofocus: it was asked for a moment ago
        autoFocus
        data-takes-focus=""
        onChange={(event) => setRemark(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {theirs === null ? null : (
        <Note tone="warning">
          <span>同事已改为“{theirs || '（空）'}”，保存后以您写的为准。</span>
        </Note>
      )}
      <FaultNote fault={fault} wayOn={`按最新${what}继续`} reload={() => void reload()} />
      <div className={styles.foot}>
        <span className="muted num">
          {remark.length} / {REMARK_MAX}
        </span>
        <Button small disabled={isSending} onClick={() => onDone()}>
          取消
        </Button>
        <Button small tone="primary" busy={isSending} onClick={() => void submit()}>
          保存 <MainKeyHint />
        </Button>
      </div>
    </div>
  )
}
