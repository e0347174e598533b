import { shanghaiDate } from '@huanji/domain/time'
import * as z from 'zod'
import type { Tx } from '../../database/database.ts'
import { enqueueJob, type JobAttempt, type JobHandlers, type JobServices } from '../../jobs/job.ts'
import { registerSchedule } from '../../jobs/schedules.ts'
import { later } from '../../platform/clock.ts'
import { firstIdAt, newId } from '../../platform/ids.ts'
import { raiseNotice } from '../notice/raise.ts'
import { eachMerchant } from '../tenant/each-merchant.ts'
import { ordersPaidSince, ordersToCheck } from './book-store.ts'
import { compareFiles, compareLoose, compareOrders } from './compare.ts'
import { fileNumbers, setCompared, unlistedNumbers, waitingImport } from './import-store.ts'
import {
  addStep,
  type CheckRecord,
  type CheckStep,
  type CheckView,
  endCheck,
  insertCheck,
  lastCheck,
  lastNightly,
  lastWhole,
  lockCheck,
  removeChecksBefore,
  runningCheck,
} from './run-store.ts'
import { uncheckedFindings } from './store.ts'

/** The job that works on a reconciliation; it comes back until everything was compared. */
export const CHECK_JOB = 'bill.reconcile'

const DAY_MS = 24 * 3_600_000
/** What the reconciliation of every night looks back upon, and what `recent` means. */
const RECENT_MS = 90 * DAY_MS
/** All orders are compared this often. */
const WHOLE_EVERY_MS = 7 * DAY_MS
const KEPT_MS = 180 * DAY_MS
const BATCH = 200
/** A turn of the job; then others of the queue have theirs. */
const TURN_MS = 8_000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

type Phase = CheckRecord['phase']

/** What is compared one after the other. */
const PHASES: Readonly<Record<CheckRecord['scope'], readonly Phase[]>> = {
  all: ['orders', 'loose', 'files', 'unlisted', 'rest'],
  recent: ['orders', 'moved', 'loose', 'files', 'unlisted', 'rest'],
  file: ['files', 'unlisted'],
}

function wake(tx: Tx, checkId: string, now: Date): Promise<void> {
  const aggregate = 'bill-check'
  return enqueueJob(tx, { kind: CHECK_JOB, aggregate, queue: 'long', payload: { checkId }, now })
}

export interface CheckOrder {
  readonly scope: CheckRecord['scope']
  readonly requestedBy: string
  readonly importId?: string
}

/** Begins a reconciliation in the background, or gives the one that runs already. */
export async function startCheck(tx: Tx, { scope, requestedBy, importId }: CheckOrder, now: Date): Promise<CheckView> {
  const checkId = newId()
  const since = scope === 'recent' ? later(now, -RECENT_MS).toISOString() : null
  const phase = PHASES[scope][0] ?? 'rest'
  const check = { checkId, scope, phase, since, importId: importId ?? null, requestedBy }
  if (await insertCheck(tx, check, now)) await wake(tx, checkId, now)
  const running = (await runningCheck(tx)) ?? (await lastCheck(tx))
  if (running === null) throw new Error('a reconciliation that was begun is not there')
  return running
}

/** What a step looked at, and where the next one begins; null at the end of the phase. */
interface Looked {
  readonly checked: number
  readonly found: number
  readonly resolved: number
  readonly next: string | null
}

const nextOf = (subjects: readonly string[]): string | null =>
  subjects.length < BATCH ? null : (subjects.at(-1) ?? null)

async function lookAtOrders(tx: Tx, orderIds: readonly string[], now: Date): Promise<Looked> {
  return { ...(await compareOrders(tx, orderIds, now)), checked: orderIds.length, next: nextOf(orderIds) }
}

const LOOKS: Readonly<Record<Phase, (tx: Tx, check: CheckRecord, now: Date) => Promise<Looked>>> = {
  orders: async (tx, { cursor, since }, now) => {
    const from = since === null ? BEFORE_ALL : firstIdAt(since)
    return lookAtOrders(tx, await ordersToCheck(tx, cursor === '' ? from : cursor, BATCH), now)
  },

  moved: async (tx, { cursor, since }, now) => {
    if (since === null) return { checked: 0, found: 0, resolved: 0, next: null }
    const { orderIds, next } = await ordersPaidSince(tx, { beforeId: firstIdAt(since), since, cursor }, BATCH)
    return { ...(await lookAtOrders(tx, orderIds, now)), next }
  },

  loose: async (tx, { cursor }, now) => {
    const { orderNos, ...counts } = await compareLoose(tx, { afterNo: cursor, limit: BATCH }, now)
    return { ...counts, checked: 0, next: nextOf(orderNos) }
  },

  files: async (tx, { cursor, importId }, now) => {
    const numbers = await fileNumbers(tx, { afterNo: cursor, importId }, BATCH)
    return { ...(await compareFiles(tx, numbers, now)), checked: 0, next: nextOf(numbers) }
  },

  unlisted: async (tx, { cursor, importId, since }, now) => {
    const numbers = await unlistedNumbers(tx, { afterNo: cursor, importId, since }, BATCH)
    return { ...(await compareFiles(tx, numbers, now)), checked: 0, next: nextOf(numbers) }
  },

  // what was found before and is no longer among what is looked at
  rest: async (tx, { cursor, createdAt }, now) => {
    const which = { since: createdAt, afterId: cursor === '' ? BEFORE_ALL : cursor }
    const rest = await uncheckedFindings(tx, which, BATCH)
    const orderIds = rest.flatMap(({ orderId, kind }) => (orderId !== null && kind !== 'fileDiffers' ? [orderId] : []))
    const of = (isFile: boolean) => rest.filter(({ kind }) => (kind === 'fileDiffers') === isFile)
    const loose = of(false).filter(({ orderId }) => orderId === null)
    const counts = [
      await compareOrders(tx, [...new Set(orderIds)], now),
      await compareLoose(tx, { orderNos: loose.map(({ subject }) => subject) }, now),
      await compareFiles(
        tx,
        of(true).map(({ subject }) => subject),
        now,
      ),
    ]
    const sum = (what: 'found' | 'resolved') => counts.reduce((total, one) => total + one[what], 0)
    const next = nextOf(rest.map(({ findingId }) => findingId))
    return { checked: 0, found: sum('found'), resolved: sum('resolved'), next }
  },
}

/** Ends a reconciliation; a file that came while it ran and was compared by none is then compared by one of its own. */
async function finish(tx: Tx, { checkId, importId }: CheckRecord, problem: string, now: Date): Promise<void> {
  await endCheck(tx, checkId, problem, now)
  if (importId !== null) await setCompared(tx, importId)
  const waiting = await waitingImport(tx)
  if (waiting === null) return
  await startCheck(tx, { scope: 'file', requestedBy: waiting.importedBy, importId: waiting.importId }, now)
}

async function tellOfFindings(tx: Tx, checkId: string, found: number, now: Date): Promise<void> {
  if (found === 0) return
  const about = { kind: 'moneyMissed', source: checkId, subjectId: checkId } as const
  await raiseNotice(tx, { ...about, label: '账单对账', detail: `发现 ${found} 处新的差异` }, now)
}

/** Does one step of a reconciliation in a transaction of its own; false when it has ended. */
async function step({ db, clock }: JobServices, merchantId: string, checkId: string): Promise<boolean> {
  return db.tenant(merchantId, async (tx) => {
    const now = clock.now()
    const check = await lockCheck(tx, checkId)
    if (check?.state !== 'running') return false
    const { next, ...counts } = await LOOKS[check.phase](tx, check, now)
    const phases = PHASES[check.scope]
    const following = next === null ? phases[phases.indexOf(check.phase) + 1] : check.phase
    const done: CheckStep = { ...counts, phase: following ?? check.phase, cursor: next ?? '' }
    await addStep(tx, checkId, done)
    if (following === undefined) {
      await finish(tx, check, '', now)
      await tellOfFindings(tx, checkId, check.found + counts.found, now)
    }
    return following !== undefined
  })
}

const checkPayload = z.strictObject({ checkId: z.string() })

async function work({ merchantId, payload, isLast }: JobAttempt, services: JobServices): Promise<void> {
  const { checkId } = checkPayload.parse(payload)
  const { db, clock } = services
  const begun = services.clock.now().getTime()
  try {
    while (await step(services, merchantId, checkId)) {
      if (clock.now().getTime() - begun < TURN_MS) continue
      await db.tenant(merchantId, (tx) => wake(tx, checkId, clock.now()))
      return
    }
  } catch (error) {
    if (isLast) {
      await db.tenant(merchantId, async (tx) => {
        const check = await lockCheck(tx, checkId)
        if (check?.state !== 'running') return
        await finish(tx, check, '对账中断了几次，没有做完。请再点一次；还是不行，请联系管系统的人', clock.now())
      })
    }
    throw error
  }
}

export const checkJobs: JobHandlers = { [CHECK_JOB]: work }

/** Begins the reconciliation of a night, once after two o'clock in Shanghai; once a week it is over all orders. */
export async function startNightly(tx: Tx, now: Date): Promise<void> {
  // the day of the trade begins at two: the settlements of the evening have come by then
  const dayOf = (moment: string | Date) => shanghaiDate(later(new Date(moment), -2 * 3_600_000).toISOString())
  const last = await lastNightly(tx)
  if (last !== null && dayOf(last) >= dayOf(now)) return
  const whole = await lastWhole(tx)
  const isWholeDue = whole === null || Date.parse(whole) < now.getTime() - WHOLE_EVERY_MS
  await removeChecksBefore(tx, later(now, -KEPT_MS))
  await startCheck(tx, { scope: isWholeDue ? 'all' : 'recent', requestedBy: '' }, now)
}

export const checkSchedules = [
  registerSchedule('bill.reconcile', 900, ({ db, clock }) =>
    eachMerchant(db, ({ merchantId }) => db.tenant(merchantId, (tx) => startNightly(tx, clock.now()))),
  ),
]
