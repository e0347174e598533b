import { billCheck, type findingAction } from '@huanji/contract/calls/bill-check'
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
    label: '补生成账单',
    call: billCheck.makeBills,
    obstacle: whileOpen('补生成账单', ({ kind, orderId }) => kind === 'noBills' && orderId !== null),
  },
  takeLines: {
    label: '从结算单补入',
    call: billCheck.takeLines,
    obstacle: whileOpen('从结算单补入', ({ isMissing }) => isMissing),
  },
  refetch: {
    label: '重新拉取',
    call: billCheck.refetch,
    obstacle: whileOpen('重新拉取', ({ orderNo }) => orderNo !== ''),
  },
  adjust: {
    label: '记一笔调账',
    call: billCheck.adjust,
    obstacle: whileOpen('记一笔调账', ({ isBookable, orderId }) => isBookable && orderId !== null),
  },
  accept: {
    label: '确认差异',
    call: billCheck.accept,
    move: moveOf(BILL_FINDING_STATES, 'accept'),
    obstacle: ({ askedAt }) => (askedAt === null ? null : { code: 'FINDING_ASKED' }),
  },
}
