import { ERR_TEXT, fillText } from '@huanji/contract/errors'
import { PROGRAM_TEXT } from '@huanji/contract/program-words'
import type { RefusalValues } from './refusal.ts'

type TransportCode = keyof typeof ERR_TEXT

/**
 * HTTP status of each refusal that is not the domain's. Session and permission answer 200 like the domain does: the
 * client reads them in the envelope, and a status other than 200 counts as a network failure there (docs/specification.md §8).
 */
const STATUS: Readonly<Record<TransportCode, number>> = {
  sessionInvalid: 200,
  notGranted: 200,
  // of programs, which read the status
  apiKeyInvalid: 401,
  apiKeyElsewhere: 403,
  apiKeyNotGranted: 403,
  apiKeyClosed: 403,
  malformed: 400,
  unknownPath: 404,
  keyReused: 409,
  keyInFlight: 409,
  tooLarge: 413,
  wrongMediaType: 415,
  wrongMethod: 405,
  tooMany: 429,
  internal: 500,
  busy: 503,
  storageUnavailable: 503,
}

/** After so long whoever was refused as one too many may come again. */
const BUSY_SECONDS = 1

/** A refusal by the gateway itself, before or beside the handler. */
export class TransportRefusal extends Error {
  readonly code: TransportCode
  readonly status: number
  /** The input field or header it is about, as its path in the request (`items[2].price`). */
  readonly field: string | null
  /** The same in words for a program, which has no page to load anew. */
  readonly programMessage: string
  /** When a repeat may succeed, in seconds. */
  readonly retryAfterSeconds: number | null

  constructor(code: TransportCode, values: RefusalValues = {}, field: string | null = null) {
    super(fillText(ERR_TEXT[code], values))
    this.programMessage = fillText(PROGRAM_TEXT[code] ?? ERR_TEXT[code], values)
    this.code = code
    this.status = STATUS[code]
    this.field = field
    const seconds = code === 'busy' ? BUSY_SECONDS : values.seconds
    this.retryAfterSeconds = typeof seconds === 'number' ? seconds : null
  }
}

/** The refusal of a session that is good no more, with why. */
export class SessionEnded extends TransportRefusal {
  constructor(why: string | null) {
    super('sessionInvalid')
    if (why !== null) this.message = `${why}，请重新登录`
  }
}
