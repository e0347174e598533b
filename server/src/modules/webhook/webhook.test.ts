import { createHmac } from 'node:crypto'
import type { InputOf } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import { notice } from '@huanji/contract/features/notice/calls'
import { employee } from '@huanji/contract/features/people/employee'
import { webhook } from '@huanji/contract/features/webhook/calls'
import type { NoticeKind } from '@huanji/domain/notices/kinds'
import { RETRY_PLAN_MS } from '@huanji/domain/notices/retry-plan'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Receiver, startReceiver } from '../../integration/webhook/testing/receiver.ts'
import { settableClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { type AccountGateway, granted, startAccountGateway } from '../auth/testing/account-gateway.ts'
import { raiseNotice } from '../notice/raise.ts'
import type { CreatedMerchant } from '../people/commands.ts'
import { deliverWebhooks } from './deliver.ts'
import { webhookSchedules } from './jobs.ts'

const clock = settableClock('2026-11-26T02:00:00.000Z')
const HOUR_MS = 3_600_000

let gateway: AccountGateway
let receiver: Receiver
let merchant: CreatedMerchant
let owner: LoginContext
let foreign: LoginContext
let serial = 0

beforeAll(async () => {
  gateway = await startAccountGateway({
    clock,
    settings: { webhookLocal: true, publicUrl: 'https://huanji.test' },
  })
  receiver = await startReceiver()
  await gateway.merchant('13800162000', '别的商家')
})
afterAll(async () => {
  await receiver.close()
  await gateway.close()
})
beforeEach(async () => {
  // each test has a merchant of its own, and nothing waits of the one before
  await gateway.query("update webhook_delivery set state = 'dropped' where state = 'pending'")
  const phone = `1380016${String(2001 + serial++)}`
  merchant = await gateway.merchant(phone, `推送商家${phone}`)
  owner = await gateway.signIn(phone)
  foreign = await gateway.signIn('13800162000')
  receiver.answers(200)
  receiver.received.length = 0
})

const save = (input: Partial<InputOf<typeof webhook.save>> = {}, login = owner) =>
  gateway.call(webhook.save, { name: '进销存', url: receiver.url, kinds: ['newOrder'], ...input }, { login })
async function saved(input: Partial<InputOf<typeof webhook.save>> = {}, login = owner) {
  const { endpointId, secret } = granted(await save(input, login))
  if (secret === null) throw new Error('a new receiver has a key')
  return { endpointId, secret }
}
const list = async () => granted(await gateway.call(webhook.list, {}, { login: owner })).endpoints
const deliveriesOf = async (endpointId: string, after?: string) =>
  granted(
    await gateway.call(
      webhook.deliveries,
      { endpointId, ...(after === undefined ? {} : { afterDeliveryId: after }) },
      { login: owner },
    ),
  )
const retry = (deliveryId: string, login = owner) => gateway.call(webhook.retry, { deliveryId }, { login })
const test = (endpointId: string) => gateway.call(webhook.test, { endpointId }, { login: owner })
const deliver = () => deliverWebhooks(gateway.services)

async function happen(kind: NoticeKind = 'newOrder', channel: 'auction' | 'curated' = 'auction'): Promise<string> {
  const subjectId = newId()
  const about = { kind, channel, source: subjectId, subjectId, label: '苹果 iPhone 13' } as const
  await gateway.db.tenant(merchant.merchantId, (tx) => raiseNotice(tx, about, clock.now()))
  return subjectId
}

/** Checks a message as a receiver does, by the document for receivers. */
function verified({ headers, body }: Receiver['received'][number], secret: string) {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}

describe('a receiver', () => {
  it('gets what it asked for, signed, with ids and a link and nothing of a person', async () => {
    const { endpointId, secret } = await saved()
    const orderId = await happen()
    await happen('refundOpened')
    await deliver()
    expect(receiver.received).toHaveLength(1)
    const [message] = receiver.received
    if (message === undefined) throw new Error('nothing came')
    expect(verified(message, secret)).toBe(true)
    expect(JSON.parse(message.body)).toEqual({
      type: 'newOrder',
      timestamp: clock.now().toISOString(),
      data: {
        noticeId: expect.any(String),
        channel: 'auction',
        subjectId: orderId,
        dueAt: null,
        url: `https://huanji.test/sale/order/detail?orderId=${orderId}`,
      },
    })
    const { deliveries, hasMore } = await deliveriesOf(endpointId)
    expect(hasMore).toBe(false)
    expect(deliveries).toMatchObject([
      { event: 'newOrder', state: 'delivered', attempts: 1, status: 200, answer: 'ok', dueAt: null },
    ])
    expect(deliveries[0]?.deliveryId).toBe(message.headers['webhook-id'])
    await deliver()
    expect(receiver.received).toHaveLength(1)
  })

  it('gets a message again under the same number until it takes it', async () => {
    const { endpointId } = await saved()
    await happen()
    receiver.answers(503, '请稍后')
    await deliver()
    await deliver()
    expect(receiver.received).toHaveLength(1)
    const [waiting] = (await deliveriesOf(endpointId)).deliveries
    expect(waiting).toMatchObject({ state: 'pending', attempts: 1, status: 503, answer: '请稍后' })
    expect((await list())[0]?.failingSince).toBe(clock.now().toISOString())
    clock.advance(RETRY_PLAN_MS[0] ?? 0)
    receiver.answers(204)
    await deliver()
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids).toEqual([waiting?.deliveryId, waiting?.deliveryId])
    expect(receiver.received[0]?.body).toBe(receiver.received[1]?.body)
    expect((await deliveriesOf(endpointId)).deliveries[0]).toMatchObject({ state: 'delivered', attempts: 2 })
    expect((await list())[0]?.failingSince).toBeNull()
  })

  it('that fails does not hold up what comes after for long, nor another receiver', async () => {
    const { endpointId } = await saved()
    await saved({ name: '第二个', url: `${receiver.url}/second` })
    await happen()
    await happen()
    receiver.answers(500)
    await deliver()
    // one attempt a receiver: whoever is away is not asked again at once
    expect(receiver.received.map(({ path }) => path).toSorted()).toEqual(['/hooks', '/hooks/second'])
    receiver.answers(200)
    await deliver()
    const states = (await deliveriesOf(endpointId)).deliveries.map(({ state }) => state)
    // the later one has come through before the earlier one: the receiver orders them by their moments
    expect(states.toSorted()).toEqual(['delivered', 'pending'])
  })

  it('is stopped when nothing has come through for three days, and the owner is told', async () => {
    const { endpointId } = await saved()
    await happen()
    receiver.answers(500)
    for (const waitMs of [0, ...RETRY_PLAN_MS]) {
      clock.advance(waitMs)
      await deliver()
    }
    owner = await gateway.signIn(owner.loginPhone)
    expect(receiver.received.length).toBeLessThanOrEqual(RETRY_PLAN_MS.length + 1)
    expect((await list())[0]).toMatchObject({ state: 'stopped', reason: '连续三天没有一条送达' })
    const { urgent } = granted(await gateway.call(notice.unread, {}, { login: owner }))
    expect(urgent).toMatchObject({ kind: 'webhookStopped', label: '进销存', subjectId: endpointId })
    await happen()
    clock.advance(HOUR_MS)
    const count = receiver.received.length
    await deliver()
    expect(receiver.received).toHaveLength(count)
    expect((await test(endpointId))._bizErrCode).toBe('WEBHOOK_OFF')
    granted(await gateway.call(webhook.setState, { endpointId, isEnabled: true }, { login: owner }))
    receiver.answers(200)
    await happen()
    await deliver()
    expect(receiver.received).toHaveLength(count + 1)
  })

  it('that answers 410 is stopped at once', async () => {
    await saved()
    await happen()
    await happen()
    receiver.answers(410)
    await deliver()
    await deliver()
    expect(receiver.received).toHaveLength(1)
    expect((await list())[0]).toMatchObject({ state: 'stopped', reason: '接收方应答 410，表示不再接收' })
  })

  it('that is disabled gets nothing of what waited', async () => {
    const { endpointId } = await saved()
    await happen()
    granted(await gateway.call(webhook.setState, { endpointId, isEnabled: false }, { login: owner }))
    granted(await gateway.call(webhook.setState, { endpointId, isEnabled: true }, { login: owner }))
    await deliver()
    expect(receiver.received).toEqual([])
    expect((await deliveriesOf(endpointId)).deliveries).toMatchObject([
      { state: 'dropped', answer: '接收地址已停用，未推送' },
    ])
  })
})

describe('a key', () => {
  it('is told once, and kept where a copy of the database does not give it away', async () => {
    const { secret } = await saved()
    expect(JSON.stringify(await list())).not.toContain(secret)
    const [row] = await gateway.query('select secret from webhook_endpoint where merchant_id = $1', [
      merchant.merchantId,
    ])
    const bytes = row?.secret as Buffer
    expect(bytes.includes(Buffer.from(secret))).toBe(false)
    expect(bytes.includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false)
  })

  it('that was replaced signs beside the new one for a day', async () => {
    const { endpointId, secret: before } = await saved()
    const { secret } = granted(await gateway.call(webhook.rotate, { endpointId }, { login: owner }))
    await happen()
    await deliver()
    clock.advance(25 * HOUR_MS)
    await happen()
    await deliver()
    const [first, second] = receiver.received
    if (first === undefined || second === undefined) throw new Error('nothing came')
    expect([verified(first, before), verified(first, secret)]).toEqual([true, true])
    expect([verified(second, before), verified(second, secret)]).toEqual([false, true])
  })
})

describe('the rights of whoever saved a receiver', () => {
  async function manager() {
    const phone = `1390016${String(2001 + serial)}`
    const staffId = await gateway.employee(merchant, phone, 'manager')
    // one who may manage receivers without being an owner
    const [held] = await gateway.query('select role_id from employee_role where employee_id = $1', [staffId])
    const grants = async (...more: string[]) => {
      const all = ['/account', '/account/webhook', '/api/ext/webhook/list', '/api/ext/webhook/save', ...more]
      await gateway.query('update role set grants = $2, preset = null where id = $1', [held?.role_id, all])
    }
    await grants('/api/yushiorder/v1/order/detail')
    return { staffId, login: await gateway.signIn(phone), grants }
  }

  it('decide which kinds and channels are told, as they are when they are told', async () => {
    const { login, grants } = await manager()
    expect(await save({ kinds: ['newOrder', 'moneyMissed'] }, login)).toMatchObject({
      _bizErrCode: 'WEBHOOK_KIND_CLOSED',
      _errStr: '您没有查看“对账有差异”的权限，不能推送这类消息',
    })
    const { endpointId } = await saved({}, login)
    await happen('newOrder', 'curated')
    await happen('newOrder', 'auction')
    await deliver()
    expect(receiver.received.map(({ body }) => JSON.parse(body).data.channel)).toEqual(['auction'])
    await grants()
    expect((await list())[0]?.closedKinds).toEqual(['newOrder'])
    await happen('newOrder', 'auction')
    await deliver()
    expect(receiver.received).toHaveLength(1)
    const { deliveries } = await deliveriesOf(endpointId)
    expect(deliveries.map(({ state }) => state)).toEqual(['dropped', 'delivered', 'dropped'])
  })

  it('end with their work here: the receiver is stopped, and the owner is told', async () => {
    const { login, staffId } = await manager()
    await saved({}, login)
    granted(await gateway.call(employee.updateStatus, { staffId, status: 'disabled' }, { login: owner }))
    await happen()
    await deliver()
    expect(receiver.received).toEqual([])
    expect((await list())[0]).toMatchObject({ state: 'stopped' })
    expect(granted(await gateway.call(notice.unread, {}, { login: owner })).urgent?.kind).toBe('webhookStopped')
  })
})

describe('by hand', () => {
  it('a message is sent again, one that ended too, and one that was taken not', async () => {
    const { endpointId } = await saved()
    await happen()
    const deliveryId = (await deliveriesOf(endpointId)).deliveries[0]?.deliveryId ?? ''
    receiver.answers(500)
    await deliver()
    granted(await retry(deliveryId))
    await deliver()
    expect((await deliveriesOf(endpointId)).deliveries[0]).toMatchObject({
      event: 'newOrder',
      attempts: 2,
      state: 'pending',
    })
    await gateway.query("update webhook_delivery set state = 'failed', finished_at = now() where id = $1", [deliveryId])
    granted(await retry(deliveryId))
    receiver.answers(200)
    await deliver()
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([deliveryId, deliveryId, deliveryId])
    expect((await deliveriesOf(endpointId)).deliveries[0]).toMatchObject({ state: 'delivered', attempts: 1 })
    expect((await retry(deliveryId))._bizErrCode).toBe('WEBHOOK_DELIVERED')
    expect((await retry(deliveryId, foreign))._bizErrCode).toBe('NOT_FOUND')
  })

  it('a test is sent once, is told at once, and says nothing of how the receiver is', async () => {
    const { endpointId } = await saved()
    receiver.answers(500)
    granted(await test(endpointId))
    await deliver()
    expect((await deliveriesOf(endpointId)).deliveries[0]).toMatchObject({ state: 'failed', attempts: 1, status: 500 })
    expect((await list())[0]?.failingSince).toBeNull()
    await happen()
    await deliver()
    const since = (await list())[0]?.failingSince
    expect(since).not.toBeNull()
    receiver.answers(204)
    granted(await test(endpointId))
    await deliver()
    expect((await list())[0]?.failingSince).toBe(since)
  })

  it('a test that failed is sent once more when it is asked for', async () => {
    const { endpointId } = await saved()
    const { deliveryId } = granted(await test(endpointId))
    receiver.answers(500)
    await deliver()
    granted(await retry(deliveryId))
    await deliver()
    await deliver()
    const ids = () => receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids()).toEqual([deliveryId, deliveryId])
    expect((await deliveriesOf(endpointId)).deliveries[0]).toMatchObject({
      event: 'test',
      state: 'failed',
      attempts: 1,
    })
    granted(await retry(deliveryId))
    receiver.answers(200)
    await deliver()
    expect(ids()).toEqual([deliveryId, deliveryId, deliveryId])
    expect((await deliveriesOf(endpointId)).deliveries[0]).toMatchObject({ state: 'delivered', attempts: 1 })
  })

  it('no more than five tests wait at a time', async () => {
    const { endpointId } = await saved()
    for (let number = 0; number < 5; number += 1) granted(await test(endpointId))
    expect((await test(endpointId))._bizErrCode).toBe('WEBHOOK_TESTS_WAITING')
    await deliver()
    granted(await test(endpointId))
  })

  it('the record goes on page by page, and is kept for a month', async () => {
    const { endpointId } = await saved()
    for (let number = 0; number < 45; number += 1) await happen()
    await deliver()
    const seen: string[] = []
    let page = await deliveriesOf(endpointId)
    seen.push(...page.deliveries.map(({ deliveryId }) => deliveryId))
    while (page.hasMore) {
      page = await deliveriesOf(endpointId, seen.at(-1))
      seen.push(...page.deliveries.map(({ deliveryId }) => deliveryId))
    }
    expect(new Set(seen).size).toBe(45)
    expect(seen).toHaveLength(45)
    clock.advance(31 * 24 * HOUR_MS)
    await webhookSchedules.find(({ name }) => name === 'webhook.prune')?.run(gateway.services)
    owner = await gateway.signIn(owner.loginPhone)
    expect((await deliveriesOf(endpointId)).deliveries).toEqual([])
  })

  it('a receiver is changed by its version, five of them at most, each change in the log', async () => {
    const { endpointId } = await saved()
    const change = { endpointId, name: '改名', kinds: ['newOrder' as const, 'refundOpened' as const] }
    expect((await save({ ...change, version: 7 }))._bizErrCode).toBe('VERSION_CONFLICT')
    expect(granted(await save({ ...change, version: 1 }))).toEqual({ endpointId, version: 2, secret: null })
    expect((await save({ ...change, version: 1 }, foreign))._bizErrCode).toBe('NOT_FOUND')
    for (const url of ['http://erp.example.com/', 'https://10.0.0.1/']) {
      expect(await save({ url })).toMatchObject({ _bizErrCode: 'WEBHOOK_URL_INVALID', _data: { field: 'url' } })
    }
    const others = await Promise.all(Array.from({ length: 6 }, (_, number) => save({ name: `接收${number}` })))
    expect(others.filter(({ _bizErrCode }) => _bizErrCode === 'WEBHOOK_LIMIT')).toHaveLength(2)
    granted(await gateway.call(webhook.remove, { endpointId }, { login: owner }))
    expect((await list()).map(({ name }) => name)).not.toContain('改名')
    const logged = await gateway.query(
      "select action_label as label, before, after from audit_log where merchant_id = $1 and subject = 'webhook' and subject_id = $2 order by sequence",
      [merchant.merchantId, endpointId],
    )
    expect(logged.map(({ label }) => label)).toEqual(['保存接口推送', '保存接口推送', '删除接口推送'])
    expect(logged[1]).toMatchObject({
      before: { 名称: '进销存' },
      after: { 名称: '改名', 消息类型: '新订单、新售后申请' },
    })
  })
})
