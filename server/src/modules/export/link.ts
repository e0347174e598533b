import { createHmac, timingSafeEqual } from 'node:crypto'
import { derivedKey } from '../../platform/derived-key.ts'

/** How long a link to a file lasts. */
export const LINK_MS = 60_000

/** Where the files of exports are, with a token behind it. */
export const EXPORT_FILES_PATH = '/api/ext/export/file'

/** Whose link it is, to which file, and until when. */
export interface ExportLink {
  readonly merchantId: string
  readonly exportId: string
  readonly employeeId: string
  readonly sessionId: string
  readonly expiresAt: Date
}

function signature(secret: string, body: string): Buffer {
  return createHmac('sha256', derivedKey(secret, 'export')).update(body).digest()
}

/** An address from which the file is loaded until the link expires. */
export function signedLink(
  secret: string,
  { merchantId, exportId, employeeId, sessionId, expiresAt }: ExportLink,
): string {
  const content = [merchantId, exportId, employeeId, sessionId, String(expiresAt.getTime())]
  const body = Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${EXPORT_FILES_PATH}/${body}.${signature(secret, body).toString('base64url')}`
}

/** What a token says; null for one that was not signed here, or has expired. */
export function openLink(secret: string, token: string, now: Date): ExportLink | null {
  const [body = '', given = ''] = token.split('.')
  const expected = signature(secret, body)
  const actual = Buffer.from(given, 'base64url')
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null
  const [merchantId, exportId, employeeId, sessionId, untilMs] = JSON.parse(Buffer.from(body, 'base64url').toString())
  const expiresAt = new Date(Number(untilMs))
  return now < expiresAt ? { merchantId, exportId, employeeId, sessionId, expiresAt } : null
}
