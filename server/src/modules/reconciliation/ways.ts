import type { ParsedOf } from '@huanji/contract/call'
import type { billCheck } from '@huanji/contract/features/reconciliation/calls'
import { DIFFERENCE_LABELS } from '@huanji/contract/features/reconciliation/labels'
import type { findingAction } from '@huanji/contract/features/reconciliation/rows'
import type { FlowType } from '@huanji/domain/fees/account-flows'
import { gapFenOf, gapText } from '@huanji/domain/fees/gap'
import { signedFen } from '@huanji/domain/fees/proceeds'
import type { SettlementItem } from '@huanji/domain/fees/statement'
import { formatFen } from '@huanji/domain/money'
import type { Settlement } from '@huanji/marketplace/protocol/trade'
import type * as z from 'zod'
import type { AuditEntry, AuditFacts } from '../../audit/entry.ts'
import type { Tx } from '../../database/database.ts'
import { type RefusalOptions, refuse } from '../../errors/refusal.ts'
import { obstacleTo } from '../../gateway/allowed-actions.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { unixSecondsOf } from '../../integration/marketplace/times.ts'
import { bookAdjustment, expectBills } from '../bill/commands.ts'
import { addFlowRow } from '../bill/flows.ts'
import { aboutShop } from '../bill/rows.ts'
import { addLooseSettlement, addSettlement } from '../bill/settlements.ts'
import { lockOrder, type OrderRecord } from '../order/store.ts'
import { FINDING_ACTIONS } from './actions.ts'
import { compareFiles, compareOrderNo } from './compare.ts'
import { shownSides } from './findings.ts'
import { type FileLine, fileLines, isWholeNumber } from './import-store.ts'
import { answeredFen, requestRefetch } from './refetch.ts'
import { type FindingRecord, findFinding, lockFinding, moveFinding, setAsked, setDecided } from './store.ts'

type Way = z.output<typeof findingAction>

interface Asked {
  readonly findingId: string
  readonly version: number
  readonly reason: string
}

interface Held {
  readonly finding: FindingRecord
  readonly order: OrderRecord | null
}

/** A finding that may be settled in the way, with its order: both held to the commit, the order first as everywhere. */
async function requireFinding({ tx }: CallContext, way: Way, asked: Asked): Promise<Held> {
  const seen = await findFinding(tx, asked.findingId)
  if (seen === null) return refuse('NOT_FOUND')
  const order = seen.orderNo === '' ? null : await lockOrder(tx, { orderNo: seen.orderNo })
  return { finding: await requireAsSeen(tx, way, asked), order }
}

/** The same finding, held: it may be settled in the way, and is as the person has seen it. */
async function requireAsSeen(
  tx: Tx,
  way: Way,
  { findingId, version }: Asked,
  options: RefusalOptions = {},
): Promise<FindingRecord> {
  const finding = await lockFinding(tx, findingId)
  if (finding === null) return refuse('NOT_FOUND')
  const obstacle = obstacleTo(FINDING_ACTIONS[way], finding)
  if (obstacle !== null) return refuse(obstacle.code, obstacle.values, options)
  if (finding.version === version) return finding
  return refuse('VERSION_CONFLICT', { who: '其他人或对账任务', when: '刚才' }, options)
}

const entryOf = (finding: FindingRecord, reason: string, after: AuditFacts = {}): AuditEntry => ({
  subject: 'bill',
  subjectId: finding.findingId,
  subjectLabel: finding.subject,
  before: { 差异: DIFFERENCE_LABELS[finding.kind], 差额: gapText(gapFenOf(shownSides(finding))) },
  after: { ...after, 理由: reason },
})

/** Keeps with the finding what was done about it and why, and says it to the log. */
async function decide(
  { tx, actor, audit }: CallContext,
  {
    way,
    finding,
    reason,
    after,
  }: { readonly way: Way; readonly finding: FindingRecord; readonly reason: string; readonly after?: AuditFacts },
): Promise<void> {
  await setDecided(tx, finding.findingId, { way, reason, who: actor })
  audit(entryOf(finding, reason, after))
}

/** 补这笔账. The rows that a completed order is expected to be settled with. */
export async function makeBills(context: CallContext, asked: Asked): Promise<void> {
  const { finding, order } = await requireFinding(context, 'makeBills', asked)
  const { tx, now } = context
  if (order?.state !== 'completed') return refuse('ORDER_NOT_COMPLETED')
  const made = await expectBills(tx, order, now)
  if (made === null) return refuse('BILLS_EXIST')
  await compareOrderNo(tx, order.orderNo, now)
  await decide(context, { way: 'makeBills', finding, ...asked, after: made.after ?? {} })
}

/** 知道了，先不处理. Nobody has to look at it again, until its amounts change. */
export async function accept(context: CallContext, asked: Asked): Promise<void> {
  const { finding } = await requireFinding(context, 'accept', asked)
  const { tx, actor, now } = context
  await moveFinding(tx, finding.findingId, 'accept', { who: actor, now, note: asked.reason })
  await decide(context, { way: 'accept', finding, ...asked, after: { 状态: '先不处理' } })
}

/** 向闲鱼再查一次. The marketplace is asked in the background. */
export async function refetch(context: CallContext, asked: Asked): Promise<void> {
  const { finding } = await requireFinding(context, 'refetch', asked)
  const { tx, now } = context
  const { findingId, orderNo } = finding
  await setAsked(tx, findingId, now)
  await requestRefetch(tx, { findingId, orderNo, answeredFen: answeredFen(finding) }, now)
  await decide(context, { way: 'refetch', finding, ...asked })
}

/**
 * 手工记一笔. A row that a person answers for. It is booked against what differs now: the order is compared again first,
 * and where the booking is refused for what is found, that stands for the list to show.
 */
export async function adjust(context: CallContext, asked: ParsedOf<typeof billCheck.adjust>): Promise<void> {
  const { order } = await requireFinding(context, 'adjust', asked)
  const { tx, actor, now } = context
  if (order === null) return refuse('NOT_FOUND')
  await compareOrderNo(tx, order.orderNo, now)
  const finding = await requireAsSeen(tx, 'adjust', asked, { keepsChanges: true })
  await bookAdjustment(tx, order, asked, { actor, now })
  // a finding that is left names the booking, and so has another version
  await compareOrderNo(tx, order.orderNo, now)
  await decide(context, { way: 'adjust', finding, reason: asked.reason, after: { 调账: formatFen(signedFen(asked)) } })
}

/** 照结算单补上. What the file names and no message told of; when the message comes after all, it changes nothing. */
export async function takeLines(context: CallContext, asked: Asked): Promise<void> {
  const { finding, order } = await requireFinding(context, 'takeLines', asked)
  const { tx, now } = context
  const lines = await fileLines(tx, [finding.subject])
  const [first] = lines
  if (first === undefined || !isWholeNumber(lines)) return refuse('FINDING_FILE_GONE')
  const isTaken =
    first.orderNo === '' ? await takeFlowLine(tx, first, now) : await takeFileSettlement(tx, lines, order, now)
  if (!isTaken) return refuse('FINDING_FILE_GONE')
  if (finding.orderNo === '') await compareFiles(tx, [finding.subject], now)
  else await compareOrderNo(tx, finding.orderNo, now)
  await decide(context, { way: 'takeLines', finding, ...asked, after: { 结算单: finding.subject } })
}

function takeFlowLine(tx: Tx, line: FileLine, now: Date): Promise<boolean> {
  const { number: flowNo, direction, amountFen, shopAccountId, remark, occurredAt } = line
  const flow = { flowNo, direction, amountFen, shopAccountId, remark, occurredAt, type: line.item as FlowType }
  return addFlowRow(tx, { ...flow, orderNo: '', refundNo: '', order: null }, now)
}

async function takeFileSettlement(
  tx: Tx,
  lines: readonly FileLine[],
  order: OrderRecord | null,
  now: Date,
): Promise<boolean> {
  const [first] = lines
  if (first === undefined) return false
  const settlement: Settlement = {
    settlement_no: first.number,
    order_no: first.orderNo,
    channel: first.channel ?? 'plain',
    user_name: '',
    lines: lines.map(({ item, direction, amountFen }) => ({
      type: item as SettlementItem,
      direction,
      amount: amountFen,
    })),
    net_amount: lines.reduce((sum, line) => sum + signedFen(line), 0),
    settled_at: unixSecondsOf(new Date(first.occurredAt)),
    ...(first.remark === '' ? {} : { remark: first.remark }),
  }
  if (order) return addSettlement(tx, order, settlement, now)
  const { shopAccountId, orderNo, channel } = first
  return addLooseSettlement(tx, aboutShop(shopAccountId, { orderNo, channel }), settlement, now)
}
