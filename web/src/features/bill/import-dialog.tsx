import { STATEMENT_CHARS_MAX } from '@huanji/contract/constants'
import { BILL_DIRECTION_LABELS } from '@huanji/contract/features/bill/labels'
import { STATEMENT_ANSWER_LABELS } from '@huanji/contract/features/reconciliation/labels'
import { useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { errorText } from '../../api/refusal.ts'
import { Button } from '../../components/button/button.tsx'
import { useLeaveGuard } from '../../components/form/leave-guard.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { StateTag } from '../../components/state-tag/state-tag.tsx'
import type { StateTone } from '../../components/state-tag/tone.ts'
import { MoneyCell, MoneyHead, ScrollTable } from '../../components/table/table.tsx'
import { Time } from '../../components/time/time.tsx'
import { toast } from '../../components/toast/toast.ts'
import { TableUnreadable, textOfFile } from '../tables/read-table.ts'
import { TABLE_FILES } from '../tables/table-files.ts'
import type { StatementPreview } from './bill-labels.ts'
import styles from './import-dialog.module.css'

type Line = StatementPreview['lines'][number]
type Answer = Line['answer']

const TONES: Readonly<Record<Answer, StateTone>> = {
  same: 'success',
  differs: 'danger',
  missing: 'warning',
  unknownOrder: 'warning',
  imported: 'neutral',
  doubled: 'neutral',
  foreignShop: 'neutral',
  otherTrade: 'neutral',
  unread: 'danger',
}

const ANSWERS = Object.keys(STATEMENT_ANSWER_LABELS) as Answer[]
/** So many lines are drawn at once. */
const LINES_AT_ONCE = 100

interface File {
  readonly fileName: string
  readonly text: string
}

/**
 * What a file holds, as a text with commas: a settlement file as it was loaded, or as a spreadsheet has kept it.
 * @throws TableUnreadable for what is no table, with what to do
 */
async function readStatement(file: globalThis.File): Promise<File> {
  const text = await textOfFile(file)
  if (text.length > STATEMENT_CHARS_MAX) throw new TableUnreadable('文件过大，请按日期分段下载后导入')
  return { fileName: file.name.slice(-200), text }
}

function usePreview(onClose: (isTaken?: boolean) => void) {
  const [fileName, setFileName] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [preview, setPreview] = useState<StatementPreview | null>(null)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  useLeaveGuard(() => preview !== null && preview.takenCount > 0 && !isBusy)
  const during = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem('')
    try {
      await work()
    } catch (error) {
      setProblem(error instanceof TableUnreadable ? error.message : errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const choose = (chosen: globalThis.File) =>
    during(async () => {
      setPreview(null)
      setFileName(chosen.name)
      const read = await readStatement(chosen)
      setFile(read)
      setPreview(await api.billImport.preview(read, { handles: 'all' }))
    })
  const take = () =>
    during(async () => {
      if (!file) return
      const { newCount } = await api.billImport.take(file, { idempotencyKey: newIdempotencyKey(), handles: 'all' })
      setPreview(null)
      toast('success', newCount === 0 ? '文件以前导入过，没有新的内容' : `已导入${newCount}行，正在核对`)
      onClose(true)
    })
  return { fileName, preview, problem, isBusy, choose, take }
}

/** 导入结算单: the file is looked at line by line before anything is kept; no bill is changed by it. */
export function ImportDialog({ onClose }: { onClose: (isTaken?: boolean) => void }) {
  const { fileName, preview, problem, isBusy, choose, take } = usePreview(onClose)
  const input = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      title="导入闲鱼结算单"
      kind="drawer"
      widthPx={1040}
      closable={!isBusy}
      onClose={() => onClose()}
      footer={
        <>
          <Button disabled={isBusy} onClick={() => onClose()}>
            取消
          </Button>
          <Button
            tone="primary"
            busy={isBusy}
            disabled={preview === null || preview.takenCount === 0}
            onClick={() => void take()}
          >
            {preview === null ? '导入' : `导入${preview.takenCount}行`}
          </Button>
        </>
      }
    >
      <div className={styles.drawer}>
        <p className="muted">
          选您从闲鱼后台下载的结算单，CSV 或另存的 .xlsx
          都行。先逐行对给您看，点了导入才算；账单不会被改，我们没有的，可以在“对账”里一笔一笔补上。
        </p>
        <p className={styles.file}>
          <Button icon="upload" disabled={isBusy} onClick={() => input.current?.click()}>
            选择文件
          </Button>
          <span>{fileName}</span>
          <input
            ref={input}
            type="file"
            hidden
            accept={TABLE_FILES}
            aria-label="结算单文件"
            onChange={({ currentTarget }) => {
              const [chosen] = currentTarget.files ?? []
              if (chosen) void choose(chosen)
              // the same file may be chosen again
              currentTarget.value = ''
            }}
          />
        </p>
        {problem === '' ? null : (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        {preview === null ? null : <Preview preview={preview} />}
      </div>
    </Dialog>
  )
}

function Preview({ preview: { shopName, lines, counts, takenCount } }: { preview: StatementPreview }) {
  const [shown, setShown] = useState<Answer | null>(null)
  const [count, setCount] = useState(LINES_AT_ONCE)
  const rows = shown === null ? lines : lines.filter(({ answer }) => answer === shown)
  const choose = (answer: Answer | null) => {
    setShown(answer)
    setCount(LINES_AT_ONCE)
  }
  return (
    <>
      <p role="status">
        店铺“{shopName}”，共{lines.length}行；{takenCount === 0 ? '没有可以导入的新内容' : `将导入${takenCount}行`}。
      </p>
      <fieldset className={styles.answers}>
        <legend className="sr-only">按结果筛选</legend>
        <Button small tone={shown === null ? 'primary' : 'plain'} onClick={() => choose(null)}>
          全部 {lines.length}
        </Button>
        {ANSWERS.filter((answer) => counts[answer]).map((answer) => (
          <Button key={answer} small tone={shown === answer ? 'primary' : 'plain'} onClick={() => choose(answer)}>
            {STATEMENT_ANSWER_LABELS[answer]} {counts[answer]}
          </Button>
        ))}
      </fieldset>
      <ScrollTable label="结算单内容">
        <thead>
          <tr>
            <th scope="col">行</th>
            <th scope="col">结果</th>
            <th scope="col">结算单号</th>
            <th scope="col">订单号</th>
            <th scope="col">项目</th>
            <MoneyHead>金额</MoneyHead>
            <th scope="col">结算时间</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, count).map((line) => (
            <PreviewLine key={line.line} line={line} />
          ))}
        </tbody>
      </ScrollTable>
      {rows.length > count ? (
        <Button onClick={() => setCount(count + LINES_AT_ONCE)}>再显示{LINES_AT_ONCE}行</Button>
      ) : null}
    </>
  )
}

function PreviewLine({ line }: { line: Line }) {
  return (
    <tr>
      <td className="num">{line.line}</td>
      <td className={styles.answer}>
        <StateTag tone={TONES[line.answer]}>{STATEMENT_ANSWER_LABELS[line.answer]}</StateTag>
        {line.answer === 'same' ? null : <span className="muted"> {line.message}</span>}
      </td>
      <td className="code">{line.number || '—'}</td>
      <td className="code">{line.orderNo || '—'}</td>
      <td className={styles.item}>
        {line.item || '—'}
        {line.direction === null ? null : <span className="muted"> {BILL_DIRECTION_LABELS[line.direction]}</span>}
      </td>
      <MoneyCell fen={line.amountFen} />
      <td>{line.occurredAt === null ? '—' : <Time at={line.occurredAt} />}</td>
    </tr>
  )
}
