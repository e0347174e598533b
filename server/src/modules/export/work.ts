import { ERR_TEXT, fillText, REFUSALS } from '@huanji/contract/errors'
import { EXPORT_KINDS, type ExportKindKey, XLSX_ROWS_MAX } from '@huanji/contract/export-kinds'
import { EXPORT_STATES } from '@huanji/domain/states/export'
import type { Tx } from '../../database/database.ts'
import { isStorageFailure, isUnavailable, tookTooLong } from '../../database/errors.ts'
import { boundTo } from '../../database/shop-bound.ts'
import { Refusal } from '../../errors/refusal.ts'
import { NEVER_LEFT } from '../../gateway/client-left.ts'
import type { CallContext } from '../../gateway/handler.ts'
import type { JobAttempt, JobHandler, JobServices } from '../../jobs/job.ts'
import { later } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { StorageUnavailable } from '../../storage/storage.ts'
import {
  countRows,
  type ExportSource,
  type ExportSources,
  PlaceLost,
  readPage,
  type SourcePage,
} from '../export-source/source.ts'
import { moveState } from '../history/state-store.ts'
import { raiseNotice } from '../notice/raise.ts'
import { actorOf } from '../people/acting.ts'
import { closedTo } from './actions.ts'
import { captionOf } from './caption.ts'
import { wakeExport } from './commands.ts'
import { writerOf } from './file/formats.ts'
import { type FileWriter, NOTHING_WRITTEN, withRow } from './file/writer.ts'
import { partKey, removeParts, removeUnfinished } from './parts.ts'
import {
  addPart,
  beginRun,
  cursorOf,
  type ExportCursor,
  type ExportTask,
  forgetParts,
  isStillRunning,
  lockExport,
  setTotal,
} from './store.ts'

/** How much is done at once. */
export interface ExportSteps {
  /** Rows read at once: what is held of them, and how long the others wait for this process. */
  readonly pageRows: number
  /** Rows of a part: what is written at once, and what is lost with a process that dies. */
  readonly partRows: number
}

const STEPS: ExportSteps = { pageRows: 120, partRows: 3_600 }
/** After so long another export has its turn, and a server that leaves is not kept waiting. */
const TURN_MS = 12_000
const NEXT_TURN_MS = 200
/** Between two pages the others have this share of the time that the last one took. */
const REST = 1
/** A file, or what is left of one that failed, is kept for so long. */
const KEEP_MS = 7 * 24 * 3_600_000

/** Ends an export for good, in words for the person who asked for it. */
class ExportFailed extends Error {}

/** An export that is being worked on by this run. */
interface Work {
  readonly merchantId: string
  readonly services: JobServices
  readonly source: ExportSource
  readonly sources: ExportSources
  readonly steps: ExportSteps
  task: ExportTask & { readonly cursor: ExportCursor }
}

/**
 * One turn of an export: parts of its file, each of some pages of the list. A part counts once it lies in the storage and
 * the row says so, with the place where the next begins: a process that dies loses the part that it was at. Whoever
 * claims the export next begins a new run, after which nothing of an earlier one is kept.
 */
export function exportWork(sources: ExportSources, steps: ExportSteps = STEPS): JobHandler {
  return async (job, services) => {
    const { exportId } = job.payload as { readonly exportId: string }
    const begun = await services.db.tenant(job.merchantId, (tx) => begin(tx, exportId, sources, services))
    if (begun === null) return
    const remove = begun.isAnew ? removeParts : removeUnfinished
    await remove(services.storage, job.merchantId, begun.before)
    const { task } = begun
    try {
      const source = sources.get(task.kind)
      if (source === undefined) throw new ExportFailed('这种文件现在不能导出了')
      await workOn({ merchantId: job.merchantId, services, source, sources, steps, task })
    } catch (error) {
      await endRun(job, services, task, error)
    }
  }
}

interface Begun {
  readonly before: ExportTask
  readonly task: Work['task']
  /** What was written before does not count. */
  readonly isAnew: boolean
}

/** Takes an export over; null for one that has ended. */
async function begin(tx: Tx, exportId: string, sources: ExportSources, { clock }: JobServices): Promise<Begun | null> {
  const before = await lockExport(tx, exportId)
  if (before === null || (before.state !== 'queued' && before.state !== 'running')) return null
  const now = clock.now()
  const known = cursorOf(before)
  const isAnew = known === null && before.parts.length > 0
  if (isAnew) await forgetParts(tx, exportId)
  const cursor = known ?? {
    ...NOTHING_WRITTEN,
    page: null,
    sums: [],
    caption: await captionOf(tx, sources.get(before.kind), before),
  }
  await beginRun(tx, before, cursor)
  if (before.state === 'queued') {
    await moveState(tx, {
      table: 'exportTask',
      id: exportId,
      states: EXPORT_STATES,
      action: 'start',
      who: 'system',
      now,
      set: before.startedAt === null ? { startedAt: now } : {},
    })
  }
  const parts = isAnew ? [] : before.parts
  return { before, isAnew, task: { ...before, parts, state: 'running', run: before.run + 1, cursor } }
}

async function workOn(work: Work): Promise<void> {
  const { clock } = work.services
  const startMs = clock.now().getTime()
  await countOnce(work)
  for (;;) {
    const outcome = await writePart(work)
    if (outcome !== 'more') return
    if (clock.now().getTime() - startMs >= TURN_MS) break
  }
  const { db } = work.services
  await db.tenant(work.merchantId, (tx) => wakeExport(tx, work.task.exportId, later(clock.now(), NEXT_TURN_MS)))
}

async function countOnce(work: Work): Promise<void> {
  const { task, source, merchantId, services } = work
  if (task.rowsTotal !== null) return
  const rowsTotal = await services.db.tenant(merchantId, async (tx) => {
    const total = await countRows(source, await contextOf(tx, work), task.filter)
    await setTotal(tx, task.exportId, total)
    return total
  })
  if (task.format === 'xlsx' && rowsTotal > XLSX_ROWS_MAX) throw new ExportFailed(tooLong)
  work.task = { ...task, rowsTotal }
}

const tooLong = `共超过${XLSX_ROWS_MAX.toLocaleString('en-US')}行，Excel 放不下，请选择 CSV 格式或缩小筛选范围`

/** The context of the person who asked, with their rights of this moment. @throws ExportFailed when they have no right to it any more */
async function contextOf(tx: Tx, { task, sources, services }: Work): Promise<CallContext> {
  const actor = await actorOf(tx, task.employeeId, task.sessionId)
  if (actor === null) throw new ExportFailed('账号已停用')
  const closed = closedTo(sources, task, actor)
  if (closed !== null) throw new ExportFailed(fillText(REFUSALS[closed.code], closed.values))
  const request = { requestId: task.exportId, ip: '', userAgent: '' }
  const audit = () => {
    throw new Error('a list changes nothing')
  }
  return {
    tx: boundTo(tx, actor.shops),
    actor,
    now: services.clock.now(),
    services,
    request,
    isOwnVisitor: true,
    left: NEVER_LEFT,
    audit,
  }
}

/** What became of a part: there are more, it was the last, or somebody ended or took over the export. */
type Outcome = 'more' | 'done' | 'lost'

async function writePart(work: Work): Promise<Outcome> {
  const { merchantId, services, source, task } = work
  const { db, storage, clock } = services
  const writer = writerOf(source, task)
  const part = await readPart(work, writer)
  if (part === null) return 'lost'
  const { bytes, cursor } = part
  const key = partKey(merchantId, task.exportId, task.parts.length, task.run)
  await storage.write(key, bytes, writer.contentType)
  const isKept = await db.tenant(merchantId, (tx) => keepPart(tx, work, { bytes: bytes.length, cursor }, clock.now()))
  if (!isKept) {
    await storage.remove(key)
    return 'lost'
  }
  return cursor.page === null ? 'done' : 'more'
}

interface Part {
  readonly bytes: Buffer
  /** Where the next part begins; without a page at the list's end. */
  readonly cursor: ExportCursor
}

/**
 * The next part as the file has it, packed page by page, so that no more than a page is ever held unpacked and packing
 * never takes a processor for long; null once the export is not this run's any more.
 */
async function readPart(work: Work, writer: FileWriter): Promise<Part | null> {
  const { steps, task } = work
  const pieces: Buffer[] = []
  let { cursor } = task
  do {
    const startMs = performance.now()
    const page = await pageAt(work, cursor.page)
    if (page === null) return null
    const isFirst = task.parts.length === 0 && pieces.length === 0
    const isLast = page.next === null
    const lines = page.rows.map((row, index) => writer.row(row, cursor.rows + index))
    const sums = page.rows.reduce<readonly number[]>((sum, row) => withRow(sum, writer.columns, row), cursor.sums)
    const rows = cursor.rows + page.rows.length
    const [head, tail] = [isFirst ? writer.head(cursor.caption) : '', isLast ? writer.tail(rows, sums) : '']
    const text = `${head}${lines.join('')}${tail}`
    const { bytes, state } = await writer.pack(text, cursor, { isFirst, isLast })
    pieces.push(bytes)
    cursor = { ...cursor, ...state, rows, sums, page: page.next }
    await rest((performance.now() - startMs) * REST)
  } while (cursor.page !== null && cursor.rows - task.cursor.rows < steps.partRows)
  if (task.format === 'xlsx' && cursor.rows > XLSX_ROWS_MAX) throw new ExportFailed(tooLong)
  return { bytes: Buffer.concat(pieces), cursor }
}

/** The rows at a place of the list; null once the export is not this run's any more. */
const pageAt = (work: Work, cursor: string | null): Promise<SourcePage | null> =>
  work.services.db.tenant(work.merchantId, async (tx) => {
    const { source, steps, task } = work
    if (!(await isStillRunning(tx, task.exportId, task.run))) return null
    const { columns, filter } = task
    return readPage(source, await contextOf(tx, work), { columns, filter, cursor, size: steps.pageRows })
  })

const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Tells whoever asked for an export how it ended. */
function tellOwner(tx: Tx, { exportId, employeeId, run, kind }: ExportTask, detail: string, now: Date): Promise<void> {
  const { title } = EXPORT_KINDS[kind as ExportKindKey]
  const about = { kind: 'exportFinished', source: `${exportId}:${run}`, subjectId: exportId, employeeId } as const
  return raiseNotice(tx, { ...about, label: title, detail }, now)
}

/** Notes a part, and the end with the last one; false once the export is not this run's any more. */
async function keepPart(
  tx: Tx,
  work: Work,
  part: { readonly bytes: number; readonly cursor: ExportCursor },
  now: Date,
): Promise<boolean> {
  const { exportId, run } = work.task
  const held = await lockExport(tx, exportId)
  if (held === null || held.run !== run || held.state !== 'running') return false
  await addPart(tx, held, part)
  if (part.cursor.page === null) {
    tx.changed('badge')
    await moveState(tx, {
      table: 'exportTask',
      id: exportId,
      states: EXPORT_STATES,
      action: 'finish',
      who: 'system',
      now,
      set: { finishedAt: now, expiresAt: later(now, KEEP_MS), rowsTotal: part.cursor.rows },
    })
    await tellOwner(tx, held, `共 ${part.cursor.rows} 行`, now)
  }
  const parts = [...held.parts, { run, bytes: part.bytes }]
  work.task = { ...work.task, parts, cursor: part.cursor }
  return true
}

/** What went wrong and passes by itself, in words; null for what does not. */
function passing(error: unknown): string | null {
  if (error instanceof StorageUnavailable || isStorageFailure(error)) return '文件暂时写不进去，恢复后会自动接着做'
  if (isUnavailable(error) || tookTooLong(error)) return '现在有点忙，稍后会自动接着做'
  return null
}

/** Ends a run that could not go on: the export waits for the next try, or has failed. @throws the error, for the next try */
async function endRun(job: JobAttempt, services: JobServices, task: ExportTask, error: unknown): Promise<void> {
  const waits = passing(error)
  const { db, clock } = services
  const set = (problem: string, ends: boolean) => {
    const now = clock.now()
    return ends ? { problem, finishedAt: now, expiresAt: later(now, KEEP_MS) } : { problem }
  }
  const move = (action: 'requeue' | 'fail', problem: string) =>
    db.tenant(job.merchantId, async (tx) => {
      const held = await lockExport(tx, task.exportId)
      if (held === null || held.run !== task.run || held.state !== 'running') return
      if (error instanceof PlaceLost) await forgetParts(tx, task.exportId)
      await moveState(tx, {
        table: 'exportTask',
        id: task.exportId,
        states: EXPORT_STATES,
        action,
        who: 'system',
        now: clock.now(),
        set: set(problem, action === 'fail'),
      })
      if (action === 'fail') await tellOwner(tx, held, `没有完成：${problem}`, clock.now())
    })
  if (waits !== null && !job.isLast) {
    await move('requeue', waits)
    throw error
  }
  await move('fail', problemOf(error, services, task))
}

/** Why an export failed, for the person who asked for it. */
function problemOf(error: unknown, { log }: JobServices, { exportId }: ExportTask): string {
  if (error instanceof ExportFailed || error instanceof Refusal) return error.message
  if (error instanceof PlaceLost) return '做到一半接不上了，请点“重试”，会从头再做'
  if (passing(error) !== null) return ERR_TEXT.storageUnavailable
  const reference = newId().slice(-12)
  log.error({ err: error, reference, export: exportId }, 'an export failed')
  return fillText(ERR_TEXT.internal, { reference })
}
