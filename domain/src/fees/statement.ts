import { CHANNELS, type Channel } from '../channel.ts'
import { hasLostDigits, isSpoiltCode, spoiltStatementMessage } from '../codes/spoilt.ts'
import { type Fen, readAmount } from '../money.ts'
import { plainHead } from '../tables/heads.ts'
import { momentIn } from '../tables/moments.ts'
import type { TableLine } from '../tables/table.ts'
import { tableOfText } from '../tables/text-table.ts'

/** The columns of the marketplace's settlement file, in their order. */
export const STATEMENT_COLUMNS = [
  '结算单号',
  '订单号',
  '店铺',
  '渠道',
  '项目',
  '收支',
  '金额(元)',
  '结算时间',
  '备注',
] as const

/** What the marketplace's file calls a line of a settlement: its words, whatever ours are. */
export const SETTLEMENT_ITEM_LABELS = {
  deal: '订单结算',
  freight: '运费',
  serviceFee: '平台服务费',
  inspectionFee: '质检费',
  refund: '退款',
  priceDifference: '补差',
  compensation: '赔付',
  feeReturn: '服务费退回',
  penalty: '违约金',
  adjustment: '调账',
} as const

/** What it calls a movement that is about no order. */
export const FLOW_ITEM_LABELS = {
  depositFreeze: '保证金冻结',
  depositUnfreeze: '保证金解冻',
  withdrawal: '提现',
  topUp: '充值',
  adjustment: '调账',
} as const

/** What it calls a channel; 普通商品 is none of ours. */
export const STATEMENT_CHANNEL_LABELS = { auction: '鱼市', curated: '严选', plain: '普通商品' } as const

export type SettlementItem = keyof typeof SETTLEMENT_ITEM_LABELS
export type FlowItem = keyof typeof FLOW_ITEM_LABELS
export type StatementItem = SettlementItem | FlowItem

/** A line of the file: money in fen, the moment ISO 8601. */
export interface StatementLine {
  /** In the file, counted from 1. */
  readonly line: number
  /** Of the settlement, or of the movement where there is no order. */
  readonly number: string
  /** Empty for what is about no order. */
  readonly orderNo: string
  readonly shop: string
  /** Null where there is none, or none of ours. */
  readonly channel: Channel | null
  readonly isOtherTrade: boolean
  readonly item: StatementItem
  readonly direction: 'in' | 'out'
  readonly amountFen: Fen
  readonly occurredAt: string
  readonly remark: string
}

/** A line that cannot be read, and why, in Chinese. */
export interface UnreadLine {
  readonly line: number
  /** Of the settlement or movement, as it stands in the line; empty where none does. */
  readonly number: string
  readonly text: string
  readonly problem: string
}

export interface Statement {
  readonly lines: readonly StatementLine[]
  readonly unread: readonly UnreadLine[]
  /** True where every order's number looks as if a spreadsheet had kept fifteen digits of it. */
  readonly looksRounded: boolean
}

export const STATEMENT_LINES_MAX = 10_000

const keyOf = <Key extends string>(labels: Readonly<Record<Key, string>>, label: string): Key | null =>
  (Object.keys(labels) as Key[]).find((key) => labels[key] === label) ?? null

/** The heads of a file are among its first lines: above them may stand a title. */
const HEAD_WITHIN = 20

/** Which column holds what, in the order of `STATEMENT_COLUMNS`; null for a line that does not name them all. */
function columnsIn(cells: readonly string[]): number[] | null {
  const heads = cells.map(plainHead)
  const columns = STATEMENT_COLUMNS.map((title) => heads.indexOf(plainHead(title)))
  return columns.includes(-1) ? null : columns
}

function readLine(line: number, given: readonly string[], columns: readonly number[]): StatementLine | string {
  const cells = columns.map((at) => given[at] ?? '')
  const [number = '', orderNo = '', shop = '', channelLabel = '', itemLabel = '', way = '', amount = '', at = ''] =
    cells
  const width = Math.max(...columns) + 1
  const count = Math.max(given.findLastIndex((cell) => cell !== '') + 1, Math.min(given.length, width))
  if (count !== width) return `应有${width}列，这一行有${count}列`
  if (isSpoiltCode(orderNo)) return spoiltStatementMessage('订单号', orderNo)
  if (isSpoiltCode(number)) return spoiltStatementMessage('结算单号', number)
  if (number === '' || number.length > 40) return '缺少结算单号'
  if (!/^(\d{10,24})?$/.test(orderNo)) return '订单号不对，应该是10到24位数字'
  if (shop === '') return '缺少店铺'
  const channel = keyOf(STATEMENT_CHANNEL_LABELS, channelLabel)
  if (orderNo !== '' && channel === null) return `渠道“${channelLabel}”不存在`
  const item = orderNo === '' ? keyOf(FLOW_ITEM_LABELS, itemLabel) : keyOf(SETTLEMENT_ITEM_LABELS, itemLabel)
  if (item === null) return `项目“${itemLabel}”不存在`
  if (way !== '收入' && way !== '支出') return '收支应该是“收入”或“支出”'
  const amountFen = readAmount(amount)
  if (amountFen === null || amountFen < 0 || amountFen > 9_999_999_900) return `金额“${amount}”不正确`
  const occurredAt = momentIn(at)
  if (occurredAt === null) return `结算时间“${at}”不正确`
  return {
    line,
    number,
    orderNo,
    shop,
    item,
    amountFen,
    occurredAt,
    remark: (cells[8] ?? '').slice(0, 200),
    channel: CHANNELS.find((one) => one === channel) ?? null,
    isOtherTrade: channel === 'plain',
    direction: way === '收入' ? 'in' : 'out',
  }
}

/** A settlement file whose heads are found; its rows are read one by one. */
export interface OpenStatement {
  readonly rows: readonly TableLine[]
  readonly readRow: (row: TableLine) => StatementLine | UnreadLine
  readonly looksRounded: boolean
}

const isUnread = (row: StatementLine | UnreadLine): row is UnreadLine => 'problem' in row
const isRead = (row: StatementLine | UnreadLine): row is StatementLine => !isUnread(row)

/** Finds the heads of a settlement file, as it came or as a spreadsheet has kept it. Gives a Chinese sentence for what is no such file. */
export function openStatement(text: string): OpenStatement | string {
  if (text.includes('\uFFFD')) return '文件里的中文读不出来，请在闲鱼后台重新下载结算单'
  const table = tableOfText(text)
  if (table.openQuoteLine !== null) return '文件内容不完整：引号没有结束，请重新下载结算单'
  if (table.lines.length === 0) return '文件是空的，请重新选择'
  const at = table.lines.slice(0, HEAD_WITHIN).findIndex(({ cells }) => columnsIn(cells) !== null)
  const columns = columnsIn(table.lines[at]?.cells ?? [])
  if (columns === null) return `不是闲鱼结算单：第一行应为${STATEMENT_COLUMNS.join('、')}`
  const rows = table.lines.slice(at + 1)
  if (rows.length === 0) return '结算单里没有明细，请确认下载的日期范围'
  if (rows.length > STATEMENT_LINES_MAX) {
    return `结算单有${rows.length}行，最多${STATEMENT_LINES_MAX}行，请按日期分段下载后导入`
  }
  const [numberAt = 0, orderAt = 1] = columns
  const orderNos = rows.map(({ cells }) => cells[orderAt] ?? '').filter((orderNo) => orderNo !== '')
  const [firstNo] = orderNos
  if (firstNo !== undefined && orderNos.every(isSpoiltCode)) return spoiltStatementMessage('订单号', firstNo)
  return {
    rows,
    looksRounded: firstNo !== undefined && orderNos.every(hasLostDigits),
    readRow: ({ line, cells }) => {
      const read = readLine(line, cells, columns)
      const number = (cells[numberAt] ?? '').slice(0, 40)
      return typeof read === 'string' ? { line, number, text: cells.join(',').slice(0, 200), problem: read } : read
    },
  }
}

/** What a settlement file says, once each of its rows is read. */
export const statementOf = (
  { looksRounded }: OpenStatement,
  read: readonly (StatementLine | UnreadLine)[],
): Statement => ({ lines: read.filter(isRead), unread: read.filter(isUnread), looksRounded })
