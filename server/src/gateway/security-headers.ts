export interface SecurityOptions {
  readonly behindTls: boolean
  /** Other places that photographs are sent to and shown from, as origins. */
  readonly fileOrigins: readonly string[]
}

/**
 * Headers of every answer (quality.md, "For its doors"). The session token lies in the browser's storage, so no foreign
 * script may run: scripts come from here alone. The component library writes style tags while it runs, hence the one
 * exception for styles.
 */
export function securityHeaders({ behindTls, fileOrigins }: SecurityOptions): Record<string, string> {
  const files = fileOrigins.map((origin) => ` ${origin}`).join('')
  return {
    'content-security-policy': [
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
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
