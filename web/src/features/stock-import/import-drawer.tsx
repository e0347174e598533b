import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react'
import { Button } from '../../components/button/button.tsx'
import { cx } from '../../components/class-names.ts'
import { useLeaveGuard } from '../../components/form/leave-guard.ts'
import { FailureNote } from '../../components/note/note.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { NotesOf } from '../tables/notes-of.tsx'
import { tableOfFile, tableOfText } from '../tables/read-table.ts'
import { TABLE_FILES } from '../tables/table-files.ts'
import { ColumnsPart } from './columns-part.tsx'
import { downloadTemplate } from './files.ts'
import styles from './import-drawer.module.css'
import { PreviewPart } from './preview-part.tsx'
import { fieldsFault } from './table-columns.ts'
import { type StockWork, useStockTable } from './use-stock-table.ts'

interface ImportDrawerProps {
  /** The import that was begun; undefined where the person gave up. */
  onClose: (importId?: string) => void
}

/** 导入库存: a table that comes as a file or is pasted, looked at line by line before anything is taken over. */
export function ImportDrawer({ onClose }: ImportDrawerProps) {
  const work = useStockTable(onClose)
  const { sheet, checked, isBusy } = work
  useLeaveGuard(() => sheet !== null && !isBusy)
  const takenCount = checked === null ? 0 : checked.counts.new + checked.counts.known + work.confirmed.size
  return (
    <Dialog
      title={sheet === null ? '导入库存' : `导入库存：${sheet.name}`}
      kind="drawer"
      widthPx={1080}
      closable={!isBusy}
      onClose={() => onClose()}
      footer={
        sheet === null ? (
          <Button onClick={() => onClose()}>关闭</Button>
        ) : (
          <>
            <Button disabled={isBusy} onClick={work.drop}>
              重新选择
            </Button>
            <Button tone="primary" busy={isBusy} disabled={takenCount === 0} onClick={() => void work.start()}>
              {takenCount === 0 ? '导入' : `导入 ${takenCount.toLocaleString('en-US')} 行`}
            </Button>
          </>
        )
      }
    >
      <div className={styles.drawer}>
        <FailureNote text={work.failure} />
        {sheet === null ? <Source work={work} /> : <Looked work={work} />}
      </div>
    </Dialog>
  )
}

function Looked({ work }: { work: StockWork }) {
  const { sheet, checked } = work
  if (sheet === null) return null
  return (
    <>
      <NotesOf notes={sheet.table.notes} />
      <ColumnsPart work={work} sheet={sheet} fault={fieldsFault(sheet.fields)} />
      {checked === null ? null : <PreviewPart work={work} sheet={sheet} checked={checked} />}
    </>
  )
}

/** A name for lines that were pasted. */
const PASTED = '粘贴的表格'

/** Where a table comes from: a file that is chosen or dropped, or lines that are pasted. */
function Source({ work }: { work: StockWork }) {
  const file = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = (chosen: File | undefined) => {
    if (chosen) void work.read(chosen.name.slice(-100), () => tableOfFile(chosen))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  const paste = (event: ClipboardEvent) => {
    const [pasted] = event.clipboardData.files
    const text = event.clipboardData.getData('text/plain')
    if (pasted) take(pasted)
    else if (text.trim() !== '') void work.read(PASTED, async () => tableOfText(text))
    event.preventDefault()
  }
  return (
    <>
      <section
        className={cx(styles.drop, isOver && styles.over)}
        aria-label="库存表"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: lines are pasted here
        tabIndex={0}
        data-takes-focus=""
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        onPaste={paste}
      >
        <p>把库存表拖到这里，或复制表格后在这里粘贴（Ctrl+V）</p>
        <p className={styles.buttons}>
          <Button tone="primary" icon="upload" busy={work.isBusy} onClick={() => file.current?.click()}>
            选择文件
          </Button>
          <Button icon="download" onClick={downloadTemplate}>
            下载模板
          </Button>
        </p>
        <p className="muted">.xlsx、.csv，第一个能看到的工作表，最多 5,000 行、10MB</p>
        <input
          ref={file}
          type="file"
          hidden
          accept={TABLE_FILES}
          aria-label="库存表文件"
          onChange={({ currentTarget }) => {
            take(currentTarget.files?.[0])
            // the same file may be chosen again
            currentTarget.value = ''
          }}
        />
      </section>
      <ul className={styles.hints}>
        <li>用您现在的表格就行：表头会自动识别，认错了可以改，下次同样的表头不用再选。</li>
        <li>导入前逐行核对：哪些将新建、哪些只更新成本、哪些有错和怎么改，一行出错不影响其他行。</li>
        <li>新建的手机进入质检草稿，扫 IMEI 就能接着质检，机型、规格和成本已经填好。</li>
        <li>导入后 7 天内可以整批撤销；已经动过的手机会保留并列出。</li>
      </ul>
    </>
  )
}
