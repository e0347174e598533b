import { ATTEMPTS_MAX, type Source } from '../delivery.ts'
import { EffectGivenUp, type EffectHandlers, type EffectServices } from '../effects.ts'
import { dueLanes, endDelivery, type OutboxLane, type OutboxRow, renewLease, takeHead } from './store.ts'

/** The outbox as something to deliver: each effect goes to the handler of its kind. */
export function outboxSource(handlers: EffectHandlers, services: EffectServices): Source<OutboxLane, OutboxRow> {
  return {
    name: 'outbox',
    take: takeHead,
    renew: (tx, lane, item, until) => renewLease(tx, lane, item.id, until),
    end: (tx, lane, item, ending) => endDelivery(tx, lane, item.id, ending),
    due: dueLanes,
    deliver: async ({ merchantId }, { id, kind, payload, attempts }) => {
      const handler = handlers[kind]
      if (handler === undefined) throw new EffectGivenUp(`no handler for effects of kind ${kind}`)
      await handler({ merchantId, id, kind, payload, attempt: attempts, isLast: attempts >= ATTEMPTS_MAX }, services)
    },
  }
}
