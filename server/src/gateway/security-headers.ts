import { createHash } from 'node:crypto'

export interface SecurityOptions {
  readonly behindTls: boolean
  /** Other places that photographs are sent to and shown from, as origins. */
  readonly fileOrigins: readonly string[]
}

/**
 * Headers of every answer. The session token lies in the browser's storage, so nothing foreign may run or restyle a page:
 * scripts and style sheets come from here alone, and none may stand in a page itself but those that `allowingOwnTexts`
 * names.
 */
export function securityHeaders({ behindTls, fileOrigins }: SecurityOptions): Record<string, string> {
  const files = fileOrigins.map((origin) => ` ${origin}`).join('')
  return {
    'content-security-policy': [
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
      `img-src 'self' data: blob:${files}`,
      `connect-src 'self'${files}`,
      "font-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
    ...(behindTls ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

const IN_PAGE = /<(script|style)>([\s\S]*?)<\/\1>/g

/** The policy for one page of our own: the scripts and styles that stand in its text are allowed by their hashes, and no others. */
export function allowingOwnTexts(policy: string, html: string): string {
  const hashes = { script: '', style: '' }
  for (const [, tag, text = ''] of html.matchAll(IN_PAGE)) {
    hashes[tag as keyof typeof hashes] += ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`
  }
  return policy
    .replace("script-src 'self'", `script-src 'self'${hashes.script}`)
    .replace("style-src 'self'", `style-src 'self'${hashes.style}`)
}

/** The policy for a page of ours that needs no script: the styles in its text, photographs, and nothing else at all. */
export function stillPagePolicy(policy: string, html: string): string {
  const [photographs = "img-src 'self'"] = /img-src [^;]*/.exec(policy) ?? []
  const styles = allowingOwnTexts("style-src 'self'", html).replace(" 'self'", '')
  const closed = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]
  return ["default-src 'none'", styles, photographs.replace(' data: blob:', ''), ...closed].join('; ')
}
