import { createHash } from 'node:crypto'
import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import type { importedStock } from '@huanji/contract/features/stock-import/calls'
import { CHANNEL_LABELS } from '@huanji/contract/labels'
import { STOCK_IMPORT_STATES } from '@huanji/domain/states/stock-import'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { requireAllowed } from '../../gateway/allowed-actions.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { wakeJob } from '../../jobs/job.ts'
import { mayRead } from '../../platform/field-rights.ts'
import { newId } from '../../platform/ids.ts'
import { moveState } from '../history/state-store.ts'
import { IMPORT_ACTIONS } from './actions.ts'
import { type JudgedLine, judge, linesOf } from './judge.ts'
import { countsOf, factsOf } from './present.ts'
import { insertImport, keepHeads, lockImport, type StockImport, skipWaiting } from './store.ts'

/** The job that takes over the lines of a merchant's import. */
export const STOCK_IMPORT_JOB = 'stockImport.work'

/** Has the merchant's import worked on after the commit; any number of calls leave one job. */
export function wakeImport(tx: Tx, now: Date): Promise<void> {
  return wakeJob(tx, { kind: STOCK_IMPORT_JOB, aggregate: 'stock-import', queue: 'bulk', payload: null, now })
}

/** What the heads of a table are known by: their texts in their order, however they are cased and spaced. */
export function digestOf(titles: readonly string[]): string {
  const plain = titles.map((title) => title.normalize('NFKC').replace(/\s/g, '').toUpperCase())
  return createHash('sha256').update(JSON.stringify(plain)).digest('hex')
}

/** Why a line is not taken over; empty where it is. */
export const refusalOf = ({ answer, message }: Pick<JudgedLine, 'answer' | 'message'>): string =>
  answer === 'refused' ? message : answer === 'differs' || answer === 'jumps' ? `未确认，未导入：${message}` : ''

const CANCELLED = '已取消，未导入'

/** Begins to take a table over: its lines are judged and kept, and done in the background. Refuses as the contract says. */
export async function startImport(
  { tx, actor, now, audit }: CallContext,
  { name, heads, ...table }: ParsedOf<typeof importedStock.start>,
): Promise<OutputOf<typeof importedStock.start>> {
  const lines = await judge(tx, linesOf(table, mayRead(actor, 'field:costPrice')), now.toISOString())
  const counts = countsOf(lines)
  if (counts.new + counts.known === 0) refuse('STOCK_IMPORT_EMPTY')
  const importId = newId()
  const { employeeId, sessionId } = actor
  const isBegun = await insertImport(
    tx,
    { importId, name, channel: table.channel, employeeId, sessionId, now },
    lines.map(({ line, written, modelId, isConfirmed, ...judged }) => ({
      line,
      written,
      modelId,
      isConfirmed,
      refusal: refusalOf(judged),
    })),
  )
  if (!isBegun) refuse('STOCK_IMPORT_BUSY')
  if (heads.some(({ field }) => field !== null)) {
    const fields = heads.map(({ field }) => field)
    await keepHeads(tx, digestOf(heads.map(({ title }) => title)), fields, { employeeId, now })
  }
  audit({
    subject: 'stockImport',
    subjectId: importId,
    subjectLabel: name,
    before: null,
    after: {
      渠道: CHANNEL_LABELS[table.channel],
      行数: String(lines.length),
      将新建: String(counts.new),
      更新成本: String(counts.known),
      待确认: String(counts.differs + counts.jumps),
      已在库: String(counts.same),
      错误: String(counts.refused),
    },
  })
  await wakeImport(tx, now)
  return { importId, total: lines.length }
}

/** An import of the merchant that allows the action, held until the transaction ends. */
export async function requireImport(
  { tx, now }: Pick<CallContext, 'tx' | 'now'>,
  importId: string,
  action: keyof typeof IMPORT_ACTIONS,
): Promise<StockImport> {
  const one = (await lockImport(tx, importId)) ?? refuse('NOT_FOUND')
  requireAllowed(IMPORT_ACTIONS, action, factsOf(one, now))
  return one
}

/** Ends an import after the lines that are being done; those that are done stay. Refuses as the contract says. */
export async function cancelImport(context: CallContext, importId: string): Promise<void> {
  const { tx, actor, now, audit } = context
  const one = await requireImport(context, importId, 'cancel')
  const set = { finishedAt: now }
  await moveState(tx, {
    table: 'stockImport',
    id: importId,
    states: STOCK_IMPORT_STATES,
    action: 'cancel',
    who: actor,
    now,
    set,
  })
  await skipWaiting(tx, importId, CANCELLED)
  const past = one.madeCount + one.updatedCount
  audit({
    subject: 'stockImport',
    subjectId: importId,
    subjectLabel: one.name,
    before: { 状态: '导入中' },
    after: { 状态: '已取消', 已导入: String(past) },
  })
}
