import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from '../../../tests/support/gateway.ts'
import type { PublicPage } from './public-pages.ts'

const KEY = 'A'.repeat(28)

let gateway: TestGateway | null = null
afterEach(async () => {
  await gateway?.close()
  gateway = null
})

const page = (answer: PublicPage['answer']): PublicPage => ({
  path: '/shown/:name',
  answer,
  refusal: (sentence) => `<style>p{}</style><p>${sentence}</p>`,
})

describe('a page without a session', () => {
  it('says in a page of its own what went wrong, and no more than that', async () => {
    const broken = page(async () => {
      throw new Error('column "secret" does not exist')
    })
    gateway = await startTestGateway({ modules: { publicPages: [broken] } })
    const answer = await fetch(`${gateway.url}/shown/x`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    const html = await answer.text()
    expect(html).toContain('系统内部错误')
    expect(html).not.toContain('secret')
  })

  it('is counted against the address that asks, and says when to come back', async () => {
    const fine = page(async () => ({ status: 200, html: '<p>好</p>', keptSeconds: 5 }))
    gateway = await startTestGateway({ modules: { publicPages: [fine] }, settings: { rateFactor: 0.005 } })
    const statuses: number[] = []
    for (let index = 0; index < 4; index += 1) statuses.push((await fetch(`${gateway.url}/shown/x`)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    const refused = await fetch(`${gateway.url}/shown/x`)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.text()).toMatch(/<p>.*请\d+秒后再试<\/p>/)
  })

  it('takes nothing but GET and HEAD, and knows no address beside its own', async () => {
    const fine = page(async () => ({ status: 200, html: '<p>好</p>', keptSeconds: 5 }))
    gateway = await startTestGateway({ modules: { publicPages: [fine] } })
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await fetch(`${gateway.url}/shown/x`, { method })).status).toBe(404)
    }
    expect((await fetch(`${gateway.url}/shown/x/y`)).status).toBe(404)
  })
})

it('leaves no report’s address to the web client’s own page', async () => {
  const webFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'huanji-web-'))
  fs.writeFileSync(path.join(webFolder, 'index.html'), '<title>焕机</title>')
  gateway = await startTestGateway({ webFolder })
  const asBrowser = { headers: { accept: 'text/html' } }
  const report = await fetch(`${gateway.url}/report/ZJ261120000001/${KEY}`, asBrowser)
  expect([report.status, (await report.text()).includes('报告不存在')]).toEqual([404, true])
  expect(await (await fetch(`${gateway.url}/check/ys/list`, asBrowser)).text()).toBe('<title>焕机</title>')
  fs.rmSync(webFolder, { recursive: true })
})
