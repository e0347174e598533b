import type { CallSpec, InputOf, OutputOf } from '@huanji/contract/call'
import { type Envelope, LOGIN_CONTEXT_KEYS, type LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { auth } from '@huanji/contract/features/auth/calls'
import { ownSessions } from '@huanji/contract/features/auth/session'
import { merchant } from '@huanji/contract/features/merchant/calls'
import { employee } from '@huanji/contract/features/people/employee'
import { role } from '@huanji/contract/features/people/role'
import { type AccountGateway, contextOf, granted } from '@huanji/server/modules/auth/testing/account-gateway'

export type Grants = readonly string[]

/** How an answer came out: `ok`, a refusal's word, or the gateway's code. */
export const outcomeOf = (answer: Envelope<unknown>): string =>
  answer._errCode === ERR.ok ? 'ok' : answer._bizErrCode || answer._errCode

/** Invented phones, one after the other, so that no test meets the counters of another one's phone. */
export function phonesFrom(first: number): () => string {
  let next = first
  return () => {
    next += 1
    return String(next)
  }
}

/** Lets the phone have codes as if it had asked for none; for tests that are about something else than how often. */
export async function clearQuotas(gateway: AccountGateway): Promise<void> {
  await gateway.query('delete from sms_quota')
}

/** Lets everybody try as if nobody had failed; for tests that are about something else than how often. */
export async function clearFailures(gateway: AccountGateway): Promise<void> {
  await gateway.query('delete from login_attempt')
  await gateway.query('delete from login_place')
}

/** Signs a phone in by a code, which costs no password hash, and gives the whole answer. */
export async function answerOfCodeSignIn(
  gateway: AccountGateway,
  phone: string,
): Promise<OutputOf<typeof auth.loginCaptcha>> {
  await clearQuotas(gateway)
  const captcha = await gateway.code(phone, 'login')
  return granted(await gateway.call(auth.loginCaptcha, { phone, captcha }))
}

/** Signs a phone that works for one merchant in by a code. */
export const signInByCode = async (gateway: AccountGateway, phone: string): Promise<LoginContext> =>
  contextOf(await answerOfCodeSignIn(gateway, phone))

/** The code of a change of password, as the phone that is signed in gets it. */
export async function updateCode(gateway: AccountGateway, login: LoginContext): Promise<string> {
  await clearQuotas(gateway)
  granted(await gateway.call(merchant.captchaSend, {}, { login }))
  return gateway.lastCode(login.loginPhone)
}

/** A code that is not the given one, another for each `step`. */
export const wrongCode = (code: string, step = 1): string => String((Number(code) + step) % 1_000_000).padStart(6, '0')

/** True when a session is still good for something that anyone signed in may do. */
export async function isGood(gateway: AccountGateway, login: LoginContext): Promise<boolean> {
  const answer = await gateway.call(merchant.menu, {}, { login })
  if (answer._errCode !== ERR.ok && answer._errCode !== ERR.sessionInvalid) throw new Error(JSON.stringify(answer))
  return answer._errCode === ERR.ok
}

/** Proves that it is the person of the session, by a code. */
export async function proveSelf(gateway: AccountGateway, login: LoginContext): Promise<void> {
  await clearQuotas(gateway)
  granted(await gateway.call(ownSessions.sendProofCode, {}, { login }))
  granted(await gateway.call(ownSessions.prove, { captcha: await gateway.lastCode(login.loginPhone) }, { login }))
}

/** Makes a role with these grants, as its owner does. */
export async function addRole(
  gateway: AccountGateway,
  owner: LoginContext,
  name: string,
  grants: Grants,
  refundLimitFen: number | null = 0,
): Promise<string> {
  const answer = await gateway.call(role.edit, { name, grants: [...grants], refundLimitFen }, { login: owner })
  return granted(answer).roleId
}

/** Employs a phone with these roles, as the owner does, and gives the employee's id. */
export async function addStaff(
  gateway: AccountGateway,
  owner: LoginContext,
  phone: string,
  roleIds: Grants,
): Promise<string> {
  const name = `员工${phone.slice(-6)}`
  return granted(await gateway.call(employee.edit, { name, phone, roleIds: [...roleIds] }, { login: owner })).staffId
}

/** The version that an edit of the employee must name. */
export async function staffVersion(gateway: AccountGateway, owner: LoginContext, staffId: string): Promise<number> {
  return granted(await gateway.call(employee.info, { staffId }, { login: owner })).version
}

/** What came back, byte by byte, apart from what names the request itself. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Sends a body as it is. */
export async function sendRaw(
  gateway: Pick<AccountGateway, 'post'>,
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  const response = await gateway.post(path, body, { 'content-type': 'application/json', ...headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** A call's answer byte by byte. */
export const rawCall = <S extends CallSpec>(
  gateway: Pick<AccountGateway, 'post'>,
  spec: S,
  payload: InputOf<S>,
  login: LoginContext | null = null,
): Promise<RawAnswer> => sendRaw(gateway, spec.path, JSON.stringify({ ...login, ...(payload as object) }))

const ABOUT_THE_REQUEST = new Set(['x-request-id', 'x-server-time', 'date', 'keep-alive', 'connection'])

/** What a stranger can compare of two answers: everything but what names the request itself. */
export function comparable({ status, headers, text }: RawAnswer): string {
  const kept = [...headers].filter(([name]) => !ABOUT_THE_REQUEST.has(name))
  return JSON.stringify([status, kept, text])
}

/** The envelope of a raw answer. @throws SyntaxError when it is none */
export const envelopeIn = ({ text }: RawAnswer): Envelope<unknown> => JSON.parse(text) as Envelope<unknown>

/** All contexts that take some, but not all, of their values from `theirs` and the others from `mine`. */
export function mixtures(mine: LoginContext, theirs: LoginContext): LoginContext[] {
  const all = Array.from({ length: 2 ** LOGIN_CONTEXT_KEYS.length - 2 }, (_, index) => index + 1)
  return all
    .map((bits) => {
      const context = { ...mine }
      for (const [place, key] of LOGIN_CONTEXT_KEYS.entries()) if (bits & (2 ** place)) context[key] = theirs[key]
      return context
    })
    .filter(
      (context) => ![mine, theirs].some((whole) => LOGIN_CONTEXT_KEYS.every((key) => whole[key] === context[key])),
    )
}

/** Every row of the tables of people and rights, of all merchants, as text. */
export async function peopleRows(gateway: AccountGateway): Promise<string> {
  const tables = ['account', 'phone_directory', 'merchant', 'employee', 'role', 'employee_role', 'address']
  const parts = []
  for (const table of tables) {
    const rows = await gateway.query(`select t::text as row from ${table} t order by 1`)
    parts.push(table, ...rows.map(({ row }) => String(row)))
  }
  return parts.join('\n')
}
