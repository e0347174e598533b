import { randomUUID } from 'node:crypto'
import type { CallSpec, InputOf, OutputOf } from '@huanji/contract/call'
import { auth } from '@huanji/contract/calls/auth'
import { type Envelope, IDEMPOTENCY_HEADER, type LoginContext } from '@huanji/contract/envelope'
import { FIRST_MERCHANT, PASSWORD } from './accounts.ts'

/** A session as the sign-in answers it: what a browser stores. */
export type Session = OutputOf<typeof auth.loginAffirm>

/** Somebody who makes the product's calls without a screen, for what is not the subject of a journey. */
export interface Caller {
  readonly session: Session
  /** Makes a call. @throws Error with the refusal's code and sentence */
  call<S extends CallSpec>(spec: S, payload: InputOf<S>): Promise<OutputOf<S>>
}

const NOBODY: LoginContext = { loginToken: '', loginPhone: '', employeeId: '', merchantId: '' }

/** Where the product is; known once it has been started. */
export function productUrl(): string {
  const url = process.env.JOURNEY_URL
  if (!url) throw new Error('JOURNEY_URL is not set: the product was not started')
  return url
}

async function ask<S extends CallSpec>(spec: S, payload: InputOf<S>, login: LoginContext): Promise<OutputOf<S>> {
  const response = await fetch(new URL(spec.path, productUrl()), {
    method: 'POST',
    headers: { 'content-type': 'application/json', [IDEMPOTENCY_HEADER]: randomUUID() },
    body: JSON.stringify({ ...login, ...(payload as object) }),
  })
  const envelope = (await response.json()) as Envelope<OutputOf<S>>
  if (envelope._errCode === '0' && envelope._data !== null) return envelope._data
  throw new Error(`${spec.path}: ${envelope._errCode} ${envelope._bizErrCode} ${envelope._errStr}`)
}

/** Makes a call that needs nobody to be signed in. @throws Error with the refusal's code and sentence */
export const askAsNobody = <S extends CallSpec>(spec: S, payload: InputOf<S>): Promise<OutputOf<S>> =>
  ask(spec, payload, NOBODY)

/** Whoever holds a session. */
export function callerWith(session: Session): Caller {
  const { loginToken, loginPhone, employeeId, merchantId } = session
  const login = { loginToken, loginPhone, employeeId, merchantId }
  return { session, call: (spec, payload) => ask(spec, payload, login) }
}

/** Signs somebody in; whoever works for several merchants goes to the named one. */
export async function signIn(phone: string, merchantName = FIRST_MERCHANT, password = PASSWORD): Promise<Caller> {
  const answer = await askAsNobody(auth.login, { phone, password })
  return callerWith('ticket' in answer ? await choose(answer, merchantName) : answer)
}

async function choose(
  { ticket, candidates }: Extract<OutputOf<typeof auth.login>, { ticket: string }>,
  merchantName: string,
): Promise<Session> {
  const chosen = candidates.find((one) => one.merchantName === merchantName)
  if (!chosen) throw new Error(`nobody of that phone works for ${merchantName}`)
  return askAsNobody(auth.loginAffirm, { ticket, employeeId: chosen.employeeId })
}
