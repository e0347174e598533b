import { FLOW_LABELS } from '@huanji/domain/fees/account-flows'
import { SETTLEMENT_ITEM_LABELS, STATEMENT_CHANNEL_LABELS, STATEMENT_COLUMNS } from '@huanji/domain/fees/statement'
import { formatShanghai } from '@huanji/domain/time'
import { flowNoOf } from './accounts.ts'
import { DAY_MS, startOfShanghaiDay } from './clock.ts'
import type { SandboxContext } from './context.ts'
import type { FlowDocument, SettlementDocument } from './documents.ts'
import type { PageFile } from './page-file.ts'

const PATH = '/pages/statement'
const DATE = /^\d{4}-\d{2}-\d{2}$/

interface StatementRow {
  readonly atMs: number
  readonly cells: readonly string[]
}

/**
 * The statement of a shop as its seller keeps it from the marketplace's console: every line of its settlements, and
 * what moved without an order, oldest first. Null at any other address; a shop or day that does not exist is refused in words.
 */
export function statementFile(context: SandboxContext, url: URL): PageFile | null {
  if (url.pathname !== PATH) return null
  const userName = url.searchParams.get('user') ?? ''
  const [from, to] = ['from', 'to'].map((name) => url.searchParams.get(name) ?? '')
  if (!context.store.all('shop').some((shop) => shop.userName === userName)) return refused(404, '店铺不存在')
  const [fromMs, lastMs] = [dayOf(from), dayOf(to)]
  if (Number.isNaN(fromMs) || Number.isNaN(lastMs) || lastMs < fromMs)
    return refused(400, '请给出起止日期，格式 yyyy-MM-dd')
  const rows = rowsOf(context, userName)
    .filter(({ atMs }) => atMs >= fromMs && atMs < lastMs + DAY_MS)
    .sort((a, b) => a.atMs - b.atMs)
  const lines = [STATEMENT_COLUMNS, ...rows.map(({ cells }) => cells)].map(
    (cells) => `${cells.map(cellText).join(',')}\r\n`,
  )
  return {
    contentType: 'text/csv; charset=utf-8',
    content: `\uFEFF${lines.join('')}`,
    fileName: `statement-${from}-${to}.csv`,
  }
}

const dayOf = (date = ''): number => (DATE.test(date) ? startOfShanghaiDay(date) : Number.NaN)

const refused = (status: number, content: string): PageFile => ({
  contentType: 'text/plain; charset=utf-8',
  content,
  status,
})

function rowsOf(context: SandboxContext, userName: string): StatementRow[] {
  const settled = context.store.all('settlement').filter(({ settlement }) => settlement.user_name === userName)
  const flows = context.store.all('flow').filter((flow) => flow.userName === userName && flow.orderNo === '')
  return [...settled.flatMap(rowsOfSettlement), ...flows.map(rowOfFlow)]
}

function rowsOfSettlement({ settlement, settledMs }: SettlementDocument): StatementRow[] {
  const { settlement_no, order_no, user_name, channel, remark = '' } = settlement
  return settlement.lines.map(({ type, direction, amount }) => ({
    atMs: settledMs,
    cells: [
      settlement_no,
      order_no,
      user_name,
      STATEMENT_CHANNEL_LABELS[channel],
      SETTLEMENT_ITEM_LABELS[type],
      ...amountCells(direction, amount, settledMs),
      remark,
    ],
  }))
}

function rowOfFlow(flow: FlowDocument): StatementRow {
  const { userName, type, direction, amountFen, createdMs, remark } = flow
  return {
    atMs: createdMs,
    cells: [
      flowNoOf(flow),
      '',
      userName,
      '',
      FLOW_LABELS[type],
      ...amountCells(direction, amountFen, createdMs),
      remark,
    ],
  }
}

const amountCells = (direction: 'in' | 'out', amountFen: number, atMs: number): string[] => [
  direction === 'in' ? '收入' : '支出',
  (amountFen / 100).toFixed(2),
  formatShanghai(new Date(atMs).toISOString(), true),
]

/** A cell that no program takes for a formula, quoted where it must be. */
function cellText(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
