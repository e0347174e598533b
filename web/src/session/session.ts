import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { LOGIN_CONTEXT_KEYS, type LoginContext } from '@huanji/contract/envelope'
import { forget, readJson, readText, storeJson, storeText } from './storage.ts'

/** What the server answers to a finished sign-in. */
export type Session = OutputOf<Calls['auth']['loginAffirm']>
export type LoginInfo = Session['loginInfo']

/** What ends with a session (docs/specification.md §4); `loginPhone` stays, so that the next sign-in finds it filled in. */
const ENDS_WITH_SESSION = ['loginToken', 'employeeId', 'merchantId', 'loginInfo', 'permissions'] as const

const NOBODY: LoginInfo = { employeeName: '', merchantName: '', roleNames: [], isOwner: false }

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

function isLoginInfo(value: unknown): value is Partial<LoginInfo> {
  if (typeof value !== 'object' || value === null) return false
  return !('roleNames' in value) || isTextList(value.roleNames)
}

/** The four values that go with every call; empty before signing in. */
export function loginContext(): LoginContext {
  const [loginToken, loginPhone, employeeId, merchantId] = LOGIN_CONTEXT_KEYS.map(readText)
  return {
    loginToken: loginToken ?? '',
    loginPhone: loginPhone ?? '',
    employeeId: employeeId ?? '',
    merchantId: merchantId ?? '',
  }
}

/** True while a login token is stored, good or not: the server decides that. */
export const isSignedIn = (): boolean => readText('loginToken') !== ''

/**
 * Who is signed in, for showing: what is stored, an empty object by default (docs/specification.md §3), with texts for
 * what lacks.
 */
export const loginInfo = (): LoginInfo => ({ ...NOBODY, ...readJson('loginInfo', {}, isLoginInfo) })

/**
 * Stores a session in the local storage, so that a link opened in a new tab is signed in, and replaces any earlier one in
 * either storage. How long it lives is the server's business: 保持登录 is told there.
 */
export function storeSession(session: Session): void {
  clearSession()
  forget('loginPhone')
  for (const key of LOGIN_CONTEXT_KEYS) storeText(key, session[key], 'local')
  storeJson('loginInfo', session.loginInfo, 'local')
}

/** Keeps what the merchant is called from now on, for showing. */
export const rememberMerchantName = (merchantName: string): void =>
  storeJson('loginInfo', { ...loginInfo(), merchantName }, 'local')

/** Keeps that the person has stepped back from being an owner and holds these roles, for showing. */
export const rememberRoles = (roleNames: string[]): void =>
  storeJson('loginInfo', { ...loginInfo(), roleNames, isOwner: false }, 'local')

/** Ends the stored session in both storages and keeps `loginPhone`. */
export function clearSession(): void {
  for (const key of ENDS_WITH_SESSION) forget(key)
  granted = null
}

let granted: ReadonlySet<string> | null = null

/** Every route path and interface id that the signed-in person holds. */
export function permissions(): ReadonlySet<string> {
  granted ??= new Set(readJson('permissions', [], isTextList))
  return granted
}

/** Forgets what the session before might do, once another window has ended or changed it. */
export function forgetPermissions(): void {
  forget('permissions')
  granted = null
}

/** Keeps the flat list of the menu call in the session storage: one list a tab. */
export function storePermissions(list: readonly string[]): void {
  storeJson('permissions', list, 'session')
  granted = new Set(list)
}

/**
 * True when the signed-in person may make a call or see a field, by interface id.
 * It decides what is shown only: the server checks every call itself.
 */
export const can = (interfaceId: string): boolean => permissions().has(interfaceId)
