import http from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from '../../../tests/support/gateway.ts'

let gateway: TestGateway | null = null
afterEach(async () => {
  await gateway?.close()
  gateway = null
})

it('shows the demo inbox in demo mode', async () => {
  gateway = await startTestGateway()
  const answer = await fetch(`${gateway.url}/demo/sms`)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ messages: [] })
})

it('has no demo inbox in production', async () => {
  gateway = await startTestGateway({ settings: { mode: 'production' } })
  const answer = await fetch(`${gateway.url}/demo/sms`)
  expect(await answer.text()).not.toContain('messages')
  expect(answer.status).not.toBe(200)
})

/** The status of a GET with these headers; unlike `fetch`, it may carry any host. */
function statusOf(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.once('error', reject)
  })
}

describe('the demo inbox under a foreign name', () => {
  it('is not there: a name made to resolve to this machine reads no codes', async () => {
    gateway = await startTestGateway({ settings: { publicUrl: 'https://demo.example.com' } })
    const { port } = new URL(gateway.url)
    const status = (headers: Record<string, string>) => statusOf(`${gateway?.url}/demo/sms`, headers)
    for (const host of ['127.0.0.1', `localhost:${port}`, `[::1]:${port}`, 'demo.example.com', 'DEMO.example.com:443'])
      expect([host, await status({ host })]).toEqual([host, 200])
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'a b',
    ])
      expect([host, await status({ host })]).toEqual([host, 404])
  })

  it('nor for a page of another site or another port', async () => {
    gateway = await startTestGateway()
    const host = new URL(gateway.url).host
    const status = (origin: string) => statusOf(`${gateway?.url}/demo/sms`, { host, origin })
    expect(await status(`http://${host}`)).toBe(200)
    for (const origin of ['https://evil.example', 'http://127.0.0.1:1', 'null'])
      expect([origin, await status(origin)]).toEqual([origin, 404])
  })
})
