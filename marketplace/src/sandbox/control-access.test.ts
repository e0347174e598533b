import http from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { controlDenial } from './control-access.ts'
import { type SandboxFixture, START_MS, startSandboxFixture } from './testing/sandbox-fixture.ts'

const JSON_TYPE = 'application/json'

let fixture: SandboxFixture
beforeEach(async () => {
  fixture = await startSandboxFixture({ httpControl: true })
})
afterEach(() => fixture.stop())

/** Moves the clock a second on over HTTP, with these headers, and gives the status. */
function advance(headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const url = `${fixture.sandbox.url}/sandbox/control/advance`
    const request = http.request(url, { method: 'POST', headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.once('error', reject)
    request.end(JSON.stringify({ durationMs: 1_000 }))
  })
}

describe('the control', () => {
  it('obeys a program on this machine', async () => {
    expect(await advance({ 'content-type': JSON_TYPE })).toBe(200)
    expect(await advance({ 'content-type': `${JSON_TYPE}; charset=utf-8`, host: 'localhost:1' })).toBe(200)
    expect(fixture.sandbox.control.nowMs()).toBe(START_MS + 2_000)
  })

  it('obeys no page of another site: neither a foreign name, nor a foreign origin, nor a body sent without asking', async () => {
    const { host } = new URL(fixture.sandbox.url)
    expect(await advance({ 'content-type': JSON_TYPE, host: 'evil.example' })).toBe(403)
    expect(await advance({ 'content-type': JSON_TYPE, host: '127.0.0.1.evil.example' })).toBe(403)
    for (const origin of ['https://evil.example', 'http://127.0.0.1:1', 'null'])
      expect([origin, await advance({ 'content-type': JSON_TYPE, origin })]).toEqual([origin, 403])
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/json, text/plain',
    ])
      expect([type, await advance({ 'content-type': type, origin: `http://${host}` })]).toEqual([type, 415])
    expect(await advance({})).toBe(415)
    expect(fixture.sandbox.control.nowMs()).toBe(START_MS)
  })

  it('knows the address it listens on', () => {
    const headers = { 'content-type': JSON_TYPE, host: '192.0.2.1:8082' }
    expect(controlDenial(headers, '192.0.2.1')).toBeNull()
    expect(controlDenial(headers, '0.0.0.0')).toMatchObject({ status: 403 })
    expect(controlDenial({ ...headers, host: '[2001:db8::1]:8082' }, '2001:db8::1')).toBeNull()
    expect(controlDenial({ 'content-type': JSON_TYPE }, '127.0.0.1')).toMatchObject({ status: 403 })
  })
})
