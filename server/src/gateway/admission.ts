import type { CallSpec } from '@huanji/contract/call'
import { closedToKeys } from '@huanji/contract/key-rules'
import type { Tx } from '../database/database.ts'
import { notGranted } from '../errors/not-granted.ts'
import { SessionEnded, TransportRefusal } from '../errors/transport-refusal.ts'
import { isGranted } from '../platform/access.ts'
import { type ActingKey, type Actor, callerId } from '../platform/actor.ts'
import { isId } from '../platform/ids.ts'
import type { CallDependencies, IncomingCall } from './execute-call.ts'
import { isExact } from './rates.ts'

/** Not whole, or never one. */
const NOT_A_KEY = '不完整或不是接口密钥：请核对复制的内容，密钥以 hj_live_ 开头，共79个字符'

export interface Admission {
  readonly merchantId: string
  /** Counts a call of an exact class, before its transactions: one that asks all processes must not hold a connection meanwhile. */
  readonly countAhead: () => Promise<void>
  /** Finds the employee behind the session, or who acts with the key, when it is good and the call is granted. */
  readonly admit: (tx: Tx) => Promise<Actor>
  /** Counts what became of a key's call; nothing for an employee's. */
  readonly note: (isRefused: boolean) => void
}

/** Refuses a call that no key may make, whatever it was given. @throws TransportRefusal apiKeyClosed */
export function requireOpenToKeys(spec: CallSpec): void {
  const reason = closedToKeys(spec)
  if (reason !== null) throw new TransportRefusal('apiKeyClosed', { call: spec.title, reason })
}

function requireGranted(spec: CallSpec, actor: Actor): void {
  const { apiKey } = actor
  if (apiKey !== undefined) requireOpenToKeys(spec)
  if (isGranted(spec.access, actor)) return
  if (apiKey === undefined) throw notGranted(spec)
  throw new TransportRefusal('apiKeyNotGranted', { name: apiKey.name, call: spec.title })
}

/** Every transaction of the call asks anew who makes it, but the call counts once in the caller's rate. */
export function admissionOf(
  { db, sessionReader, keyAccess, keyUsage, rates }: CallDependencies,
  spec: CallSpec,
  { login, apiKey, request, isProgram, keyProblem }: IncomingCall,
  now: Date,
): Admission {
  if (apiKey === null && isProgram) throw new TransportRefusal('apiKeyInvalid', { problem: keyProblem })
  const merchantId = apiKey === null ? login.merchantId : keyAccess.merchantOf(apiKey)
  if (merchantId === null) throw new TransportRefusal('apiKeyInvalid', { problem: NOT_A_KEY })
  if (!isId(merchantId)) throw new TransportRefusal('sessionInvalid')
  let isCounted = false
  let seen: ActingKey | undefined
  async function known(tx: Tx): Promise<Actor> {
    if (apiKey !== null) return keyAccess.read(tx, apiKey, request, now)
    const actor = await sessionReader(tx, login, now)
    if (actor === null) throw new SessionEnded((await sessionReader.whyEnded?.(tx, login)) ?? null)
    return actor
  }
  async function count(actor: Actor): Promise<void> {
    seen = actor.apiKey
    if (isCounted) return
    if (seen !== undefined) await rates.takeForKey(seen.keyId, seen.ratePerMinute)
    await rates.takeForEmployee(callerId(actor), spec.rate)
    isCounted = true
  }
  return {
    merchantId,
    countAhead: async () => {
      if (isExact(spec.rate)) await count(await db.tenant(merchantId, known))
    },
    admit: async (tx) => {
      const actor = await known(tx)
      await count(actor)
      requireGranted(spec, actor)
      return actor
    },
    note: (isRefused) => {
      if (seen !== undefined) keyUsage.note(merchantId, { keyId: seen.keyId, at: now, ip: request.ip, isRefused })
    },
  }
}
