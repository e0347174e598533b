import type { OutputOf } from '@huanji/contract/call'
import type { importedStock } from '@huanji/contract/features/stock-import/calls'
import { STOCK_IMPORT_STATES } from '@huanji/domain/states/stock-import'
import { refuse } from '../../errors/refusal.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { mayRead } from '../../platform/field-rights.ts'
import { moveState } from '../history/state-store.ts'
import { takeDraftsBack } from '../inspection/stocking.ts'
import { writeCosts } from '../inspection/unit-costs.ts'
import { requireImport } from './commands.ts'
import {
  doneLines,
  holdPhones,
  type LineResult,
  laterCosts,
  recordLines,
  type Standing,
  type StockImport,
  standingsOf,
} from './store.ts'

type Done = Awaited<ReturnType<typeof doneLines>>[number]

/** So many lines are taken back with one set of statements. */
const LINES_AT_ONCE = 500

/** Why what a line made stays; null where nothing has happened to its phone since. */
function obstacleTo(
  { inspectionId: made, afterFen }: Done,
  standing: Standing | undefined,
  later: string | undefined,
): string | null {
  if (standing === undefined) return '手机已不在'
  const { state, version, photoCount, bagCode, costPriceFen } = standing
  const recosted =
    later === undefined
      ? '成本之后又被修改，保留'
      : `成本之后又被导入“${later}”修改，保留；先撤销那次导入，再撤销这一次`
  if (made === null) return costPriceFen === afterFen ? null : recosted
  if (standing.inspectionId === null) return '质检记录已作废'
  if (standing.inspectionId !== made || state !== 'draft') return '已开始质检，保留'
  if (version !== 1) return '质检草稿已修改，保留'
  if ((photoCount ?? 0) > 0) return '已拍摄照片，保留'
  if (bagCode !== null) return '已封袋，保留'
  return costPriceFen === afterFen ? null : recosted
}

/**
 * Takes back what an import made, where nothing has happened to it since: new phones leave the stock and their drafts are
 * voided, and costs are what they were. Everything else stays and says why, and the import can be undone again for it. Refuses
 * as the contract says.
 */
export async function undoImport(context: CallContext, importId: string): Promise<OutputOf<typeof importedStock.undo>> {
  const { tx, actor, now, audit } = context
  const one = await requireImport(context, importId, 'undo')
  const lines = await doneLines(tx, importId)
  if (lines.some(({ afterFen }) => afterFen !== null) && !mayRead(actor, 'field:costPrice')) {
    refuse('STOCK_IMPORT_COST_CLOSED')
  }
  const results: LineResult[] = []
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
    results.push(...(await takeBack(context, lines.slice(at, at + LINES_AT_ONCE), one)))
  }
  await recordLines(tx, importId, results)
  const undoneCount = results.filter(({ result }) => result === 'undone').length
  const keptCount = results.length - undoneCount
  if (keptCount === 0) {
    await moveState(tx, {
      table: 'stockImport',
      id: importId,
      states: STOCK_IMPORT_STATES,
      action: 'undo',
      who: actor,
      now,
      set: { undoneBy: actor.employeeId, undoneAt: now },
    } as const)
  }
  audit({
    subject: 'stockImport',
    subjectId: importId,
    subjectLabel: one.name,
    before: { 新建: String(one.madeCount), 更新成本: String(one.updatedCount) },
    after: { 已撤销: String(undoneCount), 保留: String(keptCount) },
  })
  return { undoneCount, keptCount }
}

async function takeBack(
  { tx, actor, now }: CallContext,
  lines: readonly Done[],
  one: StockImport,
): Promise<LineResult[]> {
  const unitIds = lines.flatMap(({ unitId }) => (unitId === null ? [] : [unitId]))
  const recordIds = lines.flatMap(({ inspectionId }) => (inspectionId === null ? [] : [inspectionId]))
  await holdPhones(tx, unitIds, recordIds)
  const standings = await standingsOf(tx, unitIds)
  const later = await laterCosts(tx, unitIds, one)
  const judged = lines.map((line) => {
    const unitId = line.unitId ?? ''
    return { line, why: obstacleTo(line, standings.get(unitId), later.get(unitId)) }
  })
  const back = judged.flatMap(({ line, why }) => (why === null ? [line] : []))
  await takeDraftsBack(
    tx,
    back.flatMap(({ inspectionId, unitId }) => (inspectionId && unitId ? [{ inspectionId, unitId }] : [])),
    { who: actor, now, note: `撤销库存导入：${one.name}` },
  )
  await writeCosts(
    tx,
    back.flatMap(({ unitId, beforeFen, afterFen }) =>
      unitId !== null && afterFen !== null ? [{ unitId, costPriceFen: beforeFen }] : [],
    ),
  )
  return judged.map(({ line, why }) => ({
    line: line.line,
    unitId: line.unitId,
    inspectionId: line.inspectionId,
    beforeFen: line.beforeFen,
    afterFen: line.afterFen,
    ...(why === null ? { result: 'undone', message: '' } : { result: 'kept', message: why }),
  }))
}
