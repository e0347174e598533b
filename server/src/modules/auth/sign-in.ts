import type { OutputOf } from '@huanji/contract/call'
import type { auth } from '@huanji/contract/features/auth/calls'
import { enterMerchant, type GlobalTx, type Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { PublicContext } from '../../gateway/handler.ts'
import { later } from '../../platform/clock.ts'
import { randomToken } from '../../platform/ids.ts'
import { type DirectoryRow, directoryOf } from '../account/directory-store.ts'
import type { Proof } from '../account/session-store.ts'
import { holdAccount } from '../account/store.ts'
import { employeeForSession } from '../people/store.ts'
import { secretDigest } from './digest.ts'
import { openingMoment, openSession, type SessionAnswer } from './session.ts'
import { insertTicket, phoneOfTicket, takeTicket } from './store.ts'

/** How long a person has to choose a merchant. */
const TICKET_LIFE_MS = 5 * 60_000
const TICKET_BYTES = 32

/** A phone that has proved itself, how, and whether 保持登录 was ticked. */
export interface Proven {
  readonly phone: string
  readonly proof: Proof
  readonly isKept: boolean
}

type Choice = Extract<OutputOf<typeof auth.login>, { ticket: string }>

/**
 * Ends a sign-in of a phone that has proved itself: a session where it works for one merchant, a ticket with the
 * candidates where it works for several. Refuses PHONE_WITHOUT_EMPLOYEE, EMPLOYEE_DISABLED, and PASSWORD_RESET_REQUIRED
 * where the one merchant wants a new password and the proof was the old one.
 */
export async function finishSignIn(context: PublicContext, proven: Proven): Promise<OutputOf<typeof auth.login>> {
  const rows = await directoryOf(context.tx, proven.phone)
  if (rows.length === 0) return refuse('PHONE_WITHOUT_EMPLOYEE', {}, { keepsChanges: true })
  const [first, ...others] = rows.filter((row) => row.isActive)
  if (!first) return refuse('EMPLOYEE_DISABLED', {}, { keepsChanges: true })
  if (others.length === 0) return openSession(context, { ...first, ...proven })
  return offerChoice(context, proven, [first, ...others])
}

/** What a person chooses from, each with its roles, which are read merchant by merchant. A merchant's transaction stays that one's. */
async function candidatesOf(tx: GlobalTx | Tx, rows: readonly DirectoryRow[]): Promise<Choice['candidates']> {
  const candidates: Choice['candidates'] = []
  for (const { employeeId, employeeName, merchantId, merchantName } of rows) {
    const employee = await employeeForSession(await enterMerchant(tx, merchantId), employeeId)
    candidates.push({ employeeId, employeeName, merchantId, merchantName, roleNames: employee?.roleNames ?? [] })
  }
  if ('merchantId' in tx) await enterMerchant(tx, tx.merchantId)
  return candidates
}

/** Gives a ticket with which the person chooses one of the merchants, whichever of them want a new password. */
export async function offerChoice(
  { tx, now }: Pick<PublicContext, 'tx' | 'now'>,
  { phone, proof, isKept }: Proven,
  rows: readonly DirectoryRow[],
): Promise<Choice> {
  const ticket = randomToken(TICKET_BYTES)
  const openedAt = openingMoment(await holdAccount(tx, phone), now)
  const expiresAt = later(now, TICKET_LIFE_MS)
  await insertTicket(tx, { secretHash: secretDigest(ticket), phone, proof, isKept, openedAt, expiresAt })
  return { ticket, candidates: await candidatesOf(tx, rows) }
}

/**
 * Opens the session of the candidate a person chose; the ticket is used up, unless the choice is refused.
 * Refuses TICKET_EXPIRED for a ticket that is unknown, used or late and for an employee it does not offer,
 * EMPLOYEE_DISABLED for one who was disabled meanwhile, PASSWORD_RESET_REQUIRED where the merchant wants a new password
 * and the ticket was had for the old one.
 */
export async function redeemTicket(
  context: PublicContext,
  choice: { ticket: string; employeeId: string },
): Promise<SessionAnswer> {
  const { tx, now } = context
  const secretHash = secretDigest(choice.ticket)
  const phone = await phoneOfTicket(tx, secretHash)
  if (phone === null) return refuse('TICKET_EXPIRED')
  // before the ticket is looked at: it is void when the password changes, and the session it opens would not be
  await holdAccount(tx, phone)
  const proven = await takeTicket(tx, secretHash, now)
  if (proven === null) return refuse('TICKET_EXPIRED')
  const chosen = (await directoryOf(tx, phone)).find((row) => row.employeeId === choice.employeeId)
  if (!chosen) return refuse('TICKET_EXPIRED')
  return openSession(context, { ...chosen, phone, ...proven })
}
