import { refundKind } from '@huanji/domain/refunds/kinds'
import { RECHECK_OUTCOMES } from '@huanji/domain/refunds/recheck'
import { REFUND_STATES } from '@huanji/domain/states/refund'
import { stateLabel } from '@huanji/domain/states/transition'
import type { StateTone } from '../../components/state-tag/state-tag.tsx'
import type { RecheckOutcomeCode, RefundRow, RefundState } from './types.ts'

/** The colour a case's state is shown in; its word carries the meaning. */
export const REFUND_TONES: Readonly<Record<RefundState, StateTone>> = {
  awaiting_merchant: 'warning',
  awaiting_address: 'warning',
  awaiting_return: 'info',
  awaiting_receipt: 'primary',
  awaiting_resend: 'primary',
  refused: 'danger',
  succeeded: 'success',
  closed: 'neutral',
}

/** What a case's state is called. */
export const refundLabel = (state: RefundState): string => stateLabel(REFUND_STATES, state) ?? state

/** The states of cases for tabs: in the order in which they follow, those that are over last. */
export const REFUND_OPTIONS = (
  [
    'awaiting_merchant',
    'awaiting_address',
    'awaiting_return',
    'awaiting_receipt',
    'awaiting_resend',
    'refused',
    'succeeded',
    'closed',
  ] as const satisfies readonly RefundState[]
).map((code) => ({ value: code, label: refundLabel(code) }))

/** The states on the way back of a phone. */
const RETURNING: readonly RefundState[] = ['awaiting_address', 'awaiting_return', 'awaiting_receipt']

/** True when the buyer sends the phone back: by what was asked for, or where the state shows that the market's plan of it was taken. */
export const isReturned = ({ kind, state }: Pick<RefundRow, 'kind' | 'state'>): boolean =>
  refundKind(kind).travels || RETURNING.includes(state)

/** What stands in the place of an amount where nothing is paid: for an exchange and a resending. */
export const NO_REFUND = '不退款'

/** What the amount of a case is: once the market has judged, what the buyer asked for is not what is paid. */
export const amountLabel = ({ verdict }: Pick<RefundRow, 'verdict'>): string =>
  verdict === 'awaitingSeller' ? '买家要' : '退款金额'

/** Whose turn it is, as a person reads it. */
export const TURN_LABELS: Readonly<Record<NonNullable<RefundRow['expiry']>['turn'], string>> = {
  merchant: '等您处理',
  buyer: '等买家处理',
  marketplace: '等平台判定',
}

const OUTCOME_LABELS = new Map<string, string>(RECHECK_OUTCOMES.map(({ code, label }) => [code, label]))

/** What a re-check found, in words. */
export const outcomesText = (outcomes: readonly RecheckOutcomeCode[]): string =>
  outcomes.map((code) => OUTCOME_LABELS.get(code) ?? code).join('、')

export const isAsSold = (outcomes: readonly RecheckOutcomeCode[]): boolean =>
  outcomes.every((code) => code === 'asSold')
