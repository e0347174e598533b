import { billCheck } from '@huanji/contract/features/reconciliation/calls'
import { FINDING_WAY_LABELS } from '@huanji/contract/features/reconciliation/labels'
import type { findingAction } from '@huanji/contract/features/reconciliation/rows'
import { BILL_FINDING_STATES } from '@huanji/domain/states/bill-finding'
import { stateLabel } from '@huanji/domain/states/transition'
import type * as z from 'zod'
import { type ActionRules, moveOf, type Obstacle, wrongState } from '../../gateway/allowed-actions.ts'
import type { FindingRecord } from './store.ts'

/** A finding as the rules of its actions read it. */
export type FindingFacts = Pick<
  FindingRecord,
  'state' | 'kind' | 'orderId' | 'orderNo' | 'isMissing' | 'isBookable' | 'askedAt'
>

const stateText = (state: string): string => stateLabel(BILL_FINDING_STATES, state) ?? state

/** Nothing is done about a finding that is gone, nor while the marketplace is being asked about it. */
const whileOpen =
  (label: string, isFor: (facts: FindingFacts) => boolean) =>
  (facts: FindingFacts): Obstacle | null => {
    if (facts.askedAt !== null) return { code: 'FINDING_ASKED' }
    return facts.state !== 'closed' && isFor(facts) ? null : wrongState(stateText(facts.state), label)
  }

/** What can be done about a finding. */
export const FINDING_ACTIONS: ActionRules<z.output<typeof findingAction>, FindingFacts> = {
  makeBills: {
    label: FINDING_WAY_LABELS.makeBills,
    call: billCheck.makeBills,
    obstacle: whileOpen(FINDING_WAY_LABELS.makeBills, ({ kind, orderId }) => kind === 'noBills' && orderId !== null),
  },
  takeLines: {
    label: FINDING_WAY_LABELS.takeLines,
    call: billCheck.takeLines,
    obstacle: whileOpen(FINDING_WAY_LABELS.takeLines, ({ isMissing }) => isMissing),
  },
  refetch: {
    label: FINDING_WAY_LABELS.refetch,
    call: billCheck.refetch,
    obstacle: whileOpen(FINDING_WAY_LABELS.refetch, ({ orderNo }) => orderNo !== ''),
  },
  adjust: {
    label: FINDING_WAY_LABELS.adjust,
    call: billCheck.adjust,
    obstacle: whileOpen(FINDING_WAY_LABELS.adjust, ({ isBookable, orderId }) => isBookable && orderId !== null),
  },
  accept: {
    label: FINDING_WAY_LABELS.accept,
    call: billCheck.accept,
    move: moveOf(BILL_FINDING_STATES, 'accept'),
    obstacle: ({ askedAt }) => (askedAt === null ? null : { code: 'FINDING_ASKED' }),
  },
}
