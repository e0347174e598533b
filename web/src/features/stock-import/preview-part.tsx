import { STOCK_ANSWER_LABELS } from '@huanji/contract/features/stock-import/labels'
import { useState } from 'react'
import { Button } from '../../components/button/button.tsx'
import { Note } from '../../components/note/note.tsx'
import type { StateTone } from '../../components/state-tag/state-tag.tsx'
import { downloadFaults } from './files.ts'
import styles from './import-drawer.module.css'
import { LinesTable } from './lines-table.tsx'
import { TextsPart } from './texts-part.tsx'
import type { Checked, CheckedRow } from './types.ts'
import { needsConfirming, type Sheet, type StockWork } from './use-stock-table.ts'

type Answer = CheckedRow['answer']

const TONES: Readonly<Record<Answer, StateTone>> = {
  new: 'success',
  known: 'info',
  differs: 'warning',
  jumps: 'warning',
  same: 'neutral',
  refused: 'danger',
}

const ANSWERS = Object.keys(STOCK_ANSWER_LABELS) as Answer[]
/** So many lines are drawn at once. */
const LINES_AT_ONCE = 100

const many = (count: number): string => count.toLocaleString('en-US')

/** What each line comes to, before anything is written. */
export function PreviewPart({ work, sheet, checked }: { work: StockWork; sheet: Sheet; checked: Checked }) {
  const { rows, counts, texts } = checked
  const [shown, setShown] = useState<Answer | null>(null)
  const [limit, setLimit] = useState(LINES_AT_ONCE)
  const choose = (answer: Answer | null) => {
    setShown(answer)
    setLimit(LINES_AT_ONCE)
  }
  const asked = new Set(rows.filter(needsConfirming).map(({ line }) => line))
  const found = shown === null ? rows : rows.filter(({ answer }) => answer === shown)
  const faults = () => {
    const wrong = rows.filter(({ answer }) => answer === 'refused')
    downloadFaults(sheet.name, sheet.table, new Map(wrong.map(({ line, message }) => [line, message])))
  }
  return (
    <>
      {texts.length === 0 ? null : <TextsPart work={work} sheet={sheet} texts={texts} />}
      <section className={styles.part} aria-label="逐行核对">
        <p role="status" className="sr-only">
          共 {rows.length} 行，将新建 {counts.new} 行，更新成本 {counts.known} 行，待确认 {asked.size} 行，已在库
          {counts.same} 行，错误 {counts.refused} 行
        </p>
        <div className={styles.head}>
          <fieldset className={styles.answers}>
            <legend className="sr-only">按结果筛选</legend>
            <Button small tone={shown === null ? 'primary' : 'plain'} onClick={() => choose(null)}>
              全部 {many(rows.length)}
            </Button>
            {ANSWERS.filter((answer) => counts[answer] > 0).map((answer) => (
              <Button
                key={answer}
                small
                tone={shown === answer ? 'primary' : 'plain'}
                aria-pressed={shown === answer}
                onClick={() => choose(answer)}
              >
                {STOCK_ANSWER_LABELS[answer]} {many(counts[answer])}
              </Button>
            ))}
          </fieldset>
          {counts.refused > 0 ? (
            <Button small icon="download" className={styles.push} onClick={faults}>
              下载错误行
            </Button>
          ) : null}
        </div>
        {asked.size === 0 ? null : (
          <Note tone="warning">
            有 {many(asked.size)} 行的机型与在库不同，或成本变化超过30%，多半是串了行；核对后勾选的才导入。
          </Note>
        )}
        <LinesTable
          label="逐行核对结果"
          rows={found.slice(0, limit)}
          outcomeOf={({ answer }) => ({ tone: TONES[answer], label: STOCK_ANSWER_LABELS[answer] })}
          confirm={
            asked.size === 0
              ? undefined
              : {
                  isAsked: (line) => asked.has(line),
                  isConfirmed: (line) => work.confirmed.has(line),
                  onChange: work.confirm,
                }
          }
        />
        {found.length > limit ? (
          <p>
            <Button onClick={() => setLimit(limit + LINES_AT_ONCE)}>
              再显示 {LINES_AT_ONCE} 行（还有 {many(found.length - limit)} 行）
            </Button>
          </p>
        ) : null}
      </section>
    </>
  )
}
