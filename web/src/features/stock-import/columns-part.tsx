import { STOCK_FIELD_LABELS } from '@huanji/contract/features/stock-import/labels'
import { CHANNEL_LABELS, optionsOf } from '@huanji/contract/labels'
import { CHANNELS } from '@huanji/domain/channel'
import type { StockField } from '@huanji/domain/stock/stock-row'
import field from '../../components/field/field.module.css'
import { Note } from '../../components/note/note.tsx'
import { Segments } from '../../components/segments/segments.tsx'
import { offeredFields } from './files.ts'
import styles from './import-drawer.module.css'
import type { Sheet, StockWork } from './use-stock-table.ts'

const CHANNEL_OPTIONS = CHANNELS.map((value) => ({ value, label: CHANNEL_LABELS[value] }))

interface ColumnsPartProps {
  work: StockWork
  sheet: Sheet
  /** Why the columns do not do yet; null where they do. */
  fault: string | null
}

/** What the columns of a file hold, as it was seen by their heads, to be corrected. */
export function ColumnsPart({ work, sheet, fault }: ColumnsPartProps) {
  const { table, fields, channel } = sheet
  const offered = offeredFields()
  const choose = (at: number, chosen: StockField | null) =>
    // what another column was for is this one's now
    work.change({ fields: fields.map((one, index) => (index === at ? chosen : one === chosen ? null : one)) })
  const first = table.lines[0]?.cells ?? []
  return (
    <section className={styles.part} aria-label="表头对应">
      <div className={styles.head}>
        <h3>质检渠道</h3>
        <Segments
          label="质检渠道"
          name="stock-channel"
          options={CHANNEL_OPTIONS}
          value={channel}
          disabled={work.isBusy}
          onChange={(value) => void work.change({ channel: value })}
        />
        <span className="muted">新建的手机在该渠道的质检列表中等待质检</span>
      </div>
      <h3>表头对应</h3>
      {fault === null ? null : <Note tone="warning">{fault}</Note>}
      <div className={styles.columns}>
        {table.heads.map((head, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns of one file stay in their places
          <label key={at} className={styles.column}>
            <span title={`${head}，如：${first[at] ?? ''}`}>
              {head} <span className="muted">{first[at] ?? ''}</span>
            </span>
            <select
              className={field.input}
              aria-label={head}
              value={fields[at] ?? ''}
              disabled={work.isBusy}
              onChange={(event) => void choose(at, (event.target.value || null) as StockField | null)}
            >
              <option value="">不导入</option>
              {optionsOf(Object.fromEntries(offered.map((one) => [one, STOCK_FIELD_LABELS[one]]))).map(
                ({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ),
              )}
            </select>
          </label>
        ))}
      </div>
    </section>
  )
}
