/** The few SQLSTATEs that mean something to the application; every other one is a defect. */
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'
const LOCK_NOT_AVAILABLE = '55P03'
const QUERY_CANCELED = '57014'
const TOO_MANY_CONNECTIONS = '53300'
const DISK_FULL = '53100'
const SYSTEM_CLASS = '58'
const SHUTDOWN_CLASS = '57P'
const CONNECTION_CLASS = '08'
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])

/** Thrown when no connection could be had in time, or an open one was lost. */
export class DatabaseUnavailable extends Error {}

/** The SQLSTATE or system code of an error, or an empty text. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** True for a transaction that may simply be run again. */
export function isRetryable(error: unknown): boolean {
  const code = codeOf(error)
  return code === SERIALIZATION_FAILURE || code === DEADLOCK
}

/** True when a row was waited for longer than the lock time-out. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === LOCK_NOT_AVAILABLE

/** True when a statement was given up for taking too long, or for waiting too long for a row. */
export const tookTooLong = (error: unknown): boolean => isLockTimeout(error) || codeOf(error) === QUERY_CANCELED

/** True when the database cannot answer at the moment; the same call may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || isRetryable(error) || isLockTimeout(error)) return true
  const code = codeOf(error)
  if (code === QUERY_CANCELED || code === TOO_MANY_CONNECTIONS || NETWORK.has(code)) return true
  return code.startsWith(SHUTDOWN_CLASS) || code.startsWith(CONNECTION_CLASS) || isLostNode(error)
}

/** How Citus tells of a node that is gone: with a code that means a defect elsewhere, so that the words must do. */
const LOST_NODE = [
  /^could not commit transaction (?:for shard \d+ )?on (?:at least one|any) active node/,
  /^postmaster was shut down/,
  /^could not (?:connect to any active placements|establish (?:any )?connections?)/,
  /^connection (?:not open|lost|failed|establishment for node|to the remote node)/,
  /^execution cannot recover from multiple connection failures/,
  /^failure on connection marked as essential/,
  /^failed to prepare transaction/,
]

/**
 * True when a cluster's node was lost while it was asked. Whether a commit went through nobody knows then; the same call
 * under its key finds out.
 */
const isLostNode = (error: unknown): boolean =>
  error instanceof Error && LOST_NODE.some((words) => words.test(error.message))

/** True when the database cannot write or read its own files: the disk is full, read-only or gone. */
export function isStorageFailure(error: unknown): boolean {
  const code = codeOf(error)
  return code === DISK_FULL || code.startsWith(SYSTEM_CLASS)
}

/** True when a row with the same key exists already; with `constraint`, only for that constraint or index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return codeOf(error) === UNIQUE_VIOLATION && (constraint === undefined || names(error, constraint))
}

/** True when a row that is pointed at does not exist, or is still pointed at. */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return codeOf(error) === FOREIGN_KEY_VIOLATION && (constraint === undefined || names(error, constraint))
}

/**
 * True when the error comes from the constraint of that name. A cluster passes the refusal of a node on without its
 * `constraint`: there the name stands in the message alone, with the number of the shard behind it.
 */
function names(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error)) return false
  if ('constraint' in error && error.constraint !== undefined) return error.constraint === constraint
  return [...error.message.matchAll(/"(\w+?)_\d{6,}"/g)].some(([, name]) => name === constraint)
}
