import { STOCK_IMPORT_STATES } from '@huanji/domain/states/stock-import'
import { remarkOf } from '@huanji/domain/stock/stock-row'
import { startOfShanghaiDay } from '@huanji/domain/time'
import type { Tx } from '../../database/database.ts'
import { boundTo } from '../../database/shop-bound.ts'
import type { JobHandler } from '../../jobs/job.ts'
import { isGranted } from '../../platform/access.ts'
import type { Actor } from '../../platform/actor.ts'
import { mayRead } from '../../platform/field-rights.ts'
import { holdOwnModel } from '../catalogue/known.ts'
import { moveState } from '../history/state-store.ts'
import { type StockedUnit, stockPhones } from '../inspection/stocking.ts'
import { writeCosts } from '../inspection/unit-costs.ts'
import { actorOf } from '../people/acting.ts'
import { IMPORT_ACTIONS } from './actions.ts'
import { refusalOf, wakeImport } from './commands.ts'
import { type JudgedLine, judge } from './judge.ts'
import {
  holdPhones,
  type LineResult,
  lockRunning,
  recordLines,
  type StockImport,
  skipWaiting,
  waitingLines,
} from './store.ts'

/** So many lines are one transaction. */
const LINES_OF_A_CHUNK = 100
/** A merchant's turn ends after so long; then other merchants have theirs. */
const TURN_MS = 2_000

const TAKEN_MEANWHILE = '该手机刚刚被录入，请核对后重新导入这一行'

/**
 * One turn of a merchant's import: lines in chunks, then the next turn is asked for. A chunk is a transaction that holds
 * the import, judges its lines as things stand by then, makes what they say and writes their results down. So a process
 * that dies loses the chunk it was at, unwritten, and two that work at once do not do a line twice.
 */
export const importWork: JobHandler = async ({ merchantId }, { db, clock }) => {
  const startMs = clock.now().getTime()
  let isOver = false
  while (!isOver && clock.now().getTime() - startMs < TURN_MS) {
    isOver = await db.tenant(merchantId, (tx) => doChunk(tx, clock.now()))
  }
  if (!isOver) await db.tenant(merchantId, (tx) => wakeImport(tx, clock.now()))
}

/** Gives whether there is nothing to do any more. */
async function doChunk(tx: Tx, now: Date): Promise<boolean> {
  const one = await lockRunning(tx)
  if (one === null) return true
  const actor = await actorOf(tx, one.employeeId, one.sessionId)
  if (actor === null || !isGranted(IMPORT_ACTIONS.cancel.call.access, actor)) {
    await stop(tx, one, actor === null ? '账号已停用' : '已没有“导入库存”的权限', now)
    return true
  }
  const lines = await waitingLines(tx, one.importId, LINES_OF_A_CHUNK)
  if (lines.length === 0) {
    await end(tx, one, 'finish', { now, problem: '' })
    return true
  }
  const mayCost = mayRead(actor, 'field:costPrice')
  const given = lines.map((line) => (mayCost ? line : { ...line, written: { ...line.written, cost: '' } }))
  await recordLines(tx, one.importId, await takeOver(boundTo(tx, actor.shops), { one, actor, now }, given))
  return false
}

async function stop(tx: Tx, one: StockImport, problem: string, now: Date): Promise<void> {
  await skipWaiting(tx, one.importId, `${problem}，未导入`)
  await end(tx, one, 'stop', { now, problem })
}

async function end(
  tx: Tx,
  { importId }: StockImport,
  action: 'finish' | 'stop',
  { now, problem }: { readonly now: Date; readonly problem: string },
): Promise<void> {
  const set = { finishedAt: now, problem }
  await moveState(tx, {
    table: 'stockImport',
    id: importId,
    states: STOCK_IMPORT_STATES,
    action,
    who: 'system',
    now,
    set,
  } as const)
}

interface By {
  readonly one: StockImport
  readonly actor: Actor
  readonly now: Date
}

/** Makes what lines say and gives what became of each. */
async function takeOver(tx: Tx, { one, actor, now }: By, lines: Parameters<typeof judge>[1]): Promise<LineResult[]> {
  const looked = await judge(tx, lines, now.toISOString())
  const ids = looked.flatMap(({ answer, standing }) => (answer === 'known' && standing ? [standing.unitId] : []))
  const own = new Set(looked.flatMap(({ model }) => (model?.isOwn ? [model.id] : [])))
  for (const modelId of [...own].sort()) await holdOwnModel(tx, modelId)
  await holdPhones(tx, ids, [])
  // with the phones and models held nobody changes what their verdicts stand on
  const judged = ids.length + own.size === 0 ? looked : await judge(tx, lines, now.toISOString())
  const fresh = judged.filter(({ answer }) => answer === 'new')
  const stocked = await stockPhones(
    { tx, actor, now },
    fresh.flatMap(({ read, model, sku, written }) =>
      read && model && sku
        ? [
            {
              codes: read.codes,
              model,
              sku,
              channel: one.channel,
              stockedAt: read.stockedOn === null ? null : startOfShanghaiDay(read.stockedOn),
              remark: remarkOf(written, sku.colour === ''),
            },
          ]
        : [],
    ),
    `库存导入：${one.name}`,
  )
  const unitsByLine = new Map(fresh.map(({ line }, at) => [line, stocked[at] ?? null]))
  const results = judged.map((line) => resultOf(line, unitsByLine.get(line.line) ?? null))
  await writeCosts(
    tx,
    results.flatMap(({ unitId, afterFen }) =>
      unitId !== null && afterFen !== null ? [{ unitId, costPriceFen: afterFen }] : [],
    ),
  )
  return results
}

function resultOf(judged: JudgedLine, made: StockedUnit | null): LineResult {
  const { line, answer, message, read, standing } = judged
  const nothing = { line, message, unitId: null, inspectionId: null, beforeFen: null, afterFen: null }
  const afterFen = read?.costFen ?? null
  switch (answer) {
    case 'new':
      if (made === null) return { ...nothing, result: 'refused', message: TAKEN_MEANWHILE }
      return {
        ...nothing,
        result: 'made',
        unitId: made.unitId,
        inspectionId: made.inspectionId,
        afterFen,
        message: `条码${made.barCode}${message === '' ? '' : `；${message}`}`,
      }
    case 'known':
      return {
        ...nothing,
        result: 'updated',
        unitId: standing?.unitId ?? null,
        beforeFen: standing?.costPriceFen ?? null,
        afterFen,
      }
    case 'same':
      return { ...nothing, result: 'same', unitId: standing?.unitId ?? null }
    case 'refused':
    case 'differs':
    case 'jumps':
      return { ...nothing, result: 'refused', message: refusalOf(judged) }
  }
}
