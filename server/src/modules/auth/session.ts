import { timingSafeEqual } from 'node:crypto'
import type { OutputOf } from '@huanji/contract/call'
import type { auth } from '@huanji/contract/calls/auth'
import { isPhone } from '@huanji/domain/validation'
import { recordAudit } from '../../audit/store.ts'
import { enterMerchant, type Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { PublicContext, SessionReader } from '../../gateway/handler.ts'
import { isId, newId, randomToken } from '../../platform/ids.ts'
import { maskPhone } from '../../platform/log.ts'
import { recordEntry } from '../account/directory-store.ts'
import { sessionEnd } from '../account/session-lifetime.ts'
import { insertSession, liveSession, type Proof, recordSignIn, touchSession } from '../account/session-store.ts'
import { type HeldAccount, holdAccount, wantsNewPassword } from '../account/store.ts'
import { rightsOfRoles } from '../people/rights.ts'
import { employeeForSession } from '../people/store.ts'
import { secretDigest } from './digest.ts'

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

/**
 * The moment from which a session or ticket that is opened `now` counts: never before the present password was set,
 * which may have been under way when this call came in.
 */
export function openingMoment(account: HeldAccount | null, now: Date): Date {
  const setAtMs = account?.passwordSetAt ? Date.parse(account.passwordSetAt) : 0
  return new Date(Math.max(now.getTime(), setAtMs))
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
  const session = await liveSession(tx, { merchantId, sessionId, employeeId, phone }, now)
  if (!session || !timingSafeEqual(session.secretHash, secretDigest(token.secret))) return null
  if (now.getTime() - Date.parse(session.lastSeenAt) >= TOUCH_EVERY_MS) await touchSession(tx, sessionId, now)
  const { employeeName, isOwner, roles } = session
  return { merchantId, employeeId, employeeName, phone, isOwner, sessionId, ...rightsOfRoles(roles, isOwner) }
}

export type SessionAnswer = OutputOf<typeof auth.signUp>

/** Who signs in, and how it was proved. */
export interface SignIn {
  readonly merchantId: string
  readonly employeeId: string
  readonly phone: string
  readonly proof: Proof
  /** 保持登录 was ticked. */
  readonly isKept: boolean
  /** The sign-in that ends a sign-up. */
  readonly isSignUp?: boolean
}

/**
 * Opens a session for an employee and gives what the browser keeps; the secret exists nowhere else in clear. The audit
 * log of the merchant is told, so this comes last in a transaction. Refuses EMPLOYEE_DISABLED for an employee who may
 * not work here any more, TICKET_EXPIRED for one the phone no longer is, PASSWORD_RESET_REQUIRED where the merchant
 * wants a new password and the proof was the old one.
 */
export async function openSession(context: PublicContext, who: SignIn): Promise<SessionAnswer> {
  const { now, request } = context
  const { merchantId, employeeId, phone, proof, isKept } = who
  const account = await holdAccount(context.tx, phone)
  const tx = await enterMerchant(context.tx, merchantId)
  const employee = (await recordSignIn(tx, employeeId, now)) ? await employeeForSession(tx, employeeId) : null
  if (!employee || employee.phone !== phone) return refuse('TICKET_EXPIRED')
  if (employee.status !== 'active') return refuse('EMPLOYEE_DISABLED')
  if (proof === 'password' && (await wantsNewPassword(tx, phone, merchantId))) return refuse('PASSWORD_RESET_REQUIRED')
  const secret = randomToken(SECRET_BYTES)
  const id = newId()
  await insertSession(tx, {
    id,
    employeeId,
    secretHash: secretDigest(secret),
    proof,
    isKept,
    openedAt: openingMoment(account, now),
    expiresAt: sessionEnd(now, isKept),
    ip: request.ip,
    userAgent: request.userAgent.slice(0, USER_AGENT_CHARACTERS),
  })
  await recordEntry(tx, phone, merchantId, now)
  const { employeeName, merchantName, roleNames, isOwner } = employee
  await auditSignIn(tx, context, { ...who, sessionId: id, employeeName })
  return {
    loginToken: [TOKEN_VERSION, merchantId, id, secret].join('.'),
    loginPhone: phone,
    employeeId,
    merchantId,
    loginInfo: { employeeName, merchantName, roleNames, isOwner },
  }
}

const WAYS: Readonly<Record<Proof, string>> = { password: '密码', code: '验证码' }

/** Tells the merchant's audit log who signed in and how. */
function auditSignIn(
  tx: Tx,
  { now, request }: PublicContext,
  who: SignIn & { readonly sessionId: string; readonly employeeName: string },
): Promise<void> {
  const { employeeId, employeeName, phone, sessionId } = who
  const way = who.isSignUp ? '注册' : WAYS[who.proof]
  return recordAudit(
    tx,
    { employeeId, who: employeeName, ...request },
    { action: 'signIn', actionLabel: '登录', now },
    [{ subject: 'session', subjectId: sessionId, subjectLabel: maskPhone(phone), before: null, after: { 方式: way } }],
  )
}
