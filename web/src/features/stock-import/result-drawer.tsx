import { STOCK_RESULT_LABELS } from '@huanji/contract/features/stock-import/labels'
import { STOCK_IMPORT_STATES } from '@huanji/domain/states/stock-import'
import { stateLabel } from '@huanji/domain/states/transition'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { pollMs } from '../../api/queries.ts'
import { errorText } from '../../api/refusal.ts'
import { Button } from '../../components/button/button.tsx'
import { Note } from '../../components/note/note.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import type { StateTone } from '../../components/state-tag/state-tag.tsx'
import { downloadWorkbook } from '../tables/download-workbook.ts'
import { cancelImport, undoImport } from './import-actions.ts'
import styles from './import-drawer.module.css'
import { LinesTable } from './lines-table.tsx'
import type { DoneRow, StockImport, StockResult } from './types.ts'

const EVERY_MS = 1_000
const PAGE = 100
/** The most that one call answers. */
const CALL_MAX = 200

const TONES: Readonly<Record<StockResult, StateTone>> = {
  waiting: 'neutral',
  made: 'success',
  updated: 'info',
  same: 'neutral',
  refused: 'danger',
  skipped: 'warning',
  undone: 'neutral',
  kept: 'warning',
}

const countsOf = (one: StockImport): readonly { result: StockResult; count: number }[] =>
  (
    [
      { result: 'waiting', count: one.total - one.pastCount },
      { result: 'made', count: one.madeCount },
      { result: 'updated', count: one.updatedCount },
      { result: 'same', count: one.sameCount },
      { result: 'refused', count: one.refusedCount },
      { result: 'skipped', count: one.skippedCount },
      { result: 'undone', count: one.undoneCount },
      { result: 'kept', count: one.keptCount },
    ] as const
  ).filter(({ count }) => count > 0)

/** The lines of an import; asked again as long as it runs, where the event stream does not tell. */
const useLines = (importId: string, result: StockResult | null) =>
  useInfiniteQuery({
    queryKey: [api.importedStock.rows.path, { importId, result }],
    queryFn: ({ signal, pageParam }) =>
      api.importedStock.rows(
        { importId, afterLine: pageParam, limit: PAGE, ...(result === null ? {} : { result }) },
        { signal, handles: 'all' },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ hasMore, rows }) => (hasMore ? (rows.at(-1)?.line ?? null) : null),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?.import.state === 'running' ? pollMs(EVERY_MS) : (false as const),
  })

/** The lines that were not taken over, with why. */
async function downloadRefused({ importId, name }: StockImport): Promise<void> {
  const rows: DoneRow[] = []
  for (let afterLine = 0, hasMore = true; hasMore; afterLine = rows.at(-1)?.line ?? 0) {
    const page = await api.importedStock.rows({ importId, result: 'refused', afterLine, limit: CALL_MAX })
    rows.push(...page.rows)
    hasMore = page.hasMore
  }
  downloadWorkbook(
    `${name.replace(/\.[^.]*$/, '')}-未导入`,
    [
      { title: '行', form: 'count' },
      { title: 'IMEI', form: 'code' },
      { title: '机型', form: 'text' },
      { title: '原因', form: 'text' },
    ],
    rows.map(({ line, code, title, message }) => [String(line), code, title, message]),
  )
}

/** How an import goes and went, line by line, with the way back. */
export function ResultDrawer({ importId, onClose }: { importId: string; onClose: () => void }) {
  const [result, setResult] = useState<StockResult | null>(null)
  const query = useLines(importId, result)
  const one = query.data?.pages[0]?.import
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <Dialog
      title={one ? `库存导入：${one.name}` : '库存导入'}
      kind="drawer"
      widthPx={1000}
      onClose={onClose}
      footer={<Buttons one={one} onClose={onClose} />}
    >
      <div className={styles.drawer}>
        {one === undefined ? (
          <p className="muted">{query.error ? errorText(query.error) : '正在读取…'}</p>
        ) : (
          <>
            <Progress one={one} />
            <div className={styles.head}>
              <fieldset className={styles.answers}>
                <legend className="sr-only">按结果筛选</legend>
                <Button small tone={result === null ? 'primary' : 'plain'} onClick={() => setResult(null)}>
                  全部 {one.total.toLocaleString('en-US')}
                </Button>
                {countsOf(one).map(({ result: of, count }) => (
                  <Button key={of} small tone={result === of ? 'primary' : 'plain'} onClick={() => setResult(of)}>
                    {STOCK_RESULT_LABELS[of]} {count.toLocaleString('en-US')}
                  </Button>
                ))}
              </fieldset>
              {one.refusedCount > 0 ? (
                <Button small icon="download" className={styles.push} onClick={() => void downloadRefused(one)}>
                  下载未导入的行
                </Button>
              ) : null}
            </div>
            <LinesTable
              label="导入结果"
              rows={rows}
              outcomeOf={({ result }) => ({ tone: TONES[result], label: STOCK_RESULT_LABELS[result] })}
            />
            {query.hasNextPage ? (
              <p>
                <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  再显示 {PAGE} 行
                </Button>
              </p>
            ) : null}
          </>
        )}
      </div>
    </Dialog>
  )
}

function Progress({ one }: { one: StockImport }) {
  const words =
    one.state === 'running'
      ? `正在导入，已处理 ${one.pastCount.toLocaleString('en-US')} / ${one.total.toLocaleString('en-US')} 行`
      : (stateLabel(STOCK_IMPORT_STATES, one.state) ?? one.state)
  return (
    <div className={styles.part}>
      {one.state === 'running' ? (
        <progress
          className={styles.past}
          value={one.pastCount}
          max={one.total}
          aria-label="导入进度"
          aria-valuetext={words}
        />
      ) : null}
      <p role="status">{words}</p>
      {one.problem === '' ? null : <Note tone="danger">{one.problem}，导入已中止，余下的行未导入。</Note>}
      {one.keptCount > 0 ? (
        <Note tone="warning">
          有 {one.keptCount} 行在导入后动过，撤销时保留，原因见下方“撤销时保留”；处理后可再次撤销。
        </Note>
      ) : null}
    </div>
  )
}

function Buttons({ one, onClose }: { one: StockImport | undefined; onClose: () => void }) {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const during = async (work: () => Promise<unknown>) => {
    setBusy(true)
    await work()
    setBusy(false)
  }
  return (
    <>
      {one?.allowedActions.includes('cancel') ? (
        <Button busy={isBusy} onClick={() => void during(() => cancelImport(queries, one))}>
          取消导入
        </Button>
      ) : null}
      {one?.allowedActions.includes('undo') ? (
        <Button icon="refresh" busy={isBusy} onClick={() => void during(() => undoImport(queries, one))}>
          撤销导入
        </Button>
      ) : null}
      <Button tone="primary" onClick={onClose}>
        {one?.state === 'running' ? '后台继续' : '关闭'}
      </Button>
    </>
  )
}
