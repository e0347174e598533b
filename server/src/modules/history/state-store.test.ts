import { defineStates } from '@huanji/domain/states/transition'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../../tests/support/databases.ts'
import { Refusal } from '../../errors/refusal.ts'
import type { Actor } from '../../platform/actor.ts'
import { newId } from '../../platform/ids.ts'
import { moveState, type StatefulTable } from './state-store.ts'
import { historyOf, lastChangeOf, recordHistory } from './store.ts'

const lamp = defineStates({
  name: 'lamp',
  initial: 'off',
  states: [
    { code: 'off', label: '关' },
    { code: 'on', label: '开' },
    { code: 'broken', label: '坏', final: true },
  ],
  moves: [
    { from: ['off'], action: 'light', to: 'on', label: '开灯', who: 'operator' },
    { from: ['on'], action: 'dim', to: 'off', label: '关灯', who: 'operator' },
    { from: ['on', 'off'], action: 'drop', to: 'broken', label: '摔坏', who: 'system' },
  ],
})

/** A table of this test alone, which the types of the migrations do not know. */
const LAMP = 'lamp' as string as StatefulTable

const merchantId = newId()
const actor: Actor = {
  merchantId,
  employeeId: newId(),
  employeeName: '阿珍',
  phone: '13800138001',
  grants: new Set(),
  isOwner: false,
  refundLimitFen: 0,
  sessionId: newId(),
}
const now = new Date('2026-11-20T02:00:00.000Z')

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await database.open.ownerQuery(`
    create table lamp (merchant_id uuid not null, id uuid not null, state text not null, wattage integer, primary key (merchant_id, id));
    select huanji_protect('lamp');`)
})
afterAll(() => database.close())

const inTx: TestDatabase['open']['db']['tenant'] = (id, work) => database.open.db.tenant(id, work)

async function newLamp(owner = merchantId): Promise<string> {
  const id = newId()
  await inTx(owner, (tx) => tx.run(sql`insert into lamp values (${owner}, ${id}, 'off', null)`))
  return id
}

const move = (id: string, action: 'light' | 'dim' | 'drop', who: Actor | 'system' = actor, note = '') =>
  inTx(merchantId, (tx) =>
    moveState(tx, { table: LAMP, id, states: lamp, action, who, now, note, set: { wattage: 40 } as object }),
  )

const refusalOf = async (moving: Promise<unknown>): Promise<Refusal> => {
  const error = await moving.catch((reason: unknown) => reason)
  if (error instanceof Refusal) return error
  throw new Error(`no refusal: ${String(error)}`)
}

it('moves a thing along its table, with other changes and a line of history', async () => {
  const id = await newLamp()
  expect(await move(id, 'light', actor, '天黑了')).toBe('on')
  expect(await move(id, 'drop', 'system')).toBe('broken')
  const [row, lines] = await inTx(merchantId, async (tx) => [
    await tx.one(sql`select state, wattage from lamp where merchant_id = ${merchantId} and id = ${id}`),
    await historyOf(tx, 'lamp', id),
  ])
  expect(row).toEqual({ state: 'broken', wattage: 40 })
  const at = now.toISOString()
  expect(lines).toEqual([
    { at, who: '阿珍', action: 'light', actionLabel: '开灯', fromState: 'off', toState: 'on', note: '天黑了' },
    { at, who: '系统', action: 'drop', actionLabel: '摔坏', fromState: 'on', toState: 'broken', note: '' },
  ])
})

it('refuses a move the present state does not allow, in words', async () => {
  const id = await newLamp()
  const refusal = await refusalOf(move(id, 'dim'))
  expect([refusal.code, refusal.message]).toEqual(['STATE_CHANGED', '当前状态为“关”，不能关灯，请刷新后重试'])
  expect(await inTx(merchantId, (tx) => historyOf(tx, 'lamp', id))).toEqual([])
})

it('answers for another merchant’s thing as for one that is not there', async () => {
  const theirs = await newLamp(newId())
  const [foreign, missing] = [await refusalOf(move(theirs, 'light')), await refusalOf(move(newId(), 'light'))]
  expect([foreign.code, foreign.message]).toEqual(['NOT_FOUND', missing.message])
})

it('lets one of ten rivals win, with one line of history', async () => {
  const id = await newLamp()
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => move(id, 'light')))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const reasons = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as Refusal] : []))
  expect(new Set(reasons.map(({ message }) => message))).toEqual(new Set(['当前状态为“开”，不能开灯，请刷新后重试']))
  expect(await inTx(merchantId, (tx) => historyOf(tx, 'lamp', id))).toHaveLength(1)
})

// the history shown ends after 500 lines, and a late editor was told of the one who made the 500th change
it('knows who changed a thing last, however often it was changed', async () => {
  const id = newId()
  const change = { subject: 'lamp', subjectId: id, action: 'light', actionLabel: '开灯', now }
  const last = await inTx(merchantId, async (tx) => {
    for (let time = 1; time <= 500; time += 1) await recordHistory(tx, { ...change, who: 'system' })
    await recordHistory(tx, { ...change, who: actor })
    return lastChangeOf(tx, 'lamp', id)
  })
  expect(last).toEqual({ at: now.toISOString(), who: '阿珍' })
  expect(await inTx(merchantId, (tx) => lastChangeOf(tx, 'lamp', newId()))).toBeNull()
})

it('defect: what a person did was told as the marketplace’s, which had only answered', async () => {
  const id = newId()
  const line = { subject: 'lamp', subjectId: id, action: 'light', actionLabel: '开灯' }
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  const last = (who: 'marketplace' | 'buyer', seconds: number) =>
    inTx(merchantId, async (tx) => {
      await recordHistory(tx, { ...line, who, now: at(seconds) })
      return lastChangeOf(tx, 'lamp', id)
    })
  await inTx(merchantId, (tx) => recordHistory(tx, { ...line, who: actor, now }))
  expect(await last('marketplace', 30)).toEqual({ at: now.toISOString(), who: '阿珍' })
  expect(await last('marketplace', 3600)).toEqual({ at: at(3600).toISOString(), who: '闲鱼' })
  expect(await last('buyer', 3601)).toEqual({ at: at(3601).toISOString(), who: '买家' })
})
