import { auditColumns, extAudit } from '@huanji/contract/calls/audit'
import { allCalls } from '@huanji/contract/calls/index'
import { factsFor } from '../../audit/fact-rights.ts'
import type { Tx } from '../../database/database.ts'
import { withPermittedSort } from '../../database/list-sort.ts'
import { everyShop } from '../../database/shop-bound.ts'
import { handlers, twoSteps } from '../../gateway/handler.ts'
import { actionsInAudit, countAuditOptions, listAudit } from './store.ts'
import { verifyChain } from './verify.ts'

/** What the contract calls an audited call as a whole; its entries may say more exactly what it did. */
const CALL_LABELS = new Map(allCalls.map(({ path, audit }) => [path, audit]))

async function actionsToFilterBy(tx: Tx) {
  const actions = await actionsInAudit(tx)
  return actions.map(({ value, label }) => ({ value, label: CALL_LABELS.get(value) ?? label }))
}

/** The calls of the audit log (docs/decisions.md). */
export const auditGroup = handlers(extAudit, {
  list: async ({ tx, actor }, given) => {
    const filter = withPermittedSort(auditColumns, given, undefined, actor)
    const page = await listAudit(tx, filter)
    const list = page.list.map((row) => ({ ...row, ...factsFor(actor, row) }))
    return { ...page, list, actions: await actionsToFilterBy(tx), optionCounts: await countAuditOptions(tx, filter) }
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
