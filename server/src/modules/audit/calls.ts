import { extAudit } from '@huanji/contract/calls/audit'
import { handlers, twoSteps } from '../../gateway/handler.ts'
import { actionsInAudit, listAudit } from './store.ts'
import { verifyChain } from './verify.ts'

/** The calls of the audit log (quality.md, "For its doors"). */
export const auditGroup = handlers(extAudit, {
  list: async ({ tx }, filter) => ({ ...(await listAudit(tx, filter)), actions: await actionsInAudit(tx) }),

  verify: twoSteps({
    prepare: ({ read }) => verifyChain(read),
    commit: async ({ now }, _input, verdict) => ({
      isIntact: verdict.brokenAt === null,
      ...verdict,
      checkedAt: now.toISOString(),
    }),
  }),
})
