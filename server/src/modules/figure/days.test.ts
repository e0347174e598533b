import { shanghaiDate } from '@huanji/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillOrders } from '../../../../tests/bench/fill.ts'
import { databaseKind, openTestDatabase, type TestDatabase } from '../../../../tests/support/databases.ts'
import { explained } from '../../../../tests/support/explained.ts'
import { newId } from '../../platform/ids.ts'
import { HOUR_MS, startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'
import { createMerchant } from '../people/commands.ts'
import { claims } from '../refund/testing/claims.ts'
import { saveShop } from '../shop/store.ts'
import { daysWithRows } from './recount-store.ts'

describe('the days that have something to count', () => {
  let gateway: TradingGateway

  beforeAll(async () => {
    gateway = await startTradingGateway()
  })
  afterAll(() => gateway.close())

  const today = () => shanghaiDate(gateway.clock.now().toISOString())
  const daysOf = (merchantId: string) => gateway.db.tenant(merchantId, daysWithRows)

  it('defect: ended before the day of an after-sale case that was the last thing to happen', async () => {
    const owner = await gateway.shopOwner('北桥手机')
    const { merchantId } = owner.seller
    expect(await daysOf(merchantId)).toBeNull()
    const first = today()
    const { orderNo } = await claims(gateway).shipped(owner, 200_000)
    await gateway.pass(25 * HOUR_MS)
    const before = await daysOf(merchantId)
    expect(before?.from).toBe(first)
    gateway.control.openRefund({ orderNo, kind: 'refundOnly' })
    await gateway.pass(1_000)
    expect(today() > (before?.to ?? '')).toBe(true)
    expect(await daysOf(merchantId)).toEqual({ from: first, to: today() })
  })
})

const ORDERS = 12_000

describe.runIf(databaseKind() === 'postgres')('on a server', () => {
  let database: TestDatabase
  const merchants: string[] = []

  beforeAll(async () => {
    database = await openTestDatabase()
    const now = new Date('2026-01-01T00:00:00.000Z')
    for (const authorizeId of [1, 2]) {
      const shop = { userIdentity: 'x', userName: 'x', nick: '店', shopName: '店', isValid: true, isPro: false }
      const made = await database.open.db.global(async (global) => {
        const merchant = await createMerchant(global, {
          name: '商家',
          phone: `1390000000${authorizeId}`,
          passwordHash: 'x',
          now,
        })
        const terms = { depositEnough: true, itemBizTypes: [], authorizeId, authorisedUntil: now }
        await saveShop(merchant.tx, newId(), { ...shop, ...terms }, now)
        return merchant
      })
      merchants.push(made.merchantId)
    }
    await fillOrders(database.databaseUrl ?? '', merchants, ORDERS, { everySeconds: 60, isSearched: false })
    await database.open.ownerQuery(`
      set session_replication_role = replica;
      insert into inspection (merchant_id, id, inspection_no, unit_id, channel, state, template_id, template_version, answers,
          photo_task_id, inspector_id, bar_code, model_id, model_name, sku_text, edited_by, edited_at, created_at, updated_at,
          first_listed_at)
        select merchant_id, unit_id, 'ZJ' || bar_code, unit_id, 'curated', 'sold', '', '', '{}', unit_id, unit_id, bar_code,
          '', '', '', unit_id, now(), timestamptz '2025-12-31', now(), timestamptz '2026-01-01' from sale_order_unit;
      reset session_replication_role`)
    await database.open.ownerQuery('vacuum analyze')
  }, 120_000)
  afterAll(() => database.close())

  it('defect: read all orders and inspections each night to find them', async () => {
    const { answer, read } = await explained(database.open.db, merchants[0] ?? '', daysWithRows)
    expect(answer).toMatchObject({ from: '2025-12-31' })
    expect(read.scans).toEqual([])
    expect(read.rows).toBeLessThan(50)
  })
})
