import fs from 'node:fs'
import path from 'node:path'
import type { LoginContext } from '@huanji/contract/envelope'
import { batch } from '@huanji/contract/features/inspection/batch'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { goods } from '@huanji/contract/features/listing/goods'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { shop } from '@huanji/contract/features/shop/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../../../tests/contract/fixtures/client.ts'
import type { TestDatabase } from '../../../tests/support/databases.ts'
import { openEarlierDatabase } from '../../../tests/support/earlier-data.ts'
import { EARLIER, earlierRows, LAST_BEFORE } from '../../../tests/support/earlier-rows.ts'
import { startTestGateway, type TestGateway } from '../../../tests/support/gateway.ts'
import { hashPassword } from '../platform/passwords.ts'
import { MIGRATIONS_FOLDER, readMigrations } from './migrate.ts'

/** What a release before this one wrote is carried over: the program opens its database and serves all of it. */

const PASSWORD = 'Earlier2026'

let database: TestDatabase
let gateway: TestGateway
let who: LoginContext

beforeAll(async () => {
  database = await openEarlierDatabase(earlierRows(await hashPassword(PASSWORD)))
  gateway = await startTestGateway({ database })
  who = await signIn({ url: gateway.url, letPass: async () => {} }, EARLIER.phone, PASSWORD)
})
afterAll(async () => {
  await gateway?.close()
  await database?.close()
})

const LATER_FILES = readMigrations(MIGRATIONS_FOLDER).filter(({ number }) => number > LAST_BEFORE)

it('is brought up to date by the files that came since', () => {
  expect(database.open.applied).toEqual(LATER_FILES.map(({ name }) => name))
})

describe('what was there is there', () => {
  it('the shop, with its remark', async () => {
    const { list } = await gateway.data(shop.list, {}, who)
    expect(list).toMatchObject([{ shopAccountId: EARLIER.shopAccountId, remark: '主店' }])
  })

  it('listings with their runs, and what the marketplace refused', async () => {
    const { list } = await gateway.data(goods.list, {}, who)
    const stateOf = new Map(list.map(({ listingId, state }) => [listingId, state]))
    expect(stateOf.get(EARLIER.listingOnSale)).toBe('on_sale')
    expect(stateOf.get(EARLIER.listingRefused)).toBe('publish_failed')
    expect(stateOf.get(EARLIER.listingSold)).toBe('sold_off_shelf')
    const onSale = await gateway.data(goods.detail, { listingId: EARLIER.listingOnSale }, who)
    expect(onSale).toMatchObject({ entry: { reservePriceFen: 180_000 }, unitCount: 1 })
    const refused = await gateway.data(goods.detail, { listingId: EARLIER.listingRefused }, who)
    expect(JSON.stringify(refused.failure)).toContain('商品主图不清晰')
  })

  it('orders with money, phone and what was asked of the marketplace', async () => {
    const { list } = await gateway.data(auctionOrder.list, {}, who)
    expect(list).toMatchObject([{ orderId: EARLIER.orderToShip, dealPriceFen: EARLIER.dealPriceFen, unitCount: 1 }])
    const order = await gateway.data(auctionOrder.detail, { orderId: EARLIER.orderToShip }, who)
    expect(order.units).toHaveLength(1)
    expect(order.desired).toMatchObject({ problem: '运单号已被使用' })
    expect(order.allowedActions).toContain('retry')
  })

  it('batches and records of the curated channel', async () => {
    const { list } = await gateway.data(batch.getMultiDetRecordList, {}, who)
    expect(list).toMatchObject([{ batchId: EARLIER.batchId }])
    const records = await gateway.data(detRecord.getDetectRecordList, { channel: 'auction' }, who)
    expect(records.total).toBe(3)
  })
})

it('a migration that rewrites rows of a protected table lifts the force of row level security, which binds its owner', () => {
  const rewriting = LATER_FILES.filter(({ name }) => {
    const text = fs.readFileSync(path.join(MIGRATIONS_FOLDER, name), 'utf8').replaceAll(/--.*$/gm, '')
    return (
      /^\s*(?:execute\s+['$]+)?(?:update\s+\w+\s+(?:\w+\s+)?set|delete from)\b/im.test(text) &&
      !/no force row level security/i.test(text)
    )
  })
  expect(rewriting.map(({ name }) => name)).toEqual([])
})
