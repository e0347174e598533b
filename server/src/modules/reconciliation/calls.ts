import { billCheck, billImport } from '@huanji/contract/features/reconciliation/calls'
import { gapFenOf } from '@huanji/domain/fees/gap'
import { refuse } from '../../errors/refusal.ts'
import { allowedActions } from '../../gateway/allowed-actions.ts'
import { type CallContext, type HandlerGroup, handlers } from '../../gateway/handler.ts'
import type { Actor } from '../../platform/actor.ts'
import { FINDING_ACTIONS } from './actions.ts'
import { startCheck } from './check.ts'
import { shownSides } from './findings.ts'
import { previewFile, takeFile } from './imports.ts'
import { lastCheck } from './run-store.ts'
import { countFindings, countOpenKinds, type FindingRow, findFinding, listFindings } from './store.ts'
import { accept, adjust, makeBills, refetch, takeLines } from './ways.ts'

function presentFinding(finding: FindingRow, actor: Actor) {
  const { shopAccountId, isMissing, isBookable, ...row } = finding
  const sides = shownSides(finding)
  return {
    ...row,
    ...sides,
    surplusFen: gapFenOf(sides),
    differenceFen: finding.actualFen - finding.expectedFen,
    allowedActions: allowedActions(FINDING_ACTIONS, finding, actor),
  }
}

/** Does something about a finding, and answers it as it stands then. */
const settled =
  <Asked extends { readonly findingId: string }>(way: (context: CallContext, asked: Asked) => Promise<void>) =>
  async (context: CallContext, asked: Asked) => {
    await way(context, asked)
    const finding = await findFinding(context.tx, asked.findingId)
    if (finding === null) return refuse('NOT_FOUND')
    return { finding: presentFinding(finding, context.actor) }
  }

const checkCalls = handlers(billCheck, {
  list: async ({ tx, actor }, filter) => {
    const [page, counts, kindCounts, last] = await Promise.all([
      listFindings(tx, filter),
      countFindings(tx, filter),
      countOpenKinds(tx),
      lastCheck(tx),
    ])
    return {
      ...page,
      list: page.list.map((finding) => presentFinding(finding, actor)),
      counts,
      kindCounts,
      lastCheck: last,
    }
  },

  run: async ({ tx, actor, now }, { scope }) => ({
    check: await startCheck(tx, { scope, requestedBy: actor.employeeName }, now),
  }),

  makeBills: settled(makeBills),
  takeLines: settled(takeLines),
  refetch: settled(refetch),
  accept: settled(accept),
  adjust: settled(adjust),
})

const importCalls = handlers(billImport, { preview: previewFile, take: takeFile })

export const reconciliationGroups: HandlerGroup[] = [checkCalls, importCalls]
