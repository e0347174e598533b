import http from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { controlDenial } from './control-access.ts'
import { USER_NAME } from './testing/merchant.ts'
import { receivedOrder } from './testing/orders.ts'
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

describe('after-sale and money by HTTP', () => {
  async function order(action: string, body: object): Promise<unknown> {
    const response = await fetch(`${fixture.sandbox.url}/sandbox/control/${action}`, {
      method: 'POST',
      headers: { 'content-type': JSON_TYPE },
      body: JSON.stringify(body),
    })
    const { code, msg } = (await response.json()) as { code: number; msg: string }
    return code === 0 ? 0 : [code, msg]
  }

  it('are ordered as in the same process, and refused with a sentence', async () => {
    const orderNo = await receivedOrder(fixture)
    const claim = { orderNo, kind: 'exchange', detail: '成色不符', description: '边框有磕碰', imageCount: 3 }
    expect(await order('openRefund', { ...claim, kind: 'gift' })).toMatchObject([100004, expect.any(String)])
    expect(await order('openRefund', claim)).toBe(0)
    expect(await order('changeRefund', { orderNo, amountFen: 1 })).toEqual([100409, '换货不涉及退款金额'])
    expect(await order('changeRefund', { orderNo, kind: 'returnAndRefund', amountFen: 1 })).toBe(0)
    expect(await order('returnGoods', { orderNo })).toEqual([100409, '退款不在待买家退货状态'])
    expect(await order('appealRefund', { orderNo })).toEqual([100409, '退款不在已拒绝状态'])
    expect(await order('reapplyRefund', { orderNo })).toEqual([100409, '退款不在已拒绝状态'])
    expect(await order('giveVerdict', { orderNo, outcome: 'buyer' })).toEqual([100409, '售后不在平台判定中'])
    expect(await order('withdrawRefund', { orderNo })).toBe(0)
    expect(await order('misstate', { orderNo, fen: 100 })).toBe(0)
    const shop = { userName: USER_NAME, amountFen: 1_000 }
    expect(await order('topUp', shop)).toBe(0)
    expect(await order('freezeDeposit', shop)).toBe(0)
    expect(await order('withdraw', shop)).toEqual([100409, '可用余额只有¥0.00'])
    expect(await order('unfreezeDeposit', shop)).toBe(0)
    expect(await order('withdraw', shop)).toBe(0)
    expect(await order('adjust', { ...shop, amountFen: -1, reason: '核对' })).toBe(0)
    expect(await order('adjust', { orderNo, amountFen: 1, reason: '核对' })).toBe(0)
    expect(await order('adjust', { ...shop, orderNo, reason: '核对' })).toMatchObject([100004, expect.any(String)])
  })
})
