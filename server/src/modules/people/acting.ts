import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../platform/actor.ts'
import { boundOf, rightsOfRoles } from './rights.ts'
import { findWorking } from './store.ts'

/**
 * An employee with the rights of this moment, for work that goes on without a request of theirs; null for one who may
 * not work here any more.
 * @param sessionId what stands for the session in which they began it
 */
export async function actorOf(tx: Tx, employeeId: string, sessionId: string): Promise<Actor | null> {
  const person = await findWorking(tx, employeeId)
  if (person === null) return null
  const { name: employeeName, phone, isOwner, roles } = person
  const { merchantId } = tx
  const who = { merchantId, employeeId, employeeName, phone, isOwner, sessionId }
  return { ...who, ...rightsOfRoles(roles, isOwner), ...boundOf({ employeeId, ...person }) }
}
