import { ORDER_STATES } from '@huanji/domain/states/order'
import { formatShanghai } from '@huanji/domain/time'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { lastChangeOf } from '../history/store.ts'
import type { OrderRecord } from './store.ts'

/** Refuses VERSION_CONFLICT, naming who and when, for a change that was made from an older version of an order. */
export async function requireVersion(tx: Tx, order: OrderRecord, version: number | undefined): Promise<void> {
  if (version === undefined || version === order.version) return
  const last = await lastChangeOf(tx, ORDER_STATES.name, order.orderId)
  refuse('VERSION_CONFLICT', { who: last?.who ?? '系统', when: formatShanghai(last?.at ?? order.updatedAt) })
}
