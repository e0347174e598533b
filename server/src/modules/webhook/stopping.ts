import type { Tx } from '../../database/database.ts'
import { newId } from '../../platform/ids.ts'
import { raiseNotice } from '../notice/raise.ts'
import { dropWaiting } from './delivery-store.ts'
import { type Endpoint, setEndpointState } from './endpoint-store.ts'

/** Tells a receiver nothing any more until a person enables it again, and tells the people of it. The receiver is held. */
export async function stopEndpoint(
  tx: Tx,
  { endpointId, name }: Pick<Endpoint, 'endpointId' | 'name'>,
  reason: string,
  now: Date,
): Promise<void> {
  await setEndpointState(tx, endpointId, 'stopped', reason)
  await dropWaiting(tx, endpointId, '接收地址已停止，未推送', now)
  await raiseNotice(
    tx,
    { kind: 'webhookStopped', source: newId(), subjectId: endpointId, label: name, detail: reason },
    now,
  )
}
