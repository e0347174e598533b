import { webhook } from '@huanji/contract/features/webhook/calls'
import { kindsFor, mayHear } from '@huanji/contract/notice-rights'
import { refuse } from '../../errors/refusal.ts'
import { handlers } from '../../gateway/handler.ts'
import { actorOf } from '../people/acting.ts'
import { removeEndpoint, retryDelivery, rotateSecret, saveEndpoint, sendTest, setState } from './commands.ts'
import { type Delivery, listDeliveries } from './delivery-store.ts'
import { findEndpoint, listEndpoints } from './endpoint-store.ts'

const PAGE_SIZE = 20

const presentDelivery = ({ endpointId: _, data: __, dueAt, ...delivery }: Delivery) => ({
  ...delivery,
  dueAt: delivery.state === 'pending' ? dueAt : null,
})

/** The calls of webhooks. */
export const webhookCalls = handlers(webhook, {
  list: async ({ tx, actor }) => {
    const endpoints = []
    for (const { employeeId, ...endpoint } of await listEndpoints(tx)) {
      const person = await actorOf(tx, employeeId, '')
      const isClosed = (kind: (typeof endpoint.kinds)[number]) =>
        person === null || !mayHear(person, { kind, channel: null })
      endpoints.push({ ...endpoint, closedKinds: endpoint.kinds.filter(isClosed) })
    }
    return { endpoints, kinds: kindsFor(actor).filter((kind) => kind !== 'exportFinished') }
  },

  save: saveEndpoint,

  rotate: rotateSecret,

  setState: async (context, input) => {
    await setState(context, input)
    return {}
  },

  remove: async (context, { endpointId }) => {
    await removeEndpoint(context, endpointId)
    return {}
  },

  test: (context, { endpointId }) => sendTest(context, endpointId),

  deliveries: async ({ tx }, { endpointId, afterDeliveryId = null }) => {
    if ((await findEndpoint(tx, endpointId)) === null) return refuse('NOT_FOUND')
    const rows = await listDeliveries(tx, endpointId, afterDeliveryId, PAGE_SIZE + 1)
    if (rows === null) return refuse('NOT_FOUND')
    return { deliveries: rows.slice(0, PAGE_SIZE).map(presentDelivery), hasMore: rows.length > PAGE_SIZE }
  },

  retry: async (context, { deliveryId }) => {
    await retryDelivery(context, deliveryId)
    return {}
  },
})
