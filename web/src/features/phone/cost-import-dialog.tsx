import type { Table } from '@huanji/domain/tables/table'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { queryOf, refresh } from '../../api/queries.ts'
import { errorText } from '../../api/refusal.ts'
import { Button } from '../../components/button/button.tsx'
import { confirm } from '../../components/confirm/confirm.tsx'
import { DetailPending, LOADING } from '../../components/detail/detail-pending.tsx'
import input from '../../components/field/field.module.css'
import { useLeaveGuard } from '../../components/form/leave-guard.ts'
import { LOST_BY_TOAST, ownFault, useWrite } from '../../components/form/use-write.ts'
import { FailureNote } from '../../components/note/note.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { StateTag, type StateTone } from '../../components/state-tag/state-tag.tsx'
import { SubLine } from '../../components/sub-line/sub-line.tsx'
import { MoneyCell, MoneyHead, ScrollTable } from '../../components/table/table.tsx'
import { Time } from '../../components/time/time.tsx'
import { toast } from '../../components/toast/toast.ts'
import { NotesOf } from '../tables/notes-of.tsx'
import { tableOfFile, tableOfText } from '../tables/read-table.ts'
import { TABLE_FILES } from '../tables/table-files.ts'
import styles from './cost-import-dialog.module.css'
import { type CostRow, costRowsOf } from './cost-rows.ts'
import type { CostImport, JudgedCost, JudgedCosts } from './types.ts'

const RESULTS: Readonly<Record<JudgedCost['result'], { readonly label: string; readonly tone: StateTone }>> = {
  good: { label: '可导入', tone: 'success' },
  unchanged: { label: '无变化', tone: 'neutral' },
  no_code: { label: '缺少编号', tone: 'danger' },
  unknown: { label: '查无此机', tone: 'danger' },
  wrong_kind: { label: '编号类型不对', tone: 'danger' },
  several: { label: '对应多台', tone: 'danger' },
  doubled: { label: '重复', tone: 'warning' },
  sold: { label: '已售', tone: 'warning' },
  jumps: { label: '变化大', tone: 'warning' },
  no_price: { label: '不是价格', tone: 'danger' },
}

/** What is taken only where the person says so: phones that are sold, and costs that jump or lie above what the phone is offered at. */
interface Asked {
  readonly withSold: boolean
  readonly withJumps: boolean
}

const NOT_ASKED: Asked = { withSold: false, withJumps: false }

/** A list that was read, with the server's verdict on each line. */
interface Preview {
  readonly name: string
  readonly rows: readonly CostRow[]
  readonly notes: readonly string[]
  readonly asked: Asked
  readonly judged: JudgedCosts
}

/** Reading a list, having it judged, taking it over. */
function useImport(onDone: () => void) {
  const queries = useQueryClient()
  const { send, during, isSending: isBusy, fault, setFault } = useWrite()
  const [text, setText] = useState('')
  const [preview, setPreview] = useState<Preview | null>(null)
  const judge = async (list: Omit<Preview, 'judged'>) => {
    const rows = [...list.rows]
    const judged = await api.phoneCost.check({ rows, ...list.asked }, { handles: 'all' })
    setPreview({ ...list, judged })
  }
  const read = (name: string, table: () => Promise<Table>) =>
    during(async () => {
      const read = costRowsOf(await table())
      if (!read.ok) return setFault(ownFault(read.message))
      await judge({ name, rows: read.rows, notes: read.notes, asked: NOT_ASKED })
    }, errorText)
  const ask = (change: Partial<Asked>) =>
    preview && during(() => judge({ ...preview, asked: { ...preview.asked, ...change } }), errorText)
  const take = async () => {
    if (!preview) return
    const given = { rows: [...preview.rows], ...preview.asked, name: preview.name }
    const taken = await send(given, (options) => api.phoneCost.import(given, options))
    if (!taken) return
    const { goodCount } = taken
    toast('success', goodCount > 0 ? `已导入 ${goodCount} 台的成本价，可在导入记录中撤销` : '没有需要导入的行')
    setPreview(null)
    // what was pasted beside a file is not taken over yet
    if (preview.name === '') setText('')
    await refresh(queries, api.phoneCost.imports, api.phoneRecord.life, api.goods.detail, api.goods.list)
    onDone()
  }
  return {
    text,
    setText,
    preview,
    isBusy,
    failure: fault?.message ?? '',
    read,
    ask,
    take,
    drop: () => setPreview(null),
  }
}

/** 导入成本价: a list that is pasted or comes as a file, looked at line by line before anything is taken over. */
export function CostImportDialog({ onClose }: { onClose: () => void }) {
  const [tab, setTab] = useState<'new' | 'past'>('new')
  const list = useImport(() => setTab('past'))
  const { text, preview, isBusy } = list
  useLeaveGuard(() => (preview !== null || text.trim() !== '') && !isBusy)
  const goodCount = preview?.judged.goodCount ?? 0
  return (
    <Dialog
      title="导入成本价"
      kind="drawer"
      widthPx={880}
      closable={!isBusy}
      onClose={onClose}
      footer={
        tab === 'past' || preview === null ? (
          <Button onClick={onClose}>关闭</Button>
        ) : (
          <>
            <Button disabled={isBusy} onClick={list.drop}>
              重新选择
            </Button>
            <Button tone="primary" busy={isBusy} disabled={goodCount === 0} onClick={() => void list.take()}>
              导入 {goodCount} 台
            </Button>
          </>
        )
      }
    >
      <div className={styles.tabs}>
        <Button tone={tab === 'new' ? 'primary' : 'quiet'} aria-pressed={tab === 'new'} onClick={() => setTab('new')}>
          导入
        </Button>
        <Button
          tone={tab === 'past' ? 'primary' : 'quiet'}
          aria-pressed={tab === 'past'}
          onClick={() => setTab('past')}
        >
          导入记录
        </Button>
      </div>
      {tab === 'past' ? (
        <PastImports />
      ) : (
        <>
          <FailureNote text={list.failure} />
          {preview === null ? <Source list={list} /> : <PreviewTable list={list} preview={preview} />}
        </>
      )}
    </Dialog>
  )
}

type Import = ReturnType<typeof useImport>

/** Where a list comes from: pasted, or a file. */
function Source({ list }: { list: Import }) {
  const file = useRef<HTMLInputElement>(null)
  const { text, setText } = list
  return (
    <div className={styles.source}>
      <textarea
        className={input.input}
        rows={8}
        data-takes-focus=""
        aria-label="粘贴成本价"
        placeholder={'从表格复制后粘贴，每行两列：IMEI（或条码、序列号）、成本价\n如：490154203237518	1,234.5'}
        value={text}
        disabled={list.isBusy}
        onChange={(event) => setText(event.target.value)}
      />
      <p className={styles.buttons}>
        <Button
          tone="primary"
          busy={list.isBusy}
          disabled={text.trim() === ''}
          onClick={() => void list.read('', async () => tableOfText(text))}
        >
          核对
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          accept={TABLE_FILES}
          aria-label="成本价文件"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? []
            if (chosen) void list.read(chosen.name.slice(0, 100), () => tableOfFile(chosen))
            currentTarget.value = ''
          }}
        />
        <Button icon="upload" disabled={list.isBusy} onClick={() => file.current?.click()}>
          选择文件（xlsx、csv）
        </Button>
        <span className="muted">一次最多 2,000 行；导入前逐行核对，导入后可以撤销。</span>
      </p>
    </div>
  )
}

/** How many lines came to what, in the order of the verdicts. */
function countsOf(rows: readonly JudgedCost[]): { result: JudgedCost['result']; count: number }[] {
  const results = Object.keys(RESULTS) as JudgedCost['result'][]
  return results
    .map((result) => ({ result, count: rows.filter((row) => row.result === result).length }))
    .filter(({ count }) => count > 0)
}

/** A further part of the list that is taken where it is ticked. */
function AskedBox(props: { label: string; checked: boolean; disabled: boolean; onChange: (isAsked: boolean) => void }) {
  const { label, checked, disabled, onChange } = props
  return (
    <label className={styles.sold}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  )
}

function PreviewTable({ list, preview: { judged, asked, notes } }: { list: Import; preview: Preview }) {
  const { withSold, withJumps } = asked
  const has = (result: JudgedCost['result']) => judged.rows.some((row) => row.result === result)
  return (
    <>
      <div className={styles.notes}>
        <NotesOf notes={notes} />
      </div>
      <p className={styles.counts} role="status">
        共 {judged.rows.length} 行：
        {countsOf(judged.rows).map(({ result, count }) => (
          <StateTag key={result} tone={RESULTS[result].tone}>
            {RESULTS[result].label} {count}
          </StateTag>
        ))}
      </p>
      {withSold || has('sold') ? (
        <AskedBox
          label="同时更新已售手机（会改变已成交订单赚的钱）"
          checked={withSold}
          disabled={list.isBusy}
          onChange={(isAsked) => void list.ask({ withSold: isAsked })}
        />
      ) : null}
      {withJumps || has('jumps') ? (
        <AskedBox
          label="变化大的也导入（已逐行核对过）"
          checked={withJumps}
          disabled={list.isBusy}
          onChange={(isAsked) => void list.ask({ withJumps: isAsked })}
        />
      ) : null}
      <ScrollTable label="成本价核对结果">
        <thead>
          <tr>
            <th scope="col">行</th>
            <th scope="col">编号</th>
            <th scope="col">手机</th>
            <MoneyHead>原成本价</MoneyHead>
            <MoneyHead>新成本价</MoneyHead>
            <th scope="col">结果</th>
          </tr>
        </thead>
        <tbody>
          {judged.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one list stay in their places
            <tr key={index}>
              <td className="num">{row.line}</td>
              <td className="code">{row.code || '—'}</td>
              <td>
                {row.title || '—'}
                {row.barCode === '' ? null : <SubLine code>{row.barCode}</SubLine>}
              </td>
              <MoneyCell fen={row.beforeFen} />
              {row.afterFen === null ? <td>{row.price || '—'}</td> : <MoneyCell fen={row.afterFen} />}
              <td>
                <StateTag tone={RESULTS[row.result].tone}>{RESULTS[row.result].label}</StateTag>
                {row.result === 'good' ? null : <SubLine>{row.message}</SubLine>}
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </>
  )
}

const PAGE = { pageSize: 50 } as const

/** The lists that were taken over, newest first, each with the way back. */
function PastImports() {
  const query = useQuery(queryOf(api.phoneCost.imports, PAGE))
  return (
    <DetailPending query={query} waiting={LOADING}>
      {({ list }) => (list.length === 0 ? <p className="muted">还没有导入过成本价。</p> : <PastTable imports={list} />)}
    </DetailPending>
  )
}

function PastTable({ imports }: { imports: readonly CostImport[] }) {
  return (
    <ScrollTable label="成本价导入记录">
      <thead>
        <tr>
          <th scope="col">时间</th>
          <th scope="col">名称</th>
          <th scope="col">台数</th>
          <th scope="col">导入人</th>
          <th scope="col">操作</th>
        </tr>
      </thead>
      <tbody>
        {imports.map((one) => (
          <PastImport key={one.importId} one={one} />
        ))}
      </tbody>
    </ScrollTable>
  )
}

function PastImport({ one }: { one: CostImport }) {
  const queries = useQueryClient()
  const { during, isSending: isBusy } = useWrite(LOST_BY_TOAST)
  const undo = async () => {
    const body = `这次导入的 ${one.unitCount} 台会恢复导入前的成本价；导入后又改过的保持现在的值。`
    if (!(await confirm({ title: '撤销这次导入？', body, ok: '撤销导入', cancel: '不撤销', tone: 'danger' }))) return
    const given = { importId: one.importId }
    // nothing was typed that could be kept
    const undone = await during(
      (sendWithKey) => sendWithKey(given, (options) => api.phoneCost.undo(given, options)),
      errorText,
    )
    if (!undone) return
    const { restoredCount, keptCount } = undone
    toast('success', `已恢复 ${restoredCount} 台${keptCount > 0 ? `，${keptCount} 台后来改过，保持不变` : ''}`)
    await refresh(queries, api.phoneCost.imports, api.phoneRecord.life, api.goods.detail, api.goods.list)
  }
  return (
    <tr>
      <td>
        <Time at={one.importedAt} />
      </td>
      <td>{one.name || '粘贴的列表'}</td>
      <td className="num">{one.unitCount}</td>
      <td>{one.importedBy}</td>
      <td>
        {one.undoneAt === null ? (
          <Button small busy={isBusy} onClick={() => void undo()}>
            撤销
          </Button>
        ) : (
          <span className="muted">
            {one.undoneBy} 已撤销 <Time at={one.undoneAt} />
          </span>
        )}
      </td>
    </tr>
  )
}
