import fs from 'node:fs'
import path from 'node:path'
import { allCalls } from '@huanji/contract/calls'
import type { LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { address } from '@huanji/contract/features/address/calls'
import { auth } from '@huanji/contract/features/auth/calls'
import { merchant } from '@huanji/contract/features/merchant/calls'
import { type App, createApp } from '@huanji/server/app'
import * as modules from '@huanji/server/modules'
import { type AccountGateway, startAccountGateway } from '@huanji/server/modules/auth/testing/account-gateway'
import { createLog } from '@huanji/server/platform/log'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testSettings } from '../../support/gateway.ts'
import { envelopeIn, outcomeOf, type RawAnswer, rawCall, sendRaw, signInByCode } from './gateway.ts'

const OWNER = '13800131201'
const EVIL = 'https://evil.example'
const CORS_HEADERS = [
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-expose-headers',
]

let gateway: AccountGateway
let owner: LoginContext
/** The same server with a web client to serve, behind TLS. */
let site: App

beforeAll(async () => {
  gateway = await startAccountGateway()
  await gateway.merchant(OWNER, '示例商家')
  owner = await signInByCode(gateway, OWNER)
  const { open, dataFolder } = gateway.database
  const webFolder = path.join(dataFolder, 'web')
  fs.mkdirSync(webFolder)
  fs.writeFileSync(path.join(webFolder, 'index.html'), '<!doctype html><title>焕机</title>')
  site = await createApp({
    settings: { ...testSettings(dataFolder), behindTls: true },
    open: { ...open, close: async () => undefined },
    clock: gateway.clock,
    log: createLog('silent'),
    modules,
    marketplace: { url: 'http://127.0.0.1:9', appKey: '1', appSecret: 'a secret of tests' },
    usesQueue: false,
    webFolder,
  })
  await site.listen()
})
afterAll(async () => {
  await site?.close()
  await gateway.close()
})

const everyCall = allCalls.map((spec) => [spec.path, spec] as const)

const expectNoCors = (headers: Headers) => {
  expect(CORS_HEADERS.filter((name) => headers.has(name))).toEqual([])
  expect(headers.has('set-cookie')).toBe(false)
}

describe('a form or a script of another site', () => {
  it.each(everyCall)('%s is not made by what a browser sends without asking first', async (callPath, spec) => {
    const untouched = await gateway.query('select count(*) as count from audit_log')
    const body = JSON.stringify({ ...owner, ...(spec.example as object) })
    for (const type of [
      'text/plain',
      'text/plain; charset=utf-8; application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=application/json',
      'text/json',
      'application/json, text/plain',
      'application/json; charset=utf-7',
      '',
    ]) {
      const answer = await sendRaw(gateway, callPath, body, { 'content-type': type, origin: EVIL })
      expect([type, answer.status]).toEqual([type, 415])
      expect(envelopeIn(answer)._errCode).toBe(ERR.wrongMediaType)
      expectNoCors(answer.headers)
    }
    expect(await gateway.query('select count(*) as count from audit_log')).toEqual(untouched)
  })

  it.each(everyCall)('%s is not made by a link, an image or another method', async (callPath, spec) => {
    const query = new URLSearchParams({ ...owner, ...(spec.example as Record<string, string>) })
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const response = await fetch(`${gateway.url}${callPath}?${query}`, { method, headers: { origin: EVIL } })
      expect([method, response.status]).toEqual([method, 405])
      expectNoCors(response.headers)
    }
    const over = await fetch(`${gateway.url}${callPath}`, { headers: { 'x-http-method-override': 'POST' } })
    expect(over.status).toBe(405)
  })

  it('is not told by a preflight that it may ask, nor by an answer that it may read', async () => {
    for (const headers of [
      { origin: EVIL, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
      { origin: 'null', 'access-control-request-method': 'POST', 'access-control-request-private-network': 'true' },
    ]) {
      const preflight = await fetch(`${gateway.url}${merchant.menu.path}`, { method: 'OPTIONS', headers })
      expect(preflight.ok).toBe(false)
      expectNoCors(preflight.headers)
    }
    for (const origin of [EVIL, 'null', gateway.url]) {
      const answer = await sendRaw(gateway, merchant.menu.path, JSON.stringify(owner), { origin })
      expect(outcomeOf(envelopeIn(answer))).toBe('ok')
      expectNoCors(answer.headers)
    }
  })

  it('gets no function called around an answer', async () => {
    const answer = await sendRaw(gateway, `${merchant.menu.path}?callback=alert&jsonp=alert`, JSON.stringify(owner))
    expect(answer.text.startsWith('{"_errCode"')).toBe(true)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })
})

/** A policy's directives by name. */
function directivesOf(headers: Headers): Map<string, string[]> {
  const policy = headers.get('content-security-policy') ?? ''
  return new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/)
      return [name, sources]
    }),
  )
}

const expectGuarded = (headers: Headers, what: string) => {
  expect([what, headers.has('content-security-policy')]).toEqual([what, true])
  const directives = directivesOf(headers)
  const scripts = directives.get('script-src') ?? directives.get('default-src') ?? []
  expect(scripts).toEqual(["'self'"])
  expect(directives.get('default-src')).toEqual(["'self'"])
  for (const name of ['script-src-elem', 'script-src-attr', 'worker-src'])
    expect(directives.get(name) ?? ["'self'"]).toEqual(["'self'"])
  expect(directives.get('frame-ancestors')).toEqual(["'none'"])
  expect(directives.get('object-src')).toEqual(["'none'"])
  expect(directives.get('base-uri')).toEqual(["'none'"])
  expect(directives.get('form-action')).toEqual(["'self'"])
  expect([...directives.values()].flat()).not.toContain('*')
  expect([...directives.values()].flat()).not.toContain("'unsafe-eval'")
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']).toContain(
    headers.get('referrer-policy'),
  )
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.has('set-cookie')).toBe(false)
  expect(headers.has('x-powered-by')).toBe(false)
  expect(headers.has('server')).toBe(false)
}

describe('the security headers', () => {
  it('come with the page, whatever address it is asked under', async () => {
    for (const at of ['/', '/login', '/sale/order?x=<script>']) {
      const response = await fetch(`${site.url}${at}`, { headers: { accept: 'text/html' } })
      expect([at, response.status]).toEqual([at, 200])
      expectGuarded(response.headers, at)
      expect(response.headers.get('strict-transport-security')).toMatch(/max-age=\d{8,}/)
    }
  })

  it('come with answers, refusals and errors alike, none of which may be stored', async () => {
    const answers: [string, RawAnswer][] = [
      ['a success', await rawCall(gateway, merchant.menu, {}, owner)],
      ['no session', await rawCall(gateway, merchant.menu, {})],
      ['a domain refusal', await rawCall(gateway, auth.login, { phone: OWNER, password: 'Wrong2026x' })],
      ['no JSON', await sendRaw(gateway, merchant.menu.path, '{')],
      ['too much', await sendRaw(gateway, merchant.menu.path, `{"x":"${'x'.repeat(400_000)}"}`)],
      ['another type', await sendRaw(gateway, merchant.menu.path, '{}', { 'content-type': 'text/plain' })],
      ['no such path', await sendRaw(gateway, '/api/nothing', '{}')],
      ['a written row', await rawCall(gateway, address.edit, address.edit.example, owner)],
    ]
    for (const [what, { headers }] of answers) {
      expectGuarded(headers, what)
      expect([what, headers.get('cache-control')]).toEqual([what, 'no-store'])
      expect([what, headers.get('content-type')]).toEqual([what, 'application/json; charset=utf-8'])
    }
  })

  it('come with the answer to an address that cannot be read', async () => {
    const answer = await sendRaw(gateway, '/api/%ff-shown-again', '{}')
    const { headers, status, text } = answer
    expect(status >= 400 && status < 500).toBe(true)
    expect(text).not.toContain('shown-again')
    expect(envelopeIn(answer)._errCode).toBe(ERR.unknownPath)
    expect(headers.get('cache-control')).toBe('no-store')
    expectGuarded(headers, 'an address that cannot be read')
  })

  it('come with everything else that is served', async () => {
    for (const at of ['/openapi.json', '/demo/sms', '/nothing.js', '/files/nothing', '/.env', '/%2e%2e/package.json']) {
      const { headers } = await fetch(`${site.url}${at}`)
      expectGuarded(headers, at)
    }
  })
})

describe('cookies', () => {
  it('are neither given at sign-in nor read', async () => {
    const phone = '13800131202'
    const captcha = await gateway.code(phone, 'signUp')
    const signUp = { phone, captcha, password: 'Angemeldet27', merchantName: '新商家', agreed: true } as const
    const signedUp = await rawCall(gateway, auth.signUp, signUp)
    expect(outcomeOf(envelopeIn(signedUp))).toBe('ok')
    expectNoCors(signedUp.headers)
    const cookie = Object.entries(owner)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
    const answer = await sendRaw(gateway, merchant.menu.path, '{}', { cookie })
    expect(outcomeOf(envelopeIn(answer))).toBe(ERR.apiKeyInvalid)
  })
})
