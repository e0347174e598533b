import { createHash } from 'node:crypto'
import type { CallSpec } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import * as z from 'zod'
import { auditCollectorOf } from '../audit/collector.ts'
import type { Database, GlobalTx, Tx } from '../database/database.ts'
import { boundTo, everyShop } from '../database/shop-bound.ts'
import { faultOf } from '../errors/input-fault.ts'
import { inputSentence } from '../errors/input-sentence.ts'
import { notGranted } from '../errors/not-granted.ts'
import { programSentence } from '../errors/program-sentence.ts'
import { Refusal, refuse } from '../errors/refusal.ts'
import type { Reader } from '../errors/told-refusal.ts'
import { TransportRefusal } from '../errors/transport-refusal.ts'
import { isGranted } from '../platform/access.ts'
import { type Actor, callerId } from '../platform/actor.ts'
import type { Services } from '../services.ts'
import { type Admission, admissionOf, requireOpenToKeys } from './admission.ts'
import { refusalText, successText } from './answer.ts'
import type {
  BoundHandler,
  CallContext,
  Handler,
  KeyAccess,
  PublicContext,
  RequestInfo,
  SessionReader,
} from './handler.ts'
import { claimKey, type IdempotencyKey, recordAnswer, recordedAnswer, releaseKey } from './idempotency/store.ts'
import type { KeyUsage } from './key-usage.ts'
import type { Rates } from './rates.ts'

// what a person reads when an input is refused
z.config({ localeError: inputSentence })

/** What every call is executed with. */
export interface CallDependencies {
  readonly db: Database
  readonly services: Services
  readonly sessionReader: SessionReader
  readonly keyAccess: KeyAccess
  readonly keyUsage: KeyUsage
  readonly rates: Rates
  /** Compare each answer with the contract: everywhere but in production, where it would cost 9 % of a list. */
  readonly checksOutput: boolean
}

/** A call as it came in, apart from its transport. */
export interface IncomingCall {
  readonly login: LoginContext
  /** What an API key says it is, instead of the login context; null without one. */
  readonly apiKey: string | null
  /** Whether a program asks: refusals are worded for it. */
  readonly isProgram: boolean
  /** What is wrong with how the call says its key, for a program that says none. */
  readonly keyProblem: string
  readonly payload: unknown
  /** The idempotency key, or null. */
  readonly key: string | null
  readonly request: RequestInfo
  readonly isOwnVisitor: boolean
  /** Aborted when whoever asked has gone. */
  readonly left: AbortSignal
}

/**
 * Carries out one call and gives the text of its answer.
 * @throws TransportRefusal, or whatever the handler threw that is not a refusal
 */
export async function executeCall(
  dependencies: CallDependencies,
  bound: BoundHandler,
  call: IncomingCall,
): Promise<string> {
  try {
    return bound.isPublic ? await forAnyone(dependencies, bound, call) : await counted(dependencies, bound, call)
  } catch (error) {
    if (error instanceof Refusal) return refused(dependencies, bound.spec, error, call)
    throw error
  }
}

function refused(
  { services, checksOutput }: CallDependencies,
  spec: CallSpec,
  refusal: Refusal,
  reader: Reader,
): string {
  if (checksOutput && !spec.refusals.includes(refusal.code)) {
    services.log.warn({ path: spec.path, refusal: refusal.code }, 'a refusal the contract does not declare')
  }
  return refusalText(refusal, reader)
}

/** What one transaction of a call came to: text to answer, or a refusal whose changes are kept. */
type Outcome = string | Refusal

function answered(outcome: Outcome): string {
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

type Finish<C> = (context: C) => Promise<unknown>

async function forAnyone(
  dependencies: CallDependencies,
  { spec, run }: BoundHandler,
  call: IncomingCall,
): Promise<string> {
  const { db, services } = dependencies
  if (call.apiKey !== null) requireOpenToKeys(spec)
  const input = parseInput(spec, call.payload, call)
  const { request, isOwnVisitor, left } = call
  const outside = { now: services.clock.now(), services, request, isOwnVisitor, left }
  const handler = run as Handler<CallSpec, PublicContext>
  const finish: Finish<PublicContext> =
    typeof handler === 'function'
      ? (context) => handler(context, input)
      : await handler.prepare({ ...outside, read: (work) => db.global(work) }, input)
  const work = async (tx: GlobalTx) => successText(checked(dependencies, spec, await finish({ ...outside, tx })))
  return answered(await db.global((tx) => keepingChanges(() => work(tx))))
}

/** Carries out the call of an employee or a key; that a key was used is counted, however it ended. */
async function counted(dependencies: CallDependencies, bound: BoundHandler, call: IncomingCall): Promise<string> {
  const { services } = dependencies
  const { request, isOwnVisitor, left } = call
  const outside = { now: services.clock.now(), services, request, isOwnVisitor, left }
  const admission = admissionOf(dependencies, bound.spec, call, outside.now)
  try {
    const answer = await forEmployee(dependencies, bound, call, outside, admission)
    admission.note(false)
    return answer
  } catch (error) {
    admission.note(true)
    throw error
  }
}

async function forEmployee(
  dependencies: CallDependencies,
  { spec, run }: BoundHandler,
  call: IncomingCall,
  outside: Omit<PublicContext, 'tx'>,
  { merchantId, countAhead, admit }: Admission,
): Promise<string> {
  const { db } = dependencies

  async function inTransaction(tx: Tx, finishing: Finish<CallContext> | null): Promise<Outcome> {
    const actor = await admit(tx)
    const input = parseInput(spec, call.payload, call)
    const finish = finishing ?? (typeof run === 'function' ? (context: CallContext) => run(context, input) : null)
    if (finish === null) throw new Error(`${spec.path} was not prepared`)
    const idempotencyKey = idempotencyKeyOf(spec, call, actor)
    const first = idempotencyKey === null ? null : await claimKey(tx, idempotencyKey, outside.now)
    if (first !== null) return repeated(spec, first)
    return keepingChanges(
      async () => {
        const answer = successText(
          await carryOut(dependencies, spec, { ...outside, tx: boundTo(tx, actor.shops), actor }, finish),
        )
        if (idempotencyKey !== null) await recordAnswer(tx, idempotencyKey, spec.secretIsTold ? TOLD : answer)
        return answer
      },
      async () => {
        if (idempotencyKey !== null) await releaseKey(tx, idempotencyKey)
      },
    )
  }

  await countAhead()
  if (typeof run === 'function') return answered(await db.tenant(merchantId, (tx) => inTransaction(tx, null)))
  const start = await db.tenant(merchantId, async (tx) => {
    const actor = await admit(tx)
    const input = parseInput(spec, call.payload, call)
    const idempotencyKey = idempotencyKeyOf(spec, call, actor)
    return { actor, input, first: idempotencyKey === null ? null : await recordedAnswer(tx, idempotencyKey) }
  })
  if (start.first !== null) return repeated(spec, start.first)
  const read = <T>(work: (tx: Tx) => Promise<T>) => db.tenant(merchantId, (tx) => work(boundTo(tx, start.actor.shops)))
  const finish = await run.prepare({ ...outside, actor: start.actor, read }, start.input)
  return answered(await db.tenant(merchantId, (tx) => inTransaction(tx, finish)))
}

/** What is kept in the place of an answer with a secret: that it was given. */
const TOLD = ''

/** The answer to a repeat: the first one, or that the secret in it is not told again. */
const repeated = (spec: CallSpec, first: string): string => (spec.secretIsTold ? refuse('SECRET_TOLD') : first)

/** Does what a call does in its transaction, the audit log included, and gives what it answers. */
async function carryOut(
  dependencies: Pick<CallDependencies, 'checksOutput'>,
  spec: CallSpec,
  context: Omit<CallContext, 'audit'>,
  finish: Finish<CallContext>,
): Promise<unknown> {
  const collector = auditCollectorOf(spec)
  const data = checked(dependencies, spec, await finish({ ...context, audit: collector.record }))
  const { tx, now, request } = context
  const { actor } = context
  await collector.write(everyShop(tx), { employeeId: callerId(actor), who: actor.employeeName, ...request }, now)
  return data
}

/**
 * Makes a call for somebody in a transaction that is open already, beside other work that must be committed with it: its
 * access rule, its input's rules, its handler and its audit log are those of a call that comes in. Session, rate and
 * idempotency key are the caller's to see to. Gives what the call answers.
 * @throws Refusal by the handler, TransportRefusal for a missing right or a malformed payload
 */
export async function callWithin(
  dependencies: Pick<CallDependencies, 'checksOutput'>,
  { spec, run }: BoundHandler,
  context: Omit<CallContext, 'audit'>,
  payload: unknown,
): Promise<unknown> {
  if (!isGranted(spec.access, context.actor)) throw notGranted(spec)
  const input = parseInput(spec, payload, { isProgram: context.actor.apiKey !== undefined })
  if (typeof run !== 'function') throw new Error(`${spec.path} prepares outside its transaction`)
  const tx = boundTo(everyShop(context.tx), context.actor.shops)
  return carryOut(dependencies, spec, { ...context, tx }, (whole) => run(whole, input))
}

/** Lets a refusal that keeps its changes through to the commit; any other one rolls back. */
async function keepingChanges(work: () => Promise<string>, undoClaim?: () => Promise<void>): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || !error.keepsChanges) throw error
    await undoClaim?.()
    return error
  }
}

function idempotencyKeyOf(spec: CallSpec, { key, payload }: IncomingCall, actor: Actor): IdempotencyKey | null {
  if (key === null || spec.kind === 'read' || spec.answerIsSecret) return null
  const bodyHash = createHash('sha256').update(JSON.stringify(payload)).digest('base64url')
  return { employeeId: callerId(actor), path: spec.path, key, bodyHash }
}

function parseInput(spec: CallSpec, payload: unknown, { isProgram }: Reader): unknown {
  const parsed = spec.input.safeParse(payload, isProgram ? { error: programSentence } : undefined)
  if (parsed.success) return parsed.data
  const { message, field } = faultOf(parsed.error)
  throw new TransportRefusal('malformed', { detail: message }, field)
}

function checked({ checksOutput }: Pick<CallDependencies, 'checksOutput'>, spec: CallSpec, data: unknown): unknown {
  if (!checksOutput) return data
  const parsed = spec.output.safeParse(data)
  if (parsed.success) return data
  throw new Error(`${spec.path} answers what the contract does not say: ${z.prettifyError(parsed.error)}`)
}
