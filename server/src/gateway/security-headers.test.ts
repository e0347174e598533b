import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { allowingOwnTexts, securityHeaders } from './security-headers.ts'

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

describe('the policy of our own page', () => {
  const POLICY = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self'"
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

  it('allows the very texts that stand in the page, and no others', () => {
    const page = '<style>a{}</style><script>one()</script><script src="/x.js"></script><script>two()\n</script>'
    expect(allowingOwnTexts(POLICY, page)).toBe(
      `default-src 'self'; script-src 'self' ${hashOf('one()')} ${hashOf('two()\n')}; style-src 'self' ${hashOf('a{}')}; img-src 'self'`,
    )
  })

  it('stays as it is for a page without any', () => {
    expect(allowingOwnTexts(POLICY, '<script src="/x.js"></script>')).toBe(POLICY)
  })
})

it('asks for TLS only where TLS is', () => {
  const of = (behindTls: boolean) => securityHeaders({ behindTls, fileOrigins: [] })['strict-transport-security']
  expect([of(true), of(false)]).toEqual(['max-age=31536000; includeSubDomains', undefined])
})
