import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button/button.tsx'
import { isOverlayOpen } from '../../components/overlay/overlay-host.tsx'
import type { ScanBoxHandle } from '../../components/scan/scan-box.tsx'
import { TABLE_FILES } from '../tables/table-files.ts'
import { ROWS_MAX } from './table-rows.ts'
import type { Batch } from './use-batch.ts'
import { fullMessage } from './use-batch-scan.ts'

const loadReader = () => import('./unit-tables.ts')
type Reader = Awaited<ReturnType<typeof loadReader>>
type Read = (reader: Reader) => ReturnType<Reader['tableOfText']> | ReturnType<Reader['tableOfFile']>

/** Adds the lines of a table and tells what came of them. */
function useTables(batch: Batch, box: RefObject<ScanBoxHandle | null>) {
  const [isReading, setReading] = useState(false)
  const take = (read: ReturnType<Reader['unitsOfTable']>): string => {
    if (!read.ok) return read.message
    const { units } = batch.now()
    if (units.length + read.units.length > ROWS_MAX) return fullMessage(units.length)
    batch.dispatch({ type: 'added', units: read.units })
    const faults = read.units.filter(({ fault }) => fault !== '').length
    const counted = `已添加 ${read.units.length} 行${faults > 0 ? `，其中 ${faults} 行无法识别` : ''}`
    box.current?.tell({ ok: faults === 0, message: [counted, ...read.notes].join('；') })
    return ''
  }
  const add = async (read: Read) => {
    setReading(true)
    const tellFault = (message: string) => box.current?.tell({ ok: false, message })
    try {
      const reader = await loadReader()
      try {
        const refusal = take(reader.unitsOfTable(await read(reader)))
        if (refusal !== '') tellFault(refusal)
      } catch (error) {
        tellFault(error instanceof reader.TableUnreadable ? error.message : '读取失败，请重试')
      }
    } catch {
      tellFault('读取失败，请重试')
    } finally {
      setReading(false)
      box.current?.focus()
    }
  }
  return { isReading, add }
}

/** True for what is typed elsewhere: only the scan box, and the page itself, take a table. */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.matches('input:not([data-code-box]), textarea, select')
}

/** Adds phones from a file, or from lines that are pasted anywhere on the page. */
export function TableImport({ batch, box }: { batch: Batch; box: RefObject<ScanBoxHandle | null> }) {
  const file = useRef<HTMLInputElement>(null)
  const { isReading, add } = useTables(batch, box)
  const latest = useRef(add)
  latest.current = add
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      // a single code is typed into the scan box like any other
      if (!/[\n\t]/.test(text.trim()) || isElsewhere(event.target) || isOverlayOpen()) return
      event.preventDefault()
      void latest.current((reader) => reader.tableOfText(text))
    }
    addEventListener('paste', onPaste)
    return () => removeEventListener('paste', onPaste)
  }, [])
  return (
    <>
      <input
        ref={file}
        type="file"
        hidden
        accept={TABLE_FILES}
        aria-label="导入手机文件"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen) void add((reader) => reader.tableOfFile(chosen))
          currentTarget.value = ''
        }}
      />
      <Button icon="upload" busy={isReading} onClick={() => file.current?.click()}>
        导入文件
      </Button>
      <Button
        tone="quiet"
        icon="download"
        onClick={() => void loadReader().then((reader) => reader.downloadTemplate())}
      >
        下载模板
      </Button>
    </>
  )
}
