import { EXPORT_KINDS } from '@huanji/contract/export-kinds'
import { EXPORT_FORMAT_LABELS } from '@huanji/contract/features/export/labels'
import { useState } from 'react'
import { errorText, isRefusal } from '../../api/refusal.ts'
import { Button } from '../../components/button/button.tsx'
import type { ExportQuestion } from '../../components/list/background-work.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { toast } from '../../components/toast/toast.ts'
import styles from './export-dialog.module.css'
import { type ExportFormat, type ExportInput, startExport } from './start-export.ts'

/** Asks in which format and with which columns everything that a list's filter finds is exported. */
export function askExport(question: ExportQuestion): void {
  void openOverlay((close) => <ExportDialog {...question} onClose={() => close(undefined)} />)
}

const FORMATS: readonly { readonly value: ExportFormat; readonly label: string }[] = [
  { value: 'xlsx', label: `${EXPORT_FORMAT_LABELS.xlsx}（.xlsx）` },
  { value: 'csv', label: `${EXPORT_FORMAT_LABELS.csv}（.csv）` },
]

const countWords = ({ total, totalIsCapped }: Pick<ExportQuestion, 'total' | 'totalIsCapped'>): string =>
  totalIsCapped ? `${total.toLocaleString('en')} 条以上` : `${total.toLocaleString('en')} 条`

export function ExportDialog({
  kind,
  filter,
  columns,
  page,
  onClose,
  ...count
}: ExportQuestion & { onClose: () => void }) {
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(columns.flatMap(({ key, isShown }) => (isShown ? [key] : []))),
  )
  const [isBusy, setBusy] = useState(false)
  const keys = columns.flatMap(({ key }) => (chosen.has(key) ? [key] : []))
  const isAll = keys.length === columns.length
  const begin = async () => {
    setBusy(true)
    const input: ExportInput = { kind, format, filter, columns: keys }
    try {
      await startExport(input)
      onClose()
    } catch (error) {
      setBusy(false)
      if (!isRefusal(error)) toast('error', errorText(error))
    }
  }
  const toggle = (key: string) => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    setChosen(next)
  }
  return (
    <Dialog
      title={`导出${EXPORT_KINDS[kind].title}`}
      onClose={onClose}
      closable={!isBusy}
      widthPx={520}
      footer={
        <>
          <Button
            disabled={page.rows === 0}
            onClick={() => {
              page.save()
              onClose()
            }}
          >
            只导出本页 {page.rows} 条
          </Button>
          <Button tone="primary" busy={isBusy} disabled={keys.length === 0} onClick={() => void begin()}>
            开始导出
          </Button>
        </>
      }
    >
      <p className={styles.count}>
        要导出现在筛出来的 <b className="num">{countWords(count)}</b>，做好会提醒您，可以先去忙别的。
      </p>
      <fieldset className={styles.formats}>
        <legend>格式</legend>
        {FORMATS.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name="format"
              checked={format === value}
              data-takes-focus={value === 'xlsx' ? '' : undefined}
              onChange={() => setFormat(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <fieldset className={styles.columns}>
        <legend>
          <span>
            列 <span className="muted">已选 {keys.length} 列</span>
          </span>
          <Button small tone="quiet" onClick={() => setChosen(new Set(isAll ? [] : columns.map(({ key }) => key)))}>
            {isAll ? '全不选' : '全选'}
          </Button>
        </legend>
        <ul>
          {columns.map(({ key, title }) => (
            <li key={key}>
              <label>
                <input type="checkbox" checked={chosen.has(key)} onChange={() => toggle(key)} />
                {title}
              </label>
            </li>
          ))}
        </ul>
        {keys.length === 0 ? <p role="alert">请至少选择一列</p> : null}
      </fieldset>
    </Dialog>
  )
}
