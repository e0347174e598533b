import { timingSafeEqual } from 'node:crypto'
import type { OutputOf } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import type { auth } from '@huanji/contract/features/auth/calls'
import { isPhone } from '@huanji/domain/validation'
import { recordAudit } from '../../audit/store.ts'
import { enterMerchant, type Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { PublicContext, SessionReader } from '../../gateway/handler.ts'
import { isId, newId, randomToken } from '../../platform/ids.ts'
import { maskPhone } from '../../platform/log.ts'
import { recordEntry } from '../account/directory-store.ts'
import { sessionEnd } from '../account/session-lifetime.ts'
import {
  type EndReason,
  insertSession,
  liveSession,
  type PastSession,
  type Proof,
  pastSession,
  recordSignIn,
  type SessionKey,
  touchSession,
} from '../account/session-store.ts'
import { type HeldAccount, holdAccount, wantsNewPassword } from '../account/store.ts'
import { boundOf, rightsOfRoles } from '../people/rights.ts'
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

interface Named {
  readonly token: Token
  readonly key: SessionKey
}

/** The session that a login context names: the token decides, and the merchant, employee and phone beside it must agree with it. */
function sessionOf(tx: Tx, { loginToken, merchantId, employeeId, loginPhone: phone }: LoginContext): Named | null {
  const token = readToken(loginToken)
  if (!token || token.merchantId !== merchantId || tx.merchantId !== merchantId) return null
  if (!isId(employeeId) || !isPhone(phone)) return null
  return { token, key: { merchantId, sessionId: token.sessionId, employeeId, phone } }
}

/** Reads a session; null for anything that does not hold. */
const read: SessionReader = async (tx, context, now) => {
  const named = sessionOf(tx, context)
  if (!named) return null
  const { token, key } = named
  const { merchantId, sessionId, employeeId, phone } = key
  const session = await liveSession(tx, key, now)
  if (!session || !timingSafeEqual(session.secretHash, secretDigest(token.secret))) return null
  if (now.getTime() - Date.parse(session.lastSeenAt) >= TOUCH_EVERY_MS) await touchSession(tx, sessionId, now)
  const { employeeName, isOwner, roles } = session
  const who = { merchantId, employeeId, employeeName, phone, isOwner, sessionId }
  return { ...who, ...rightsOfRoles(roles, isOwner), ...boundOf({ employeeId, ...session }) }
}

const END_WORDS: Readonly<Record<EndReason, string>> = {
  logout: '已退出登录',
  disabled: '账号已停用',
  roleChanged: '您的角色有变动',
  phoneChanged: '手机号已更换，请用新手机号',
  ended: '登录已在另一台设备上被结束',
}

function endOf({ status, deletedAt, endedAt, endReason, passwordSetAt, createdAt }: PastSession): string {
  if (deletedAt !== null) return '账号已删除'
  if (status !== 'active') return END_WORDS.disabled
  if (endedAt !== null) return END_WORDS[endReason as EndReason] ?? END_WORDS.ended
  return passwordSetAt !== null && createdAt < passwordSetAt ? '密码已修改' : '登录已过期'
}

/** Why a session is good no more; told to the holder of its secret alone. */
async function whyEnded(tx: Tx, context: LoginContext): Promise<string | null> {
  const named = sessionOf(tx, context)
  const session = named && (await pastSession(tx, named.key))
  if (!named || !session || !timingSafeEqual(session.secretHash, secretDigest(named.token.secret))) return null
  return endOf(session)
}

/** Reads sessions, and says of one that is good no more why. */
export const sessionReader: SessionReader = Object.assign(read, { whyEnded })

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
