import { billMonthColumns } from '@huanji/contract/features/bill/rows'
import { shanghaiDate } from '@huanji/domain/time'
import { useId, useState } from 'react'
import { errorText, isRefusal } from '../../api/refusal.ts'
import { Button } from '../../components/button/button.tsx'
import input from '../../components/field/field.module.css'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { toast } from '../../components/toast/toast.ts'
import { nowMs } from '../../platform/clock.ts'
import { startExport } from '../export/start-export.ts'
import styles from './month-dialog.module.css'

/** So far back a month can be chosen. */
const MONTHS = 24

/** The months up to that of a day, newest first: 2026-11. */
export function monthsUpTo(day: string): string[] {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, back) => {
    const at = year * 12 + month - 1 - back
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
  })
}

/** A month as people say it: 2026年11月. */
const monthWords = (month: string): string => {
  const [year, number] = month.split('-').map(Number)
  return `${year}年${number}月`
}

/** Asks of which month; the one that has ended is what is mostly wanted. */
export function MonthDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const months = monthsUpTo(shanghaiDate(new Date(nowMs()).toISOString()))
  const [month, setMonth] = useState(months[1] ?? '')
  const [isBusy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    try {
      const columns = Object.keys(billMonthColumns)
      await startExport({ kind: 'bill-months', format: 'xlsx', filter: { month }, columns })
      onClose()
    } catch (error) {
      setBusy(false)
      if (!isRefusal(error)) toast('error', errorText(error))
    }
  }
  return (
    <Dialog
      title="月结单"
      onClose={onClose}
      closable={!isBusy}
      widthPx={480}
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            取消
          </Button>
          <Button tone="primary" busy={isBusy} onClick={() => void begin()}>
            导出{monthWords(month)}的月结单
          </Button>
        </>
      }
    >
      <p className={styles.hint}>
        一个月的账打在一张纸上：每家店的每一类收了多少、付了多少、到手多少，最后是全部店铺的合计。是 Excel
        文件，做好会提醒您，在“导出记录”里下载，可以直接打印。
      </p>
      <label className={styles.month} htmlFor={id}>
        哪个月
        <select
          id={id}
          className={input.input}
          value={month}
          data-takes-focus=""
          onChange={({ currentTarget }) => setMonth(currentTarget.value)}
        >
          {months.map((one, back) => (
            <option key={one} value={one}>
              {monthWords(one)}
              {back === 0 ? '（这个月，还没完）' : ''}
            </option>
          ))}
        </select>
      </label>
      <p className="muted">按钱进出的那一天算在哪个月。冻结、解冻的钱和取消的账单不算；没结算的也算，另有一列写明。</p>
    </Dialog>
  )
}
