import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import type { billImport } from '@huanji/contract/features/reconciliation/calls'
import { STATEMENT_ANSWER_LABELS } from '@huanji/contract/features/reconciliation/labels'
import { hasLostDigits, spoiltStatementMessage } from '@huanji/domain/codes/spoilt'
import {
  openStatement,
  type Statement,
  type StatementLine,
  statementOf,
  type UnreadLine,
} from '@huanji/domain/fees/statement'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { mapWithBreaks } from '../../platform/breaks.ts'
import { newId } from '../../platform/ids.ts'
import { knownFlows } from '../bill/flow-store.ts'
import { settlementsByNo } from '../bill/settlement-store.ts'
import { ordersByNo } from './book-store.ts'
import { startCheck } from './check.ts'
import { fileDifference, itemLabel } from './compare-files.ts'
import { type FileLine, fileLines, insertImport, type NewLine, saveLines, shopsByName } from './import-store.ts'

type File = ParsedOf<typeof billImport.preview>
type PreviewLine = OutputOf<typeof billImport.preview>['lines'][number]
type Answer = PreviewLine['answer']

/** A line with what stands against it. */
interface Judged {
  readonly line: StatementLine
  readonly answer: Answer
  readonly message: string
}

interface Read {
  readonly shopAccountId: string
  readonly shopName: string
  readonly judged: readonly Judged[]
  readonly unread: readonly PreviewLine[]
  /** Whether the lines of a number that are kept are all that the file has of it. */
  readonly isWhole: (number: string) => boolean
}

const keyOf = ({ number, item, direction }: Pick<FileLine, 'number' | 'item' | 'direction'>): string =>
  `${number} ${item} ${direction}`

/** A line that says all that another one says is that line once more; one of another amount or remark is a further part of its item. */
const doubleKeyOf = (line: StatementLine): string => `${keyOf(line)} ${line.amountFen} ${line.remark}`

/** The lines with those of one number, item and direction as one of their sum, in the order of the first of each. */
function summed(lines: readonly StatementLine[]): StatementLine[] {
  const sums = new Map<string, StatementLine>()
  for (const line of lines) {
    const sofar = sums.get(keyOf(line))
    sums.set(keyOf(line), sofar === undefined ? line : { ...sofar, amountFen: sofar.amountFen + line.amountFen })
  }
  return [...sums.values()]
}

/** These are kept and compared; the others are left out. */
const TAKEN: readonly Answer[] = ['same', 'differs', 'missing', 'unknownOrder']

/** The shop that a file is of: the first of its lines that names one of the merchant's. */
async function shopOf(tx: Tx, lines: readonly StatementLine[]) {
  const shops = new Map((await shopsByName(tx)).map((shop) => [shop.userName, shop]))
  const names = [...new Set(lines.map(({ shop }) => shop))]
  const own = names.find((name) => shops.has(name))
  const shop = own === undefined ? undefined : shops.get(own)
  if (shop !== undefined) return shop
  const message = `这份结算单是店铺“${names[0] ?? ''}”的，不是您的店铺，请重新选择文件`
  return refuse('STATEMENT_INVALID', { message })
}

/** What is known here of the lines of a file, by their numbers and orders. */
async function knownOf(tx: Tx, lines: readonly StatementLine[]) {
  const numbers = [...new Set(lines.map(({ number }) => number))]
  const orderNos = [...new Set(lines.flatMap(({ orderNo }) => (orderNo === '' ? [] : [orderNo])))]
  return {
    settlements: new Map((await settlementsByNo(tx, numbers)).map((one) => [one.settlementNo, one])),
    flows: await knownFlows(tx, numbers),
    orders: new Set((await ordersByNo(tx, orderNos)).map(({ orderNo }) => orderNo)),
    imported: new Map((await fileLines(tx, numbers)).map((line) => [keyOf(line), line])),
  }
}

type Known = Awaited<ReturnType<typeof knownOf>>

/** Whether a number has no line that is left out; one that cannot be read and names no number may be of any. */
function wholeNumbers({ lines, unread }: Statement, kept: ReadonlySet<StatementLine>): (number: string) => boolean {
  const parts = new Set([...lines.filter((line) => !kept.has(line)), ...unread].map(({ number }) => number))
  return (number) => !parts.has(number) && !parts.has('')
}

/** The lines of each number against what is known of it: an answer for all of them. */
const answersByNumber = (lines: readonly StatementLine[], known: Known) =>
  new Map(
    [...Map.groupBy(lines, ({ number }) => number)].map(
      ([number, ofNumber]) => [number, fileDifference(number, ofNumber, known)] as const,
    ),
  )

/** Reads a file and looks at each of its lines. Refuses what is no settlement file of the merchant's. */
async function readFile(tx: Tx, { text }: File): Promise<Read> {
  const opened = openStatement(text)
  if (typeof opened === 'string') return refuse('STATEMENT_INVALID', { message: opened })
  const statement = statementOf(opened, await mapWithBreaks(opened.rows, opened.readRow))
  const { lines } = statement
  if (lines.length === 0) {
    return refuse('STATEMENT_INVALID', { message: `没有一行看得懂：${statement.unread[0]?.problem ?? ''}` })
  }
  const { shopAccountId, shopName, userName } = await shopOf(tx, lines)
  const seen = new Set<string>()
  const first = lines.filter((line) => {
    const isFirst = !seen.has(doubleKeyOf(line))
    seen.add(doubleKeyOf(line))
    return isFirst && line.shop === userName && !line.isOtherTrade
  })
  const kept = new Set(first)
  const isWhole = wholeNumbers(statement, kept)
  const known = await knownOf(tx, first)
  const roundedNo = lines.find(({ orderNo }) => orderNo !== '')?.orderNo ?? ''
  if (statement.looksRounded && !lines.some(({ orderNo }) => known.orders.has(orderNo))) {
    return refuse('STATEMENT_INVALID', { message: spoiltStatementMessage('订单号', roundedNo) })
  }
  const sums = summed(first)
  const sumOf = new Map(sums.map((line) => [keyOf(line), line.amountFen]))
  const differences = answersByNumber(sums, known)
  const isImported = (line: StatementLine) => {
    const before = known.imported.get(keyOf(line))
    return (
      before !== undefined && before.amountFen === sumOf.get(keyOf(line)) && (before.isWhole || !isWhole(line.number))
    )
  }
  const judged = await mapWithBreaks(lines, (line): Judged => {
    const said = (answer: Answer, message: string = STATEMENT_ANSWER_LABELS[answer]) => ({ line, answer, message })
    if (line.shop !== userName) return said('foreignShop', `是店铺“${line.shop}”的，请另外导入那家店的结算单`)
    if (line.isOtherTrade) return said('otherTrade', '这是普通商品的钱，不在这里记账')
    if (!kept.has(line)) return said('doubled', '与前面的行重复，只算一次')
    if (isImported(line)) return said('imported', '以前导入过，不再导入')
    if (line.orderNo !== '' && !known.orders.has(line.orderNo)) return said('unknownOrder', unknownMessage(line))
    const difference = differences.get(line.number) ?? null
    if (difference === null) return said('same', '和我们的一样')
    return said(difference.isMissing ? 'missing' : 'differs', difference.detail)
  })
  return { shopAccountId, shopName, judged, unread: statement.unread.map(unreadLine), isWhole }
}

const unknownMessage = ({ orderNo }: StatementLine): string =>
  hasLostDigits(orderNo) ? '我们没有这个订单；订单号末尾都是0，可能被表格软件改过，请重新下载' : '我们没有这个订单'

const unreadLine = ({ line, number, problem }: UnreadLine): PreviewLine => ({
  line,
  number,
  orderNo: '',
  item: '',
  direction: null,
  amountFen: null,
  occurredAt: null,
  answer: 'unread',
  message: problem,
})

/** Says what stands against each line, and changes nothing. */
export async function previewFile({ tx }: CallContext, file: File): Promise<OutputOf<typeof billImport.preview>> {
  const { shopName, judged, unread } = await readFile(tx, file)
  const read = judged.map(({ line, answer, message }): PreviewLine => {
    const { number, orderNo, direction, amountFen, occurredAt } = line
    return {
      line: line.line,
      number,
      orderNo,
      item: itemLabel(line.item),
      direction,
      amountFen,
      occurredAt,
      answer,
      message,
    }
  })
  const lines = [...read, ...unread].sort((one, other) => one.line - other.line)
  const counts = Object.fromEntries(
    [...Map.groupBy(lines, ({ answer }) => answer)].map(([answer, rows]) => [answer, rows.length]),
  )
  return { shopName, lines, counts, takenCount: judged.filter(({ answer }) => TAKEN.includes(answer)).length }
}

/** So many rows are written with one statement. */
const ROWS_AT_ONCE = 1_000

/** What a file lists all settlements of, from its first line to its last; nothing where one of them is not known. */
const NOTHING_LISTED = { listsFrom: null, listsTo: null }

function spanOf(judged: readonly Judged[]) {
  const moments = judged.flatMap(({ line, answer }) => (answer === 'foreignShop' ? [] : [line.occurredAt])).sort()
  return { listsFrom: moments[0] ?? null, listsTo: moments.at(-1) ?? null }
}

/** Keeps the lines of a file that are new, and has them compared. It changes no bill. */
export async function takeFile(context: CallContext, file: File): Promise<OutputOf<typeof billImport.take>> {
  const { tx, actor, now } = context
  const { shopAccountId, shopName, judged, unread, isWhole } = await readFile(tx, file)
  const taken = judged.filter(({ answer }) => TAKEN.includes(answer)).map(({ line }) => line)
  const counts = { newCount: taken.length, lineCount: judged.length }
  if (taken.length === 0) {
    context.audit(null)
    return counts
  }
  const importId = newId()
  const { fileName } = file
  const span = unread.length > 0 ? NOTHING_LISTED : spanOf(judged)
  const what = { importId, fileName, shopAccountId, importedBy: actor.employeeName, ...counts, ...span }
  await insertImport(tx, what, now)
  const rows = summed(taken).map(
    ({ number, item, direction, amountFen, channel, orderNo, remark, occurredAt }): NewLine => {
      const line = { number, item, direction, amountFen, channel, orderNo, remark, occurredAt }
      return { lineId: newId(), shopAccountId, ...line, isWhole: isWhole(number) }
    },
  )
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await saveLines(tx, importId, rows.slice(from, from + ROWS_AT_ONCE))
  }
  await startCheck(tx, { scope: 'file', requestedBy: actor.employeeName, importId }, now)
  const after = { 店铺: shopName, 名称: fileName, 行数: String(taken.length) }
  context.audit({ subject: 'bill', subjectId: importId, subjectLabel: fileName, before: null, after })
  return counts
}
