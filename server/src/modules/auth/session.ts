import { timingSafeEqual } from 'node:crypto'
import type { OutputOf } from '@huanji/contract/call'
import type { auth } from '@huanji/contract/calls/auth'
import { isPhone } from '@huanji/domain/validation'
import { enterMerchant } from '../../database/database.ts'
import { type PublicContext, refuse, type SessionReader } from '../../gateway/handler.ts'
import { later } from '../../platform/clock.ts'
import { isId, newId, randomToken } from '../../platform/ids.ts'
import { rightsOfRoles } from '../people/rights.ts'
import { employeeForSession } from '../people/store.ts'
import { secretDigest } from './digest.ts'
import { insertSession, liveSession, type Proof, touchSession } from './session-store.ts'

/** quality.md, "For its doors". */
const IDLE_MS = 12 * 3_600_000
const ABSOLUTE_MS = 7 * 24 * 3_600_000
const SECRET_BYTES = 32
/** The time of last use is written at most this often. */
const TOUCH_EVERY_MS = 60_000
const USER_AGENT_CHARACTERS = 300

const TOKEN_VERSION = 'v1'
const SECRET = /^[A-Za-z0-9_-]{43}$/

interface Token {
  readonly merchantId: string
  readonly sessionId: string
  readonly secret: string
}

/** Takes a login token apart; null when it does not have the form. */
function readToken(text: string): Token | null {
  const [version, merchantId = '', sessionId = '', secret = '', ...rest] = text.split('.')
  if (version !== TOKEN_VERSION || rest.length > 0) return null
  return isId(merchantId) && isId(sessionId) && SECRET.test(secret) ? { merchantId, sessionId, secret } : null
}

/**
 * Reads a session: the token decides, and the merchant, employee and phone beside it must agree with it. Null for
 * anything that does not hold; no cause is told apart from another.
 */
export const sessionReader: SessionReader = async (tx, context, now) => {
  const token = readToken(context.loginToken)
  const { merchantId, employeeId, loginPhone: phone } = context
  if (!token || token.merchantId !== merchantId || tx.merchantId !== merchantId) return null
  if (!isId(employeeId) || !isPhone(phone)) return null
  const { sessionId } = token
  const session = await liveSession(tx, { merchantId, sessionId, employeeId, phone }, now, later(now, -IDLE_MS))
  if (!session || !timingSafeEqual(session.secretHash, secretDigest(token.secret))) return null
  if (now.getTime() - Date.parse(session.lastSeenAt) >= TOUCH_EVERY_MS) await touchSession(tx, sessionId, now)
  const { employeeName, isOwner, roles } = session
  return { merchantId, employeeId, employeeName, phone, isOwner, sessionId, ...rightsOfRoles(roles, isOwner) }
}

export type SessionAnswer = OutputOf<typeof auth.signUp>

/**
 * Opens a session for an employee and gives what the browser keeps; the secret exists nowhere else in clear.
 * Refuses EMPLOYEE_DISABLED for an employee who may not work here any more, TICKET_EXPIRED for one the phone no longer is.
 */
export async function openSession(
  context: PublicContext,
  who: { merchantId: string; employeeId: string; phone: string; proof: Proof },
): Promise<SessionAnswer> {
  const { now, request } = context
  const { merchantId, employeeId, phone } = who
  const tx = await enterMerchant(context.tx, merchantId)
  const employee = await employeeForSession(tx, employeeId)
  if (!employee || employee.phone !== phone) return refuse('TICKET_EXPIRED')
  if (employee.status !== 'active') return refuse('EMPLOYEE_DISABLED')
  const secret = randomToken(SECRET_BYTES)
  const id = newId()
  await insertSession(tx, {
    id,
    employeeId,
    secretHash: secretDigest(secret),
    proof: who.proof,
    now,
    expiresAt: later(now, ABSOLUTE_MS),
    ip: request.ip,
    userAgent: request.userAgent.slice(0, USER_AGENT_CHARACTERS),
  })
  const { employeeName, merchantName, roleNames, isOwner } = employee
  return {
    loginToken: [TOKEN_VERSION, merchantId, id, secret].join('.'),
    loginPhone: phone,
    employeeId,
    merchantId,
    loginInfo: { employeeName, merchantName, roleNames, isOwner },
  }
}
