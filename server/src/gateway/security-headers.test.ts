import { describe, expect, it } from 'vitest'
import { securityHeaders } from './security-headers.ts'

const policyOf = (fileOrigins: readonly string[] = []) =>
  Object.fromEntries(
    (securityHeaders({ behindTls: false, fileOrigins })['content-security-policy'] ?? '')
      .split('; ')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ')
        return [name, sources]
      }),
  )

describe('the content security policy', () => {
  it('takes scripts and styles from this server alone, and none from within a page', () => {
    const policy = policyOf()
    expect(policy['script-src']).toEqual(["'self'"])
    expect(policy['style-src']).toEqual(["'self'"])
    const sources = Object.values(policy).flat()
    for (const lax of ["'unsafe-inline'", "'unsafe-eval'", '*', 'http:', 'https:']) expect(sources).not.toContain(lax)
  })

  it('lets photographs, and nothing else, come from and go to the object store', () => {
    const origin = 'https://photos.example.com'
    const named = Object.entries(policyOf([origin])).filter(([, sources]) => sources.includes(origin))
    expect(named.map(([name]) => name)).toEqual(['img-src', 'connect-src'])
  })
})

it('asks for TLS only where TLS is', () => {
  const of = (behindTls: boolean) => securityHeaders({ behindTls, fileOrigins: [] })['strict-transport-security']
  expect([of(true), of(false)]).toEqual(['max-age=31536000; includeSubDomains', undefined])
})
