import { allCalls } from '@huanji/contract/calls'
import { auditTrail } from '@huanji/contract/features/audit/calls'
import { auditColumns } from '@huanji/contract/features/audit/rows'
import { AUDIT_EVENTS } from '../../audit/events.ts'
import { factsFor } from '../../audit/fact-rights.ts'
import type { Tx } from '../../database/database.ts'
import { withPermittedSort } from '../../database/list-sort.ts'
import { everyShop } from '../../database/shop-bound.ts'
import { refuse } from '../../errors/refusal.ts'
import { handlers, twoSteps } from '../../gateway/handler.ts'
import { actionsInAudit, countAuditOptions, listAudit } from './store.ts'
import { verifyChain } from './verify.ts'

/** What the contract calls an audited call as a whole; its entries may say more exactly what it did. */
const CALL_LABELS = new Map(allCalls.flatMap(({ path, audit }) => (audit ? [[path, audit] as const] : [])))

async function actionsToFilterBy(tx: Tx) {
  const actions = await actionsInAudit(tx)
  return actions.map(({ value, label }) => ({ value, label: CALL_LABELS.get(value) ?? label }))
}

/**
 * Refuses AUDIT_ACTION_UNKNOWN for an action that neither stands in the log nor can ever stand there, with those that do:
 * an answer without a line would look like a log without that action.
 */
function requireKnownActions(given: string | readonly string[] | undefined, inLog: readonly { value: string }[]): void {
  const known = new Set<string>([...CALL_LABELS.keys(), ...AUDIT_EVENTS, ...inLog.map(({ value }) => value)])
  const unknown = [given ?? []].flat().find((action) => !known.has(action))
  if (unknown === undefined) return
  const values = inLog.map(({ value }) => value).join('、')
  refuse('AUDIT_ACTION_UNKNOWN', { action: unknown, values }, { field: 'action' })
}

/** The calls of the audit log (R-AUDIT-1). */
export const auditGroup = handlers(auditTrail, {
  list: async ({ tx, actor }, given) => {
    const filter = withPermittedSort(auditColumns, given, undefined, actor)
    const actions = await actionsToFilterBy(tx)
    requireKnownActions(filter.action, actions)
    const page = await listAudit(tx, filter)
    const list = page.list.map((row) => ({ ...row, ...factsFor(actor, row) }))
    return { ...page, list, actions, optionCounts: await countAuditOptions(tx, filter) }
  },

  verify: twoSteps({
    prepare: ({ read }) => verifyChain((work) => read((tx) => work(everyShop(tx)))),
    commit: async ({ now }, _input, verdict) => ({
      isIntact: verdict.brokenAt === null,
      ...verdict,
      checkedAt: now.toISOString(),
    }),
  }),
})
