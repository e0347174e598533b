import { createHmac, timingSafeEqual } from 'node:crypto'

/** Beyond which row of an order a page begins, and whether it goes on or back from there. */
export interface Position {
  readonly way: 'next' | 'previous'
  readonly value: string
  readonly id: string
}

function signature(key: string, order: string, body: string): Buffer {
  return createHmac('sha256', key).update(order).update('\n').update(body).digest().subarray(0, 12)
}

/** A position as text for the client, signed together with the order that it belongs to. */
export function sealCursor(key: string, order: string, position: Position): string {
  const body = JSON.stringify([position.way, position.value, position.id])
  return Buffer.concat([signature(key, order, body), Buffer.from(body)]).toString('base64url')
}

/** The position of a cursor, or null for one that is damaged or was made for another order. */
export function openCursor(key: string, order: string, cursor: string): Position | null {
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.length < 14) return null
  const body = bytes.subarray(12).toString()
  if (!timingSafeEqual(bytes.subarray(0, 12), signature(key, order, body))) return null
  const [way, value, id]: [Position['way'], string, string] = JSON.parse(body)
  return { way, value, id }
}
