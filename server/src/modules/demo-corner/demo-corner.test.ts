import http from 'node:http'
import { auth } from '@huanji/contract/features/auth/calls'
import { demoCorner } from '@huanji/contract/features/demo/calls'
import { afterEach, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from '../../../../tests/support/gateway.ts'
import { DEMO_MERCHANTS, enrolMerchants } from '../../demo/merchants.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../platform/demo-accounts.ts'
import { deliverSms } from '../auth/sms.ts'
import { sendCode } from '../auth/sms-code.ts'

let gateway: TestGateway | null = null
afterEach(async () => {
  await gateway?.close()
  gateway = null
})

it('offers the accounts of the demo, each with the merchant that it enters, and their password', async () => {
  gateway = await startTestGateway()
  expect(await gateway.data(demoCorner.corner, {})).toMatchObject({ isDemo: true, accounts: [], password: '' })
  await enrolMerchants(gateway.db, DEMO_MERCHANTS, gateway.clock.now())
  const { accounts, password, ...rest } = await gateway.data(demoCorner.corner, {})
  expect(rest).toEqual({ isDemo: true, hasInbox: true, hasBuyers: true })
  expect(new Set(accounts.map(({ phone }) => phone))).toEqual(new Set(DEMO_ACCOUNTS.map(({ phone }) => phone)))
  expect(accounts).toContainEqual({
    phone: '13800138002',
    name: '周大川',
    post: '发货员',
    merchantName: '焕新数码',
  })
  expect(accounts.filter(({ phone }) => phone === '13700137000').map(({ merchantName }) => merchantName)).toEqual([
    '焕新数码',
    '二手好机',
  ])
  expect(password).toBe(DEMO_PASSWORD)
  expect(await gateway.data(auth.login, { phone: '13800138002', password })).toHaveProperty('loginToken')
})

it('shows the codes that were sent to a phone, and none of another', async () => {
  gateway = await startTestGateway()
  const { db, clock, app, data } = gateway
  const sent = { phone: '13800138000', scene: 'login', ip: '127.0.0.1', now: clock.now() } as const
  await db.global((tx) => sendCode(tx, app.services, sent))
  await deliverSms({ ...app.services, db })
  const { messages } = await data(demoCorner.inbox, { phone: sent.phone })
  expect(messages).toHaveLength(1)
  expect(messages[0]?.text).toContain(messages[0]?.code)
  expect(messages[0]?.code).toMatch(/^\d{6}$/)
  expect(await data(demoCorner.inbox, { phone: '13800138001' })).toEqual({ messages: [] })
})

it('is not there in production', async () => {
  gateway = await startTestGateway({ settings: { mode: 'production' } })
  await enrolMerchants(gateway.db, DEMO_MERCHANTS, gateway.clock.now())
  expect(await gateway.data(demoCorner.corner, {})).toEqual({
    isDemo: false,
    hasInbox: false,
    hasBuyers: false,
    accounts: [],
    password: '',
  })
  expect((await gateway.call(demoCorner.inbox, { phone: '13800138000' }))._bizErrCode).toBe('DEMO_ONLY')
})

/** Posts under any name; `fetch` would send the real one. */
function postUnder(url: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
    const request = http.request(url, options, (response) => {
      let text = ''
      response.on('data', (part) => {
        text += part
      })
      response.on('end', () => resolve(text))
    })
    request.once('error', reject)
    request.end('{"phone":"13800138000"}')
  })
}

it('is not there for a name made to resolve to this machine, nor for a page of another site', async () => {
  gateway = await startTestGateway()
  const url = `${gateway.url}${demoCorner.inbox.path}`
  expect(await postUnder(url, { host: 'localhost' })).toContain('"messages"')
  expect(await postUnder(url, { host: 'evil.example' })).toContain('DEMO_ONLY')
  expect(await postUnder(url, { host: '127.0.0.1', origin: 'https://evil.example' })).toContain('DEMO_ONLY')
})
