import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillOrders } from '../../../../tests/bench/fill.ts'
import { databaseKind, openTestDatabase, type TestDatabase } from '../../../../tests/support/databases.ts'
import { explained } from '../../../../tests/support/explained.ts'
import { newId } from '../../platform/ids.ts'
import { createMerchant } from '../people/commands.ts'
import { saveShop } from '../shop/store.ts'
import { ordersPaidSince } from './book-store.ts'
import { insertImport, unlistedNumbers } from './import-store.ts'

/** Six of ten are settled. */
const ORDERS = 12_000
const NOW = new Date('2026-01-01T00:00:00.000Z')
const LIMIT = 50
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

// the embedded database and a cluster answer by the same indexes; what they read is not told in one plan
describe.runIf(databaseKind() === 'postgres')('what a reconciliation reads', () => {
  let database: TestDatabase
  let merchantId = ''
  const shopAccountId = newId()
  /** When settlements were told of, the oldest first. */
  let moments: string[] = []

  beforeAll(async () => {
    database = await openTestDatabase()
    const { db, ownerQuery } = database.open
    merchantId = await db.global(async (global) => {
      const made = await createMerchant(global, { name: '商家', phone: '13900000001', passwordHash: 'x', now: NOW })
      const facts = {
        userIdentity: 'x',
        userName: 'x',
        nick: '店',
        shopName: '店',
        authorisedUntil: NOW,
        authorizeId: 1,
      }
      const state = { isValid: true, isPro: false, depositEnough: true, itemBizTypes: [] }
      await saveShop(made.tx, shopAccountId, { ...facts, ...state }, NOW)
      return made.merchantId
    })
    await fillOrders(database.databaseUrl ?? '', [merchantId], ORDERS)
    const { rows } = await ownerQuery('select settled_at from settlement where merchant_id = $1 order by settled_at', [
      merchantId,
    ])
    moments = (rows as { settled_at: Date | string }[]).map(({ settled_at }) => new Date(settled_at).toISOString())
  }, 300_000)
  afterAll(() => database.close())

  it('defect: of orders that were paid lately grew with all that were ever paid', async () => {
    const since = moments.at(-4 * LIMIT) ?? ''
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const which = { beforeId: LAST_ID, since, cursor }
      const { answer, read }: Awaited<ReturnType<typeof pageOf>> = await pageOf(which)
      expect(read.by).toEqual(['settlement_settled'])
      expect(read.rows).toBeLessThanOrEqual(LIMIT)
      seen.push(...answer.orderIds)
      cursor = answer.next
    }
    expect(new Set(seen).size).toBe(4 * LIMIT)
  })

  const pageOf = (which: Parameters<typeof ordersPaidSince>[1]) =>
    explained(database.open.db, merchantId, (tx) => ordersPaidSince(tx, which, LIMIT))

  it('defect: of what files leave out grew every night with all that was ever settled', async () => {
    const importId = newId()
    const counts = { fileName: 'x.csv', lineCount: 1, newCount: 1, importedBy: '张三' }
    const span = { listsFrom: moments[0] ?? '', listsTo: moments.at(-1) ?? '' }
    await database.open.db.tenant(merchantId, (tx) =>
      insertImport(tx, { importId, shopAccountId, ...counts, ...span }, NOW),
    )
    const since = moments.at(-LIMIT) ?? ''
    const { answer, read } = await explained(database.open.db, merchantId, (tx) =>
      unlistedNumbers(tx, { afterNo: '', importId: null, since }, 200),
    )
    // those of the moment that it begins or ends with may be others'
    expect(answer).toHaveLength(LIMIT - 2)
    expect(read.rows).toBeLessThanOrEqual(8 * LIMIT)
  })

  it('of what one file leaves out is its own time', async () => {
    const importId = newId()
    const counts = { fileName: 'y.csv', lineCount: 1, newCount: 1, importedBy: '张三' }
    const span = { listsFrom: moments.at(-2 * LIMIT) ?? '', listsTo: moments.at(-LIMIT) ?? '' }
    await database.open.db.tenant(merchantId, (tx) =>
      insertImport(tx, { importId, shopAccountId, ...counts, ...span }, NOW),
    )
    const { answer, read } = await explained(database.open.db, merchantId, (tx) =>
      unlistedNumbers(tx, { afterNo: '', importId, since: null }, 200),
    )
    expect(answer).toHaveLength(LIMIT - 1)
    expect(read.rows).toBeLessThanOrEqual(8 * LIMIT)
  })
})
