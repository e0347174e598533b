import type { LoginContext } from '@huanji/contract/envelope'
import { address } from '@huanji/contract/features/address/calls'
import { auth } from '@huanji/contract/features/auth/calls'
import { ownSessions } from '@huanji/contract/features/auth/session'
import { employeeSignIn } from '@huanji/contract/features/people/employee'
import { role } from '@huanji/contract/features/people/role'
import { STREAM_PATH } from '@huanji/contract/live'
import type { CreatedMerchant } from '@huanji/server/modules/people/commands'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import {
  type AccountGateway,
  granted,
  startAccountGateway,
} from '../../server/src/modules/auth/testing/account-gateway.ts'
import { type EventStream, openEventStream, streamHeaders } from '../support/event-stream.ts'
import { caughtUp, change, toldSoFar } from '../support/told-so-far.ts'
import { until } from '../support/until.ts'

const OWNER = '13800135001'
const STRANGER = '13800135002'
/** Who sees nothing of addresses: neither they nor the first steps, which show whether there is one, are a finance clerk's. */
const CLERK = '13800135003'

let gateway: AccountGateway
let merchant: CreatedMerchant
let owner: LoginContext
let stranger: LoginContext
let clerkId: string
const streams: EventStream[] = []

beforeAll(async () => {
  gateway = await startAccountGateway({ settings: { streams: { inAll: 8, perPerson: 3 } } })
  merchant = await gateway.merchant(OWNER, '示例商家')
  await gateway.merchant(STRANGER, '别的商家')
  clerkId = await gateway.employee(merchant, CLERK, 'finance')
  owner = await gateway.signIn(OWNER)
  stranger = await gateway.signIn(STRANGER)
})
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close()
  await until(async () => /huanji_streams 0$/m.test(await metrics()))
})
afterAll(() => gateway.close())

async function open(login: LoginContext, sinceMs?: number): Promise<EventStream> {
  const stream = await openEventStream(gateway.url, login, sinceMs)
  streams.push(stream)
  return stream
}

const metrics = async (): Promise<string> => (await fetch(`${gateway.app.opsUrl}/metrics`)).text()
const codeOf = async ({ response }: EventStream) => ((await response.json()) as { _errCode: string })._errCode
/** As server/src/database/changes.ts collects what changed. */
const TOGETHER_MS = 150

const heard = (topic: string) => (events: EventStream['events']) =>
  events.some(({ name, data }) => name === 'changed' && data.topics?.includes(topic))

let addresses = 0
/** Adds an address as the owner: the topic `address`, and no other. */
const addAddress = async (login = owner) =>
  granted(
    await gateway.call(
      address.edit,
      {
        kind: 'ship',
        contactName: '王师傅',
        contactPhone: '13800130010',
        regionCode: '440305',
        detail: `科技园路${++addresses}号`,
        isDefault: false,
      },
      { login },
    ),
  )

it('answers a stream that no proxy keeps, compresses or stores, under the headers of every answer', async () => {
  const { response, until: untilEvents, asides } = await open(owner)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
  expect(response.headers.get('content-encoding')).toBeNull()
  await untilEvents((events) => events.some(({ name }) => name === 'standing'))
  expect(asides).toContain('retry: 5000')
})

it('tells what changed to those of the merchant, and nothing to another merchant', async () => {
  const [mine, second, theirs] = [await open(owner), await open(owner), await open(stranger)]
  await caughtUp(gateway.database.open, merchant.merchantId, 'listing', mine, second)
  await caughtUp(gateway.database.open, stranger.merchantId, 'listing', theirs)
  await addAddress()
  await mine.until(heard('address'))
  await second.until(heard('address'))
  expect([...mine.takeTopics()]).toEqual(['address'])
  const age = mine.events.findLast(({ name }) => name === 'changed')?.data.ageMs
  expect(age).toBeGreaterThanOrEqual(50)
  await change(gateway.database.open, stranger.merchantId, 'listing')
  await theirs.until(heard('listing'))
  expect([...theirs.takeTopics()]).toEqual(['listing'])
  await addAddress(stranger)
  await theirs.until(heard('address'))
})

it('many changes at once are told together', async () => {
  const stream = await open(owner)
  await caughtUp(gateway.database.open, merchant.merchantId, 'listing', stream)
  const before = stream.events.length
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: 10 }, () => addAddress()))
  // what is written within such a time is told together; on a slow machine ten take several
  const times = Math.ceil((performance.now() - startedAt) / TOGETHER_MS)
  await toldSoFar(gateway.database.open)
  await change(gateway.database.open, merchant.merchantId, 'listing')
  await stream.until(heard('listing'))
  const told = stream.events.slice(before, -1)
  expect(told.length).toBeGreaterThanOrEqual(1)
  expect(told.length).toBeLessThanOrEqual(times + 1)
})

it('tells of nothing that the person may not see, and follows the rights as they change', async () => {
  const clerk = await gateway.signIn(CLERK)
  const [stream, theOwners] = [await open(clerk), await open(owner)]
  await caughtUp(gateway.database.open, merchant.merchantId, 'bill', stream, theOwners)
  await addAddress()
  await theOwners.until(heard('address'))
  await change(gateway.database.open, merchant.merchantId, 'bill')
  await stream.until(heard('bill'))
  expect([...stream.takeTopics()]).toEqual(['bill'])
  const mayList = { name: '看地址', grants: ['/merchant/address', '/api/address/list'], refundLimitFen: 0 }
  const { roleId } = granted(await gateway.call(role.edit, mayList, { login: owner }))
  await gateway.query('insert into employee_role (merchant_id, employee_id, role_id) values ($1, $2, $3)', [
    merchant.merchantId,
    clerkId,
    roleId,
  ])
  // any change of people has the rights read again
  granted(await gateway.call(role.edit, { ...mayList, name: '再看地址' }, { login: owner }))
  await until(async () => {
    await addAddress()
    await toldSoFar(gateway.database.open)
    return heard('address')(stream.events)
  })
})

it('a session that is ended by another person ends its stream at once', async () => {
  const clerk = await gateway.signIn(CLERK)
  const stream = await open(clerk)
  await stream.until((events) => events.length > 0)
  granted(await gateway.call(employeeSignIn.endSessions, { staffId: clerkId }, { login: owner }))
  await stream.until((events) => events.some(({ name }) => name === 'ended'))
  await until(async () => stream.isOver)
  expect(await codeOf(await open(clerk))).toBe('80017101')
})

it('signing out, or ending the other sessions, ends the streams of those sessions and no other', async () => {
  const first = await gateway.signIn(CLERK)
  const second = await gateway.signIn(CLERK)
  const [ofFirst, ofSecond] = [await open(first), await open(second)]
  granted(await gateway.call(ownSessions.endOthers, {}, { login: second }))
  await until(async () => ofFirst.isOver)
  expect(ofSecond.isOver).toBe(false)
  granted(await gateway.call(auth.logout, {}, { login: second }))
  await until(async () => ofSecond.isOver)
  expect(ofSecond.events.at(-1)?.name).toBe('ended')
})

it('whoever comes again hears what changed meanwhile, and of everything when nobody knows', async () => {
  await addAddress()
  await toldSoFar(gateway.database.open)
  const later = await open(owner, 400)
  await later.until(heard('address'))
  expect([...later.takeTopics()]).toEqual(expect.not.arrayContaining(['order']))
  const fromYesterday = await open(owner, 24 * 3_600_000)
  await fromYesterday.until(heard('order'))
  await fromYesterday.until(heard('bill'))
})

it('refuses a token that is no session, one beside another’s name, and an address with a token', async () => {
  const nobody = { loginToken: '', loginPhone: '', employeeId: '', merchantId: '' }
  expect(await codeOf(await open(nobody))).toBe('80017101')
  expect(await codeOf(await open({ ...owner, loginToken: `${owner.loginToken.slice(0, -1)}!` }))).toBe('80017101')
  expect(await codeOf(await open({ ...owner, employeeId: clerkId }))).toBe('80017101')
  expect(await codeOf(await open({ ...owner, merchantId: stranger.merchantId }))).toBe('80017101')
  expect(await codeOf(await open({ ...owner, merchantId: 'no id' }))).toBe('80017101')
  const inAddress = await fetch(`${gateway.url}${STREAM_PATH}?loginToken=${encodeURIComponent(owner.loginToken)}`)
  expect(((await inAddress.json()) as { _errCode: string })._errCode).toBe('80017101')
  const posted = await fetch(`${gateway.url}${STREAM_PATH}`, { method: 'POST', headers: streamHeaders(owner) })
  expect(posted.status).toBe(404)
  const head = await fetch(`${gateway.url}${STREAM_PATH}`, { method: 'HEAD', headers: streamHeaders(owner) })
  expect(head.status).toBe(404)
})

it('one person has no more streams than the settings say, and a closed one makes room', async () => {
  const [first] = [await open(owner), await open(owner), await open(owner)]
  const fourth = await open(owner)
  expect([fourth.response.status, fourth.response.headers.get('retry-after')]).toEqual([429, '60'])
  expect((await open(stranger)).response.status).toBe(200)
  first?.close()
  await until(async () => {
    const again = await open(owner)
    return again.response.status === 200
  })
})

it('a process has no more streams than the settings say', async () => {
  const clerk = await gateway.signIn(CLERK)
  for (const login of [owner, stranger, clerk]) {
    for (let count = 0; count < 3; count += 1) await open(login)
  }
  const statuses = streams.map(({ response }) => response.status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(8)
  expect(statuses.at(-1)).toBe(503)
  expect(await metrics()).toMatch(/^huanji_streams 8$/m)
})

it('a stream holds no connection of the database', async () => {
  for (let count = 0; count < 3; count += 1) await open(owner)
  // schedules use one for a moment now and then
  const used = () => {
    const { total, idle, waiting } = gateway.database.open.connections()
    return [total - idle, waiting]
  }
  await expect.poll(used).toEqual([0, 0])
})

it('a server that leaves ends its streams first, and says when to come again', async () => {
  const leaving = await startAccountGateway({ database: gateway.database, clock: gateway.clock })
  const login = await leaving.signIn(OWNER)
  const stream = await openEventStream(leaving.url, login)
  await stream.until((events) => events.length > 0)
  const startMs = performance.now()
  await leaving.close()
  expect(performance.now() - startMs).toBeLessThan(5_000)
  await until(async () => stream.isOver)
  expect(stream.asides.at(-1)).toMatch(/^retry: \d+$/)
})
