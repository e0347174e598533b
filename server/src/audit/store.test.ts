import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase, withoutMerchantInStatements } from '../../../tests/support/databases.ts'
import { enterMerchant, type GlobalTx, type Tx } from '../database/database.ts'
import { codeOf } from '../database/errors.ts'
import { verifyChain } from '../modules/audit/verify.ts'
import { newId } from '../platform/ids.ts'
import { type AuditEntry, systemOrigin } from './entry.ts'
import { recordAudit } from './store.ts'

const NOT_ALLOWED = '42501'
const UNIQUE_VIOLATION = '23505'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const now = new Date('2026-11-20T02:00:00.000Z')
const entry = (label: string): AuditEntry => ({
  subject: 'order',
  subjectId: label,
  subjectLabel: label,
  before: null,
  after: { 状态: '待发货' },
})
const record = (tx: Tx, ...labels: string[]) =>
  recordAudit(tx, systemOrigin('系统'), { action: 'test.done', actionLabel: '试', now }, labels.map(entry))

const tenant = <T>(merchantId: string, work: (tx: Tx) => Promise<T>) => database.open.db.tenant(merchantId, work)
const rowsOf = (merchantId: string) =>
  tenant(merchantId, (tx) =>
    tx.rows<{ merchant_id: string; sequence: number; subject_label: string }>(
      sql`select merchant_id, sequence, subject_label from audit_log where merchant_id = ${merchantId} order by sequence`,
    ),
  )
const rowsInReachOf = (merchantId: string) =>
  tenant(merchantId, async (tx) => {
    await withoutMerchantInStatements(tx)
    return tx.rows<{ merchant_id: string }>(sql`select merchant_id from audit_log`)
  })
const labelsOf = async (merchantId: string) => (await rowsOf(merchantId)).map((row) => row.subject_label)
const verify = (merchantId: string) => verifyChain((work) => tenant(merchantId, work))

async function written(...labels: string[]): Promise<string> {
  const merchantId = newId()
  await tenant(merchantId, (tx) => record(tx, ...labels))
  return merchantId
}

/** The SQLSTATE that a statement ends with when a call's role runs it, or an empty text. */
const stateOf = (merchantId: string, statement: string) =>
  tenant(merchantId, async (tx) => {
    await withoutMerchantInStatements(tx)
    await tx.run(sql.raw(statement))
  }).then(() => '', codeOf)

describe('the role of calls', () => {
  it('can neither change nor remove anything by itself', async () => {
    const merchantId = await written('A1', 'A2')
    for (const statement of [
      `update audit_log set subject_label = 'B'`,
      'delete from audit_log',
      'truncate audit_log',
      'delete from audit_head',
      'truncate audit_head',
      'alter table audit_log disable row level security',
      'drop table audit_log',
    ]) {
      expect([statement, await stateOf(merchantId, statement)]).toEqual([statement, NOT_ALLOWED])
    }
    expect(await labelsOf(merchantId)).toEqual(['A1', 'A2'])
    expect(await verify(merchantId)).toEqual({ entryCount: 2, brokenAt: null })
  })

  const planted = (merchantId: string, sequence: number) => `
    insert into audit_log (merchant_id, sequence, at, who, ip, user_agent, action, action_label, subject, subject_id,
                           subject_label, request_id, hash)
    values ('${merchantId}', ${sequence}, '2026-11-20T02:00:00Z', '系统', '', '', 'test.done', '试', 'order', 'P', 'P', '', '\\x00')`

  it.each([
    ['a row planted behind the end', [3], null, 3],
    ['a row planted before the first', [0], null, 0],
    ['a row planted behind the end, and counted in', [3], 3, 3],
    ['an end moved back', [], 1, 1],
    ['an end moved on', [], 3, 3],
  ])('leaves %s to be found', async (_what, rows, end, brokenAt) => {
    const merchantId = await written('A1', 'A2')
    for (const row of rows) expect(await stateOf(merchantId, planted(merchantId, row))).toBe('')
    const move = `update audit_head set sequence = ${end} where merchant_id = '${merchantId}'`
    if (end !== null) expect(await stateOf(merchantId, move)).toBe('')
    expect((await verify(merchantId)).brokenAt).toBe(brokenAt)
  })

  it('cannot put a row in the place of another, nor into the log of another merchant', async () => {
    const [merchantId, other] = [await written('A1', 'A2'), await written('B1')]
    expect(await stateOf(merchantId, planted(merchantId, 2))).toBe(UNIQUE_VIOLATION)
    expect(await stateOf(merchantId, planted(other, 2))).toBe(NOT_ALLOWED)
    expect(await labelsOf(merchantId)).toEqual(['A1', 'A2'])
    expect(await labelsOf(other)).toEqual(['B1'])
  })

  it('stays the same from the first statement of a transaction to the last, whatever is recorded', async () => {
    const merchantId = newId()
    const role = (tx: GlobalTx) => tx.one<{ role: string }>(sql`select current_user::text as role`)
    const roles = await database.open.db.global(async (tx) => {
      const before = await role(tx)
      const inside = await enterMerchant(tx, merchantId)
      await record(inside, 'R1')
      return [before, await role(inside), await role(tx)]
    })
    expect(roles).toEqual(roles.map(() => ({ role: 'huanji_app' })))
    expect(await verify(merchantId)).toEqual({ entryCount: 1, brokenAt: null })
  })

  it('writes for the merchant of its transaction alone, and reads no other', async () => {
    const [mine, other] = [await written('A1'), await written('B1', 'B2')]
    expect(await rowsInReachOf(mine)).toEqual([{ merchant_id: mine }])
    expect(await labelsOf(other)).toEqual(['B1', 'B2'])
    expect(await verify(mine)).toEqual({ entryCount: 1, brokenAt: null })
    const nobody = database.open.db.global((tx) => record({ ...tx, merchantId: mine }, 'C1'))
    await expect(nobody).rejects.toThrow(/app\.merchant_id|uuid/)
    const found = await tenant(mine, (tx) =>
      tx.rows(
        sql`select from audit_log where merchant_id = ${other} union all select from audit_head where merchant_id = ${other}`,
      ),
    )
    expect(found).toEqual([])
  })

  it('cannot write as the job worker either', async () => {
    const worker = database.open.db.worker((tx) => record({ ...tx, merchantId: newId() }, 'W1'))
    await expect(worker).rejects.toMatchObject({ code: NOT_ALLOWED })
  })
})

describe('a chain', () => {
  it('has no gap after many who wrote at once', async () => {
    const merchantId = newId()
    const names = Array.from({ length: 20 }, (_, index) => `N${index}`)
    await Promise.all(names.map((name) => tenant(merchantId, (tx) => record(tx, `${name}a`, `${name}b`))))
    const rows = await rowsOf(merchantId)
    expect(rows.map((row) => row.sequence)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
    // the entries of one transaction stand together
    const labels = rows.map((row) => row.subject_label)
    for (const name of names) expect(labels.indexOf(`${name}b`)).toBe(labels.indexOf(`${name}a`) + 1)
    expect(await verify(merchantId)).toEqual({ entryCount: 40, brokenAt: null })
  })

  it('knows nothing of what was rolled back, and the number is given again', async () => {
    const merchantId = await written('A1')
    const failing = tenant(merchantId, async (tx) => {
      await record(tx, 'never')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await tenant(merchantId, (tx) => record(tx, 'A2'))
    expect(await rowsOf(merchantId)).toMatchObject([{ sequence: 1 }, { sequence: 2, subject_label: 'A2' }])
    expect((await verify(merchantId)).brokenAt).toBeNull()
  })

  it('holds one entry of a transaction that ran twice', async () => {
    const merchantId = newId()
    let tries = 0
    await tenant(merchantId, async (tx) => {
      tries += 1
      await record(tx, `try ${tries}`)
      if (tries === 1) throw Object.assign(new Error('again'), { code: '40001' })
    })
    expect(await labelsOf(merchantId)).toEqual(['try 2'])
    expect((await verify(merchantId)).entryCount).toBe(1)
  })

  it('keeps no mobile number in full, wherever it was typed', async () => {
    const merchantId = newId()
    await tenant(merchantId, (tx) =>
      recordAudit(
        tx,
        { ...systemOrigin('系统'), who: '员工13800138001' },
        { action: 'test.done', actionLabel: '试', now },
        [{ ...entry('给13800138002'), before: { 电话: '13800138003' } }],
      ),
    )
    const [row] = await tenant(merchantId, (tx) =>
      tx.rows<{ text: string }>(sql`select l::text as text from audit_log l where merchant_id = ${merchantId}`),
    )
    expect(row?.text).toContain('员工138****8001')
    expect(row?.text).not.toMatch(/1380013800/)
  })
})
