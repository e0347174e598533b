import type { OutputOf } from '@huanji/contract/call'
import type { auth } from '@huanji/contract/calls/auth'
import { type PublicContext, refuse } from '../../gateway/handler.ts'
import { later } from '../../platform/clock.ts'
import { randomToken } from '../../platform/ids.ts'
import { directoryOf } from '../people/store.ts'
import { secretDigest } from './digest.ts'
import { openSession, type SessionAnswer } from './session.ts'
import { insertTicket, takeTicket } from './store.ts'

/** How long a person has to choose a merchant. */
const TICKET_LIFE_MS = 5 * 60_000
const TICKET_BYTES = 32

/**
 * Ends a sign-in of a phone that has proved itself: a session where it works for one merchant, a ticket with the
 * candidates where it works for several. Refuses PHONE_WITHOUT_EMPLOYEE and EMPLOYEE_DISABLED.
 */
export async function finishSignIn(context: PublicContext, phone: string): Promise<OutputOf<typeof auth.login>> {
  const { tx, now } = context
  const rows = await directoryOf(tx, phone)
  if (rows.length === 0) return refuse('PHONE_WITHOUT_EMPLOYEE', {}, { keepsChanges: true })
  const [first, ...others] = rows.filter((row) => row.isActive)
  if (!first) return refuse('EMPLOYEE_DISABLED', {}, { keepsChanges: true })
  if (others.length === 0) return openSession(context, { ...first, phone })
  const ticket = randomToken(TICKET_BYTES)
  await insertTicket(tx, { secretHash: secretDigest(ticket), phone, now, expiresAt: later(now, TICKET_LIFE_MS) })
  const candidates = [first, ...others].map(({ employeeId, employeeName, merchantName }) => ({
    employeeId,
    employeeName,
    merchantName,
  }))
  return { ticket, candidates }
}

/**
 * Opens the session of the candidate a person chose; the ticket is used up, unless the choice is refused.
 * Refuses TICKET_EXPIRED for a ticket that is unknown, used or late and for an employee it does not offer,
 * EMPLOYEE_DISABLED for one who was disabled meanwhile.
 */
export async function redeemTicket(
  context: PublicContext,
  choice: { ticket: string; employeeId: string },
): Promise<SessionAnswer> {
  const phone = await takeTicket(context.tx, secretDigest(choice.ticket), context.now)
  if (phone === null) return refuse('TICKET_EXPIRED')
  const chosen = (await directoryOf(context.tx, phone)).find((row) => row.employeeId === choice.employeeId)
  if (!chosen) return refuse('TICKET_EXPIRED')
  return openSession(context, { ...chosen, phone })
}
