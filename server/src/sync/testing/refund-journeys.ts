import type { Channel } from '@huanji/domain/channel'
import type { RefundKindCode } from '@huanji/domain/refunds/kinds'
import type { RefundAction } from '@huanji/domain/states/refund'

/** A step of a case: a move, or the market's verdict that names two plans. */
export type JourneyStep = RefundAction | 'plans'

/** A case from its beginning to its end. */
export interface RefundJourney {
  readonly kind: RefundKindCode
  readonly channel: Channel
  /** The buyer holds the phone when asking; else it is still on its way. */
  readonly received: boolean
  readonly steps: readonly JourneyStep[]
}

/** What a seller may refuse, and what can follow. */
const REFUSED: readonly (readonly JourneyStep[])[] = [
  ['refuse', 'appeal', 'ruleRefund'],
  ['refuse', 'appeal', 'ruleClosed'],
  ['refuse', 'appeal', 'cancel'],
  ['refuse', 'letAppealLapse'],
  ['refuse', 'cancel'],
  ['cancel'],
]

const FOR_MONEY: readonly (readonly JourneyStep[])[] = [['agreeRefund'], ['refundAutomatically'], ...REFUSED]

const FOR_A_PARCEL: readonly (readonly JourneyStep[])[] = [
  ['agreeResend', 'resend'],
  ['agreeResend', 'refundAutomatically'],
  ['agreeResend', 'cancel'],
  ['agreeResendAutomatically', 'resend'],
  ...REFUSED,
]

/** The phone comes back: what its receipt leads to, by the seller's hand and by the clock. */
const forThePhone = (
  confirmed: readonly JourneyStep[],
  byClock: readonly JourneyStep[],
): readonly (readonly JourneyStep[])[] => [
  ['agreeReturn', 'sendBack', ...confirmed],
  ['agreeWithoutAddress', 'confirmAddress', 'sendBack', 'refuse', 'appeal', 'ruleRefund'],
  ['agreeReturn', 'sendBack', 'refuse', 'letAppealLapse'],
  ['agreeWithoutAddress', 'confirmAddressAutomatically', 'sendBack', ...byClock],
  ['agreeReturnAutomatically', 'missReturn'],
  ['agreeReturn', 'cancel'],
  ['agreeReturn', 'sendBack', 'cancel'],
  ['agreeWithoutAddress', 'cancel'],
  ...REFUSED,
]

/** A claim for money on a phone that the buyer holds, on the auction market. */
const JUDGED: readonly (readonly JourneyStep[])[] = [
  ['plans', 'confirmCompensation'],
  ['plans', 'confirmReturn', 'sendBack', 'confirmReceipt'],
  ['plans', 'confirmReturn', 'sendBack', 'refundAutomatically'],
  ['plans', 'confirmReturn', 'sendBack', 'refuse', 'appeal', 'ruleRefund'],
  ['plans', 'confirmReturn', 'sendBack', 'refuse', 'letAppealLapse'],
  ['plans', 'confirmReturn', 'sendBack', 'refuse', 'cancel'],
  ['plans', 'confirmReturn', 'cancel'],
  ['plans', 'confirmReturn', 'sendBack', 'cancel'],
  ['plans', 'takeReturnAutomatically', 'missReturn'],
  ['plans', 'cancel'],
  ['ruleClosed'],
  ['cancel'],
]

const RETURN = forThePhone(['confirmReceipt'], ['refundAutomatically'])
const EXCHANGE = [
  ...forThePhone(['confirmExchange', 'resend'], ['confirmExchangeAutomatically', 'refundAutomatically']),
  ['agreeReturn', 'sendBack', 'confirmExchange', 'cancel'],
] as const

const journeys = (
  kind: RefundKindCode,
  channel: Channel,
  received: boolean,
  paths: readonly (readonly JourneyStep[])[],
): RefundJourney[] => paths.map((steps) => ({ kind, channel, received, steps }))

/** Every way of every kind on each channel, by the merchant's, the buyer's, the marketplace's and the clock's hand. */
export const REFUND_JOURNEYS: readonly RefundJourney[] = [
  ...journeys('refundOnly', 'curated', true, FOR_MONEY),
  ...journeys('refundOnly', 'auction', false, FOR_MONEY),
  ...journeys('refundOnly', 'auction', true, JUDGED),
  ...journeys('returnAndRefund', 'curated', true, RETURN),
  ...journeys('returnAndRefund', 'auction', false, RETURN),
  ...journeys('returnAndRefund', 'auction', true, JUDGED),
  ...journeys('exchange', 'curated', true, EXCHANGE),
  ...journeys('exchange', 'auction', true, EXCHANGE),
  ...journeys('priceDifference', 'curated', true, FOR_MONEY),
  ...journeys('priceDifference', 'auction', true, JUDGED),
  ...journeys('resend', 'curated', true, FOR_A_PARCEL),
  ...journeys('resend', 'auction', true, FOR_A_PARCEL),
]
