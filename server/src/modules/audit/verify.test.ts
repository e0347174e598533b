import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../../tests/support/databases.ts'
import { systemOrigin } from '../../audit/entry.ts'
import { recordAudit } from '../../audit/store.ts'
import { newId } from '../../platform/ids.ts'
import { verifyChain } from './verify.ts'

const ENTRIES = 12
/** Smaller than the log, and no divisor of it, so that what is done to it falls on every place of a batch. */
const BATCH = 5

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

async function merchantWithLog(): Promise<string> {
  const merchantId = newId()
  const what = { action: 'test.done', actionLabel: '试', now: new Date('2026-11-20T02:00:00.000Z') }
  const entries = Array.from({ length: ENTRIES }, (_, index) => ({
    subject: 'order' as const,
    subjectId: String(index + 1),
    subjectLabel: `订单${index + 1}`,
    before: index % 2 === 0 ? null : { 状态: '待付款' },
    after: { 状态: '待发货', 序号: String(index + 1) },
  }))
  await database.open.db.tenant(merchantId, (tx) => recordAudit(tx, systemOrigin('闲鱼'), what, entries))
  return merchantId
}

const verify = (merchantId: string, batch = BATCH) =>
  verifyChain((work) => database.open.db.tenant(merchantId, work), batch)

/** What the check says after the owner of the tables has changed a log of twelve entries; each statement must hit. */
async function afterDoing(...statements: string[]): Promise<number | null> {
  const merchantId = await merchantWithLog()
  for (const statement of statements) {
    const { rows } = await database.open.ownerQuery(`${statement.replaceAll('$m', `'${merchantId}'`)} returning 1`)
    expect(rows).not.toEqual([])
  }
  const { entryCount, brokenAt } = await verify(merchantId)
  expect((await verify(merchantId, 1000)).brokenAt).toBe(brokenAt)
  expect(entryCount).toBeGreaterThan(0)
  return brokenAt
}

const EVERY_PLACE = Array.from({ length: ENTRIES }, (_, index) => index + 1)
const at = (sequence: number) => `where merchant_id = $m and sequence = ${sequence}`

describe('a log that nobody touched', () => {
  it('is intact, however it is cut into batches', async () => {
    const merchantId = await merchantWithLog()
    for (const batch of [1, 5, 6, 12, 1000]) {
      expect(await verify(merchantId, batch)).toEqual({ entryCount: ENTRIES, brokenAt: null })
    }
  })

  it('is intact when it is empty, and while somebody writes', async () => {
    expect(await verify(newId())).toEqual({ entryCount: 0, brokenAt: null })
    const merchantId = await merchantWithLog()
    const what = { action: 'test.done', actionLabel: '试', now: new Date('2026-11-20T02:00:00.000Z') }
    const entry = { subject: 'order', subjectId: '', subjectLabel: '', before: null, after: null } as const
    const write = () =>
      database.open.db.tenant(merchantId, (tx) => recordAudit(tx, systemOrigin('系统'), what, [entry]))
    const [verdicts] = await Promise.all([
      Promise.all(Array.from({ length: 6 }, () => verify(merchantId, 2))),
      Promise.all(Array.from({ length: 12 }, write)),
    ])
    expect(verdicts.map(({ brokenAt }) => brokenAt)).toEqual(verdicts.map(() => null))
    expect(await verify(merchantId)).toEqual({ entryCount: ENTRIES + 12, brokenAt: null })
  })
})

describe('the first entry that is not what was written is named', () => {
  it.each(EVERY_PLACE)('when entry %i was changed', async (place) => {
    expect(await afterDoing(`update audit_log set after = '{"状态": "已退款"}' ${at(place)}`)).toBe(place)
  })

  it.each(EVERY_PLACE)('when entry %i was removed', async (place) => {
    expect(await afterDoing(`delete from audit_log ${at(place)}`)).toBe(place)
  })

  it.each([
    "at = '2026-11-20T03:00:00Z'",
    `employee_id = '${newId()}'`,
    `who = '系统'`,
    `ip = '127.0.0.2'`,
    `user_agent = 'x'`,
    `action = 'x'`,
    `action_label = 'x'`,
    `subject = 'bill'`,
    `subject_id = 'x'`,
    `subject_label = 'x'`,
    `before = '{}'`,
    'after = null',
    `request_id = 'x'`,
    `hash = sha256('')`,
  ])('when its part was changed: %s', async (change) => {
    expect(await afterDoing(`update audit_log set ${change} ${at(7)}`)).toBe(7)
  })

  it('when the end was cut off, to the last entry', async () => {
    expect(await afterDoing('delete from audit_log where merchant_id = $m and sequence > 9')).toBe(10)
    expect(await afterDoing('delete from audit_log where merchant_id = $m')).toBe(1)
  })

  it('when the end was cut off and the number beside the log was put back', async () => {
    const cut = 'delete from audit_log where merchant_id = $m and sequence > 9'
    expect(await afterDoing(cut, 'update audit_head set sequence = 9 where merchant_id = $m')).toBe(9)
  })

  it('when two entries changed places', async () => {
    const number = (from: number, to: number) => `update audit_log set sequence = ${to} ${at(from)}`
    expect(await afterDoing(number(4, 99), number(8, 4), number(99, 8))).toBe(4)
  })

  it('when one was slipped in, between two or at the end', async () => {
    const copy = (to: number) => `
      insert into audit_log
      select merchant_id, ${to}, at, employee_id, who, ip, user_agent, action, action_label, subject, subject_id,
             subject_label, before, after, request_id, hash
      from audit_log ${at(3)}`
    const later = (sequence: number) => `update audit_log set sequence = ${sequence + 1} ${at(sequence)}`
    const end = 'update audit_head set sequence = 13 where merchant_id = $m'
    const room = [12, 11, 10, 9, 8, 7, 6].map(later)
    expect(await afterDoing(...room, copy(6), end)).toBe(6)
    expect(await afterDoing(copy(13))).toBe(13)
    expect(await afterDoing(copy(13), end)).toBe(13)
    expect(await afterDoing(copy(0))).toBe(0)
  })
})
