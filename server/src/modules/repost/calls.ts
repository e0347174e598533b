import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import { repostPlan, shopRepost } from '@huanji/contract/features/shop/calls'
import { type AuditFacts, differingFacts } from '../../audit/entry.ts'
import { refuse } from '../../errors/refusal.ts'
import { type CallContext, handlers } from '../../gateway/handler.ts'
import { rowOf } from '../../platform/field-rights.ts'
import { openSessions } from '../auction/store.ts'
import { recordEdit, requireVersion } from '../history/edits.ts'
import { lockShopFor } from '../shop/edits.ts'
import { findShop } from '../shop/store.ts'
import { type Repost, tryRepost } from './relisting.ts'
import { findRepost, type RepostRow, reconsiderRuns, saveRepost, type UnsoldRow, unsoldOf } from './store.ts'

type Settings = OutputOf<typeof shopRepost.info>['settings']

/** What a shop has that was never asked. */
const NEVER_SET: Settings = {
  enabled: false,
  maxTimes: 3,
  stepPercent: 5,
  floorPercent: 85,
  mayLose: false,
  sessionNumbers: [],
}

/** So many goods are tried out: what a person reads through. */
const TRIED = 50

const settingsOf = (row: RepostRow | null): Settings => {
  if (row === null) return NEVER_SET
  const { enabled, maxTimes, stepPercent, floorPercent, mayLose, sessionNumbers } = row
  return { enabled, maxTimes, stepPercent, floorPercent, mayLose, sessionNumbers }
}

const factsOf = ({ enabled, maxTimes, stepPercent, floorPercent, mayLose, sessionNumbers }: Settings): AuditFacts => ({
  自动重新上架: enabled ? '开启' : '关闭',
  最多次数: `${maxTimes}次`,
  每次降价: `${stepPercent}%`,
  最低价: `第一次价的${floorPercent}%`,
  亏本卖: mayLose ? '可以' : '不可以',
  场次: sessionNumbers.length === 0 ? '不限' : sessionNumbers.map((number) => `第${number}场`).join('、'),
})

const planRow = rowOf(repostPlan)

const planOf = (row: UnsoldRow, { listingId, title, times, session, prices, hold, last, problem }: Repost) => ({
  listingId,
  title,
  times,
  scheduleDate: session?.scheduleDate ?? null,
  scheduleNumber: session?.scheduleNumber ?? null,
  mode: session?.mode ?? null,
  startsAt: session?.startsAt ?? null,
  endsAt: session?.endsAt ?? null,
  nowStartPriceFen: row.startPriceFen,
  nowReservePriceFen: row.reservePriceFen,
  costPriceFen: row.costPriceFen,
  unitCount: row.unitCount,
  startPriceFen: prices?.startPriceFen ?? null,
  reservePriceFen: prices?.reservePriceFen ?? null,
  hold,
  lastTimes: last?.times ?? null,
  lastStartPriceFen: last?.prices.startPriceFen ?? null,
  lastReservePriceFen: last?.prices.reservePriceFen ?? null,
  problem,
})

async function simulate({ tx, actor, now }: CallContext, shopAccountId: string, rule: Settings) {
  const unsold = await unsoldOf(tx, shopAccountId, { limit: TRIED, withStopped: true })
  const sessions = unsold.length === 0 ? [] : await openSessions(tx, now)
  const simulation = []
  for (const row of unsold) {
    const repost = await tryRepost(tx, row, { shopAccountId, rule, setBy: actor.employeeId, sessions, now })
    simulation.push(planRow(planOf(row, repost), actor))
  }
  return simulation
}

async function setRepost(context: CallContext, input: ParsedOf<typeof shopRepost.save>) {
  const { tx, actor, now, audit } = context
  const { shopAccountId, settings } = input
  const { shopName } = await lockShopFor(context, 'repost', { shopAccountId })
  const before = await findRepost(tx, shopAccountId)
  if (input.version !== undefined && input.version !== (before?.version ?? 0)) {
    const edited = { subject: 'shop', subjectId: shopAccountId, version: before?.version ?? 0 } as const
    await requireVersion(tx, { ...edited, updatedAt: before?.setAt ?? now.toISOString() }, input.version)
  }
  const simulation = await simulate(context, shopAccountId, settings)
  const version = before?.version ?? 0
  if (input.simulate) {
    audit(null)
    return { settings, version, simulation }
  }
  await saveRepost(tx, { shopAccountId, ...settings, version: version + 1, setBy: actor.employeeId }, now)
  await reconsiderRuns(tx, shopAccountId)
  await recordEdit(tx, { subject: 'shop', subjectId: shopAccountId }, { actor, now }, 'repost', '修改重新上架设置')
  const facts = differingFacts(factsOf(settingsOf(before)), factsOf(settings))
  audit({ subject: 'shop', subjectId: shopAccountId, subjectLabel: shopName, ...facts })
  return { settings, version: version + 1, simulation }
}

/** How unsold goods of a shop are listed again by themselves (docs/specification.md §7). */
export const repostGroup = handlers(shopRepost, {
  info: async ({ tx, now }, { shopAccountId }) => {
    if (!(await findShop(tx, shopAccountId, now))) return refuse('NOT_FOUND', {}, { field: 'shopAccountId' })
    const row = await findRepost(tx, shopAccountId)
    return { settings: settingsOf(row), version: row?.version ?? 0 }
  },

  save: setRepost,
})
