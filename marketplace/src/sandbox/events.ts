/** A push on its way to the merchant's system. */
export interface PushEvent {
  type: 'push'
  sellerId: number
  url: string
  body: Record<string, unknown>
  /** Tries already made. */
  attempts: number
}

/** What happens in the simulation at a moment of virtual time. Every one checks, when due, whether it still applies. */
export type SimulationEvent =
  | { type: 'publication'; productId: number; taskType: number; userName: string; notifyUrl: string | null }
  | { type: 'shopperVisits'; productId: number; visit: number; onlineMs: number }
  | { type: 'entryReview'; entryId: number }
  | { type: 'entryStart'; entryId: number }
  | { type: 'bidderTurn'; entryId: number; bidder: number; turn: number }
  | { type: 'entryEnd'; entryId: number }
  | { type: 'negotiationEnd'; entryId: number }
  | { type: 'buyerPays'; orderNo: string }
  | { type: 'payDeadline'; orderNo: string }
  | { type: 'shipDeadline'; orderNo: string }
  | { type: 'buyerConfirms'; orderNo: string }
  | { type: 'settle'; orderNo: string }
  | { type: 'buyerRegrets'; orderNo: string; moment: 'paid' | 'received' }
  | { type: 'refundTimeout'; orderNo: string; refundNo: string; status: number; timeoutMs: number }
  | { type: 'goodsReturn'; orderNo: string; refundNo: string }
  | { type: 'buyerWithdraws'; orderNo: string; refundNo: string }
  | { type: 'buyerAppeals'; orderNo: string; refundNo: string }
  | { type: 'verdict'; orderNo: string; refundNo: string }
  | { type: 'lateCall'; path: string; query: string; body: string }

export type SandboxEvent = PushEvent | SimulationEvent

/** An event and its moment. `sequence` orders events of the same moment as they were scheduled. */
export interface DueEvent {
  sequence: number
  dueMs: number
  event: SandboxEvent
}
