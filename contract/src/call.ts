import type * as z from 'zod'
import { BODY_LIMIT_BYTES } from './constants.ts'
import type { RefusalCode } from './errors.ts'

/**
 * Who may make a call: anyone, anyone signed in, or whoever holds one of the named grants.
 * A grant is an interface id, which is a call's path, a field right such as `field:buyerContact`, or a scope.
 */
export type Access = 'public' | 'signedIn' | { readonly anyOf: readonly string[] }

/** Which budget a call draws on; the gateway owns the figures. */
export type RateClass = 'signIn' | 'code' | 'read' | 'search' | 'write' | 'upload'

/** What the table says of one call. Everything about the wire is derived from this. */
export interface CallSpec<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** Exact path, spelled as the specification spells it. */
  readonly path: string
  /** What a person calls it, in Chinese: the permission editor and the audit log show it. */
  readonly title: string
  /** Why it is there, of a call that docs/specification.md does not name; empty where the whole group is one of those. */
  readonly beyond: string
  /** The topics of the event stream of which its answer shows something, of a read that is asked for anew when they are told. */
  readonly live: readonly string[]
  readonly access: Access
  readonly kind: 'read' | 'write'
  /** The payload without the login context; strict, so an unknown field is refused. */
  readonly input: I
  readonly output: O
  /** Domain refusals a caller must expect; any other one is a defect. */
  readonly refusals: readonly RefusalCode[]
  /**
   * True for the calls whose empty strings carry meaning (docs/specification.md §5). All others lose theirs on the way, so
   * a text that can be cleared, such as a remark, takes an absent field as empty.
   */
  readonly keepsEmpties: boolean
  readonly rate: RateClass
  /** Input fields, as dotted paths, that hold ids of a merchant's own things: the isolation tests replace them. */
  readonly ids: readonly string[]
  /**
   * What the audit log calls it, for calls that change people, rights or money or that show what is kept back. The
   * handler of such a call says what changed (`context.audit`); one that commits without saying so is a defect.
   */
  readonly audit: string | null
  /**
   * True when the answer holds a token, or the input a password: the answer is then not kept for a repeat, nor is the
   * digest of the input that it would be kept under, and a repeat is carried out anew.
   */
  readonly answerIsSecret: boolean
  /**
   * True for a write that makes a secret and tells it this once: its key is kept as those of other writes are, its answer is
   * not, so that a repeat does nothing and is refused with SECRET_TOLD.
   */
  readonly secretIsTold: boolean
  /** How large a request may be: BODY_LIMIT_BYTES, and more where a file is sent. */
  readonly bodyLimitBytes: number
  /** A valid payload for the generated tests; ids in it are replaced by real ones where the test needs them. */
  readonly example: z.input<I>
}

type Draft<I extends z.ZodType, O extends z.ZodType> = Pick<
  CallSpec<I, O>,
  'path' | 'title' | 'input' | 'output' | 'example'
> &
  Partial<
    Pick<
      CallSpec<I, O>,
      | 'beyond'
      | 'live'
      | 'refusals'
      | 'keepsEmpties'
      | 'rate'
      | 'ids'
      | 'access'
      | 'audit'
      | 'answerIsSecret'
      | 'secretIsTold'
      | 'bodyLimitBytes'
    >
  >

function declare<I extends z.ZodType, O extends z.ZodType>(kind: 'read' | 'write', draft: Draft<I, O>): CallSpec<I, O> {
  return {
    access: { anyOf: [draft.path] },
    beyond: '',
    live: [],
    refusals: [],
    keepsEmpties: false,
    rate: kind,
    ids: [],
    audit: null,
    answerIsSecret: false,
    secretIsTold: false,
    bodyLimitBytes: BODY_LIMIT_BYTES,
    ...draft,
    kind,
  }
}

/** Declares a call that changes nothing. Without `access` only whoever holds the call's own path may make it. */
export const read = <I extends z.ZodType, O extends z.ZodType>(draft: Draft<I, O>) => declare('read', draft)

/** Declares a call that changes something; it accepts an `Idempotency-Key` header and answers a repeat with the first result. */
export const write = <I extends z.ZodType, O extends z.ZodType>(draft: Draft<I, O>) => declare('write', draft)

/** The payload a caller sends. */
export type InputOf<S extends CallSpec> = z.input<S['input']>
/** The payload a handler receives, defaults applied. */
export type ParsedOf<S extends CallSpec> = z.output<S['input']>
/** What `_data` holds on success. */
export type OutputOf<S extends CallSpec> = z.output<S['output']>
