import pino from 'pino'
import { logFields } from './log-scope.ts'
import { traceId } from './tracing.ts'

/** Structured log lines; `fields` carry no token, password, code or full phone. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

const SECRETS = [
  'loginToken',
  'password',
  'oldPassword',
  'newPassword',
  'captcha',
  'captchaCode',
  'authorization',
  'token',
]

/**
 * A log of JSON lines on standard output. Each line names the call or the job during which it was written, and its trace
 * where there is one. Should a secret slip into the fields, its value is dropped.
 */
export function createLog(level: LogLevel): Log {
  const paths = SECRETS.flatMap((name) => [name, `*.${name}`])
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths, remove: true },
    mixin: () => ({ ...logFields(), traceId: traceId() }),
  })
}

/** A phone number as a log may show it: 138****8000. */
export const maskPhone = (phone: string): string => `${phone.slice(0, 3)}****${phone.slice(-4)}`
