import type { CallSpec, OutputOf, ParsedOf } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import type { AuditEntry } from '../audit/entry.ts'
import type { GlobalTx, Tx } from '../database/database.ts'
import type { Actor } from '../platform/actor.ts'
import type { Services } from '../services.ts'

/** What is known of the request itself; `requestId` stands in the log and in the answer's `x-request-id` header. */
export interface RequestInfo {
  readonly requestId: string
  readonly ip: string
  readonly userAgent: string
}

/** What a handler of a public call is given; `tx` is a global transaction (see `enterMerchant`). */
export interface PublicContext {
  readonly tx: GlobalTx
  /** The moment of the call: the same one throughout it. */
  readonly now: Date
  readonly services: Services
  readonly request: RequestInfo
  /** False for a request under a foreign name, or from a page of another site (`own-visitors.ts`). */
  readonly isOwnVisitor: boolean
  /** Aborted when whoever asked has gone: work that has not begun need not begin. */
  readonly left: AbortSignal
}

/** What a handler of any other call is given; `tx` sees the actor's merchant only. */
export interface CallContext extends PublicContext {
  readonly tx: Tx
  readonly actor: Actor
  /**
   * Tells the audit log what changed, or null for nothing; the entries are written when the handler is done. A call that
   * the contract declares audited must call it, any other must not.
   */
  readonly audit: (entry: AuditEntry | null) => void
}

/** What `prepare` is given: no open transaction, but `read` to look something up in a short one. */
export type PrepareContext<C extends PublicContext> = Omit<C, 'tx' | 'audit'> & {
  readonly read: <T>(work: (tx: C['tx']) => Promise<T>) => Promise<T>
}

/** A call whose slow part (images, password hashes, the network) runs before the transaction opens. */
export interface TwoStepHandler<S extends CallSpec, C extends PublicContext, P> {
  prepare(context: PrepareContext<C>, input: ParsedOf<S>): Promise<P>
  commit(context: C, input: ParsedOf<S>, prepared: P): Promise<OutputOf<S>>
}

/**
 * Answers a call inside one transaction: what it returns is committed, what it throws rolls back.
 * It does no network I/O and nothing heavy; `twoSteps` is for that.
 */
export type OneStepHandler<S extends CallSpec, C extends PublicContext> = (
  context: C,
  input: ParsedOf<S>,
) => Promise<OutputOf<S>>

/** A two-step handler; only the handler itself reads the prepared value. */
export interface PreparedHandler<S extends CallSpec, C extends PublicContext> {
  /** Does the slow part and gives the rest, to be run in a transaction (and again, should that be retried). */
  readonly prepare: (context: PrepareContext<C>, input: ParsedOf<S>) => Promise<(context: C) => Promise<OutputOf<S>>>
}

export type Handler<S extends CallSpec, C extends PublicContext> = OneStepHandler<S, C> | PreparedHandler<S, C>

/** The handler of a call that needs no session, marked so that start-up can compare it with the contract. */
export interface PublicHandler<S extends CallSpec> {
  readonly forAnyone: Handler<S, PublicContext>
}

/** One call with its handler, types put aside: the gateway has checked the input against the contract by then. */
export interface BoundHandler {
  readonly spec: CallSpec
  readonly isPublic: boolean
  readonly run: Handler<CallSpec, CallContext>
}

/** The handlers of one group of calls. */
export type HandlerGroup = readonly BoundHandler[]

/** Reads the session that a login context names, or gives null when there is none that is still good. It is the first statement of a call's transaction. */
export interface SessionReader {
  (tx: Tx, context: LoginContext, now: Date): Promise<Actor | null>
  /** Why the session is good no more, in words for whoever holds its token; null where that is not known. */
  readonly whyEnded?: (tx: Tx, context: LoginContext) => Promise<string | null>
}

/** Calls of one key on one day in Asia/Shanghai that are not written down yet. */
export interface KeyUse {
  readonly keyId: string
  readonly day: string
  readonly calls: number
  readonly refused: number
  /** The last of them, and where it came from. */
  readonly at: Date
  readonly ip: string
}

/** What the gateway needs of the API keys that programs call with. */
export interface KeyAccess {
  /** The merchant whose key a text says it is; null for one that does not have the form. */
  readonly merchantOf: (secret: string) => string | null
  /**
   * Who acts with a key: what its maker may do, as far as it was given to the key. It is the first statement of a
   * call's transaction.
   * @throws TransportRefusal apiKeyInvalid, or apiKeyElsewhere for an address that the key is not for
   */
  readonly read: (tx: Tx, secret: string, request: RequestInfo, now: Date) => Promise<Actor>
  /** Adds to what is written down of the merchant's keys. */
  readonly recordUses: (tx: Tx, uses: readonly KeyUse[]) => Promise<void>
}

/** Joins a slow part without a transaction and a short part inside one. */
export function twoSteps<S extends CallSpec, C extends PublicContext, P>(
  steps: TwoStepHandler<S, C, P>,
): PreparedHandler<S, C> {
  return {
    prepare: async (context, input) => {
      const prepared = await steps.prepare(context, input)
      return (inTransaction) => steps.commit(inTransaction, input, prepared)
    },
  }
}

/** Marks the handler of a call whose access is `public`: it has no actor, and its transaction is a global one. */
export function forAnyone<S extends CallSpec>(handler: Handler<S, PublicContext>): PublicHandler<S> {
  return { forAnyone: handler }
}

/** What a group's calls need: a handler for each, and `forAnyone` around those the contract calls public. */
export type Implementations<G extends Readonly<Record<string, CallSpec>>> = {
  readonly [Name in keyof G]: Handler<G[Name], CallContext> | PublicHandler<G[Name]>
}

/**
 * Binds a contract group to its handlers, each checked against its call's input and output.
 * Start-up refuses a public call without `forAnyone`, and `forAnyone` on any other call.
 */
export function handlers<G extends Readonly<Record<string, CallSpec>>>(
  group: G,
  implementations: Implementations<G>,
): HandlerGroup {
  return Object.entries(group).map(([name, spec]) => bind(spec, implementations[name as keyof G]))
}

function bind(spec: CallSpec, handler: Handler<CallSpec, CallContext> | PublicHandler<CallSpec>): BoundHandler {
  if (handler === undefined) throw new Error(`${spec.path} has no handler`)
  const isPublic = 'forAnyone' in handler
  return { spec, isPublic, run: isPublic ? handler.forAnyone : handler }
}
