import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CONSENT_PAGE } from '../protocol/consent.ts'
import { DAY_MS, MINUTE_MS } from './clock.ts'
import { SELLER_ID, USER_NAME } from './testing/merchant.ts'
import { type SandboxFixture, startSandboxFixture } from './testing/sandbox-fixture.ts'

const OTHER_SELLER = SELLER_ID + 1
const PRODUCT = 'http://127.0.0.1:8080'
const BACK = `${PRODUCT}/authcode`

let fixture: SandboxFixture
beforeEach(async () => {
  fixture = await startSandboxFixture({ redirectOrigins: [PRODUCT] })
})
afterEach(() => fixture.stop())

const pageUrl = (redirect: string) =>
  `${fixture.sandbox.url}${CONSENT_PAGE.replace('{state}', 'a-state').replace('{redirect}', encodeURIComponent(redirect))}`

const send = (form: Readonly<Record<string, string>>) =>
  fetch(`${fixture.sandbox.url}/pages/authorize`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ state: 'a-state', redirect: BACK, ...form }),
  })

async function ledTo(form: Readonly<Record<string, string>>): Promise<URL> {
  const answer = await send(form)
  expect(answer.status).toBe(303)
  return new URL(answer.headers.get('location') ?? '')
}

const consent = async (userName: string) =>
  (await ledTo({ answer: 'agree', account: userName })).searchParams.get('code') ?? ''

describe('the consent page', () => {
  it('lets the owner choose a shop, and leads back with a code and the state', async () => {
    const page = await fetch(pageUrl(BACK))
    expect(await page.text()).toContain('焕机示例店')
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${PRODUCT}`)
    const location = await ledTo({ answer: 'agree', account: USER_NAME })
    expect(location.origin + location.pathname).toBe(BACK)
    expect(location.searchParams.get('state')).toBe('a-state')
    expect(location.searchParams.get('code')).toMatch(/^[\w-]{43}$/)
  })

  it('leads back without a code when the owner refuses, and asks again when none was chosen', async () => {
    const location = await ledTo({ answer: 'refuse', account: USER_NAME })
    expect([...location.searchParams]).toEqual([
      ['error', 'access_denied'],
      ['state', 'a-state'],
    ])
    const again = await send({ answer: 'agree', account: '', name: ' ' })
    expect(await again.text()).toContain('请选择一个闲鱼号')
  })

  it('leads nowhere but to the application', async () => {
    for (const redirect of ['https://example.com/authcode', 'javascript:alert(1)', '']) {
      expect((await fetch(pageUrl(redirect))).status).toBe(404)
      const answer = await send({ answer: 'agree', account: USER_NAME, redirect })
      expect([answer.status, answer.headers.get('location')]).toEqual([404, null])
    }
  })
})

describe('a code of the consent page', () => {
  const trade = (code: string, sellerId = SELLER_ID) =>
    fixture.client.createAuthorization(sellerId, { authorize_code: code })

  it('authorises its shop once', async () => {
    const code = (await ledTo({ answer: 'agree', account: '', name: '新店-1' })).searchParams.get('code') ?? ''
    expect(await trade(code)).toMatchObject({ user_name: '新店-1', is_valid: true })
    expect((await fixture.client.listShops(SELLER_ID)).list.map((shop) => shop.user_name)).toContain('新店-1')
    await expect(trade(code)).rejects.toThrow('授权码无效或已使用')
    await expect(trade('made-up')).rejects.toThrow('授权码无效或已使用')
  })

  it('is good for ten minutes', async () => {
    const code = await consent(USER_NAME)
    await fixture.sandbox.control.advance(11 * MINUTE_MS)
    await expect(trade(code)).rejects.toThrow('授权码已过期')
  })

  it('renews the same authorisation', async () => {
    const [before] = (await fixture.client.listShops(SELLER_ID)).list
    await fixture.sandbox.control.advance(30 * DAY_MS)
    const after = await trade(await consent(USER_NAME))
    expect(after.authorize_id).toBe(before?.authorize_id)
    expect(after.authorize_expires).toBeGreaterThan(before?.authorize_expires ?? 0)
  })

  it('is refused to another merchant, until the first has ended the authorisation', async () => {
    await expect(trade(await consent(USER_NAME), OTHER_SELLER)).rejects.toThrow('已授权给其他商家')
    const [mine] = (await fixture.client.listShops(SELLER_ID)).list
    const authorize_id = mine?.authorize_id ?? 0
    await expect(fixture.client.cancelAuthorization(OTHER_SELLER, { authorize_id })).rejects.toThrow('不存在')
    await fixture.client.cancelAuthorization(SELLER_ID, { authorize_id })
    expect(await trade(await consent(USER_NAME), OTHER_SELLER)).toMatchObject({ user_name: USER_NAME })
  })
})
