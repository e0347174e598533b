import { useMemo, useState } from 'react'
import { api } from '../../api/client.ts'
import { Button } from '../../components/button/button.tsx'
import { showFirstFault } from '../../components/form/first-fault.ts'
import { useLeaveGuard } from '../../components/form/leave-guard.ts'
import { BY_TOAST, useWrite } from '../../components/form/use-write.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { SubLine } from '../../components/sub-line/sub-line.tsx'
import { toast } from '../../components/toast/toast.ts'
import { can } from '../../session/session.ts'
import { confirmPrices } from './confirm-prices.tsx'
import type { PriceOperation } from './listing-facts.ts'
import styles from './price-drawer.module.css'
import {
  isUnchanged,
  needsSession,
  type PriceRow,
  type PriceSheetLine,
  priceObstacle,
  refusedRows,
  ruleRowsOf,
  sheetLines,
  toOperate,
  withPriceEdits,
} from './price-rows.ts'
import { lossOfLine } from './prices.ts'
import { SessionSelect } from './session-select.tsx'
import { BulkTools } from './sheet/bulk-tools.tsx'
import { AUCTION_COLUMNS, FIXED_COLUMNS, type LineEdit } from './sheet/lines.ts'
import { PriceSheet } from './sheet/price-sheet.tsx'
import { usePriceRules } from './sheet/use-price-rules.ts'
import { useUndo } from './sheet/use-undo.ts'
import type { Session } from './types.ts'

const TITLES: Readonly<Record<PriceOperation, string>> = { relist: '重新上架', change_price: '改价' }

interface PriceDrawerProps {
  operation: PriceOperation
  rows: readonly PriceRow[]
  /** Gets true once every row was accepted, and nothing when the person gave up. */
  onClose: (isDone?: true) => void
}

/** Sends the rows, keeps the refused ones. */
function useOperation({ operation, rows: given, onClose }: PriceDrawerProps, session: Session | null) {
  const [rows, setRows] = useState<readonly PriceRow[]>(given)
  const { keep, undo, forget } = useUndo(setRows)
  const [wasTried, setTried] = useState(false)
  const write = useWrite(BY_TOAST)
  const { isSending } = write
  const answers = usePriceRules(useMemo(() => ruleRowsOf(rows), [rows]))
  const lines = useMemo(() => sheetLines(operation, rows, answers), [operation, rows, answers])
  const obstacle = priceObstacle(operation, rows, lines, session)
  const isSent = (row: PriceRow) => operation === 'relist' || !isUnchanged(row)
  useLeaveGuard(() => rows.some((row) => !isUnchanged(row)))

  const send = async () => {
    const isDoubtful = (row: PriceRow) => lines.some((line) => line.row === row && line.verdict.question !== null)
    const input = toOperate(operation, rows, session, isDoubtful)
    const answer = await write.send(input, (options) => api.goods.operate(input, options))
    if (!answer) return
    const { results } = answer
    const left = refusedRows(rows, results)
    const done = input.rows.length - left.length
    if (done > 0) toast('success', `已提交${TITLES[operation]} ${done} 件，闲鱼确认后生效`)
    if (left.length === 0) onClose(true)
    else {
      forget()
      setRows(left)
    }
  }
  const submit = async () => {
    setTried(true)
    if (isSending) return
    if (obstacle !== '') return showFirstFault(document)
    const questions = lines.flatMap((line) => {
      const { key, name: label, row, verdict } = line
      return verdict.question === null || !isSent(row)
        ? []
        : [{ key, label, question: verdict.question, lossFen: lossOfLine(line) }]
    })
    if (await confirmPrices(questions)) await send()
  }
  const edit = (edits: readonly LineEdit[], isBulk: boolean) => {
    if (isBulk) keep(rows)
    setRows(withPriceEdits(rows, edits))
  }
  return { rows, lines, edit, undo, submit, isSending, wasTried, obstacle }
}

function LineHead({ line: { row, line } }: { line: PriceSheetLine }) {
  const { listing } = row
  return (
    <span title={listing.title}>
      {listing.kind === 'stock' ? line.skuText || listing.title : listing.modelName || listing.title}
      <SubLine code={listing.kind !== 'stock'}>
        {listing.kind === 'stock' ? listing.title : listing.imei || listing.barCode}
      </SubLine>
    </span>
  )
}

const HEAD = { title: '商品', cell: (line: PriceSheetLine) => <LineHead line={line} /> }

interface SheetPartProps {
  work: ReturnType<typeof useOperation>
  channel: 'auction' | 'curated'
}

/** The listings of one channel: a run has two prices, fixed goods one. */
function SheetPart({ work, channel }: SheetPartProps) {
  const lines = work.lines.filter(({ row }) => row.listing.channel === channel)
  if (lines.length === 0) return null
  return (
    <>
      {lines.length < 2 ? null : (
        <BulkTools lines={lines} edit={(edits) => work.edit(edits, true)} undo={work.undo} disabled={work.isSending} />
      )}
      <PriceSheet
        label={channel === 'auction' ? '竞拍价格表' : '售价表'}
        columns={channel === 'auction' ? AUCTION_COLUMNS : FIXED_COLUMNS}
        lines={lines}
        head={HEAD}
        showsCost={can('field:costPrice')}
        showsErrors={work.wasTried}
        disabled={work.isSending}
        onEdit={work.edit}
        onUndo={work.undo}
      />
    </>
  )
}

/** What a change of price does at the marketplace. */
function Hint({ rows }: { rows: readonly PriceRow[] }) {
  const hasRuns = rows.some(({ listing }) => listing.channel === 'auction')
  const hasFixed = rows.some(({ listing }) => listing.channel === 'curated')
  return (
    <p className="muted">
      {hasRuns ? '竞拍改价会先撤回本场报名，再按新价格重新报名；报名截止后不能改价。' : ''}
      {hasFixed ? '严选改价在闲鱼确认后对新订单生效，已下单的不变。' : ''}
    </p>
  )
}

/** 改价 and 重新上架 for one listing or several: prices row by row, refused rows stay with their reasons. */
export function PriceDrawer(props: PriceDrawerProps) {
  const [session, setSession] = useState<Session | null>(null)
  const work = useOperation(props, session)
  const { rows, submit, isSending, wasTried, obstacle } = work
  const title = TITLES[props.operation]
  return (
    <Dialog
      title={`${title}（${rows.length}件）`}
      kind="drawer"
      widthPx={920}
      closable={!isSending}
      onClose={() => props.onClose()}
      footer={
        <>
          <span className={styles.obstacle} role="status">
            {wasTried ? obstacle : ''}
          </span>
          <Button disabled={isSending} onClick={() => props.onClose()}>
            取消
          </Button>
          <Button tone="primary" busy={isSending} onClick={() => void submit()}>
            {title}
          </Button>
        </>
      }
    >
      {needsSession(props.operation, rows) ? (
        <SessionSelect
          session={session}
          onChange={setSession}
          error={session === null && wasTried ? '请选择场次' : ''}
          disabled={isSending}
        />
      ) : null}
      {props.operation === 'change_price' ? <Hint rows={rows} /> : null}
      <div className={styles.sheets}>
        <SheetPart work={work} channel="auction" />
        <SheetPart work={work} channel="curated" />
      </div>
    </Dialog>
  )
}
