import { openDatabase } from '@huanji/server/database/open'
import { createMerchant } from '@huanji/server/modules/people/commands'
import { saveShop } from '@huanji/server/modules/shop/store'
import { newId } from '@huanji/server/platform/ids'
import { createLog } from '@huanji/server/platform/log'
import { hashPassword } from '@huanji/server/platform/passwords'
import pg from 'pg'
import { type Filling, fillCuratedOrders, fillOrders, MERCHANTS } from './fill.ts'

export const PHONE = '13800134000'
export const PASSWORD = 'Bench2026'

/** A database with merchants and orders, made for measuring and for nothing else. */
export interface FilledDatabase {
  readonly orders: number
  readonly url: string
  /** Who has half of the orders, and signs in with the phone above. */
  readonly merchantId: string
  readonly shopAccountId: string
}

/** Makes a database on a server and fills it with `orders` orders of fifty merchants. */
export async function filledDatabase(serverUrl: string, orders: number, how: Filling): Promise<FilledDatabase> {
  const url = await emptyDatabase(serverUrl, `bench_${orders}`)
  const merchants = await makeMerchants(url, MERCHANTS)
  await fillOrders(
    url,
    merchants.map(({ merchantId }) => merchantId),
    orders,
    how,
  )
  return { orders, url, ...theFirst(merchants) }
}

/** Makes a database of one merchant alone, who has `orders` orders, all of the curated market, and their goods. */
export async function exportDatabase(serverUrl: string, orders: number): Promise<FilledDatabase> {
  const url = await emptyDatabase(serverUrl, 'bench_export')
  const merchant = theFirst(await makeMerchants(url, 1))
  await fillCuratedOrders(url, merchant.merchantId, orders)
  return { orders, url, ...merchant }
}

/** A new database without tables, and how it is reached. */
export async function emptyDatabase(serverUrl: string, name: string): Promise<string> {
  await administer(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

interface Made {
  readonly merchantId: string
  readonly shopAccountId: string
}

function theFirst([first]: readonly Made[]): Made {
  if (!first) throw new Error('no merchant was made')
  return first
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function makeMerchants(databaseUrl: string, count: number): Promise<Made[]> {
  const log = createLog('silent')
  const open = await openDatabase({ databaseUrl, dataFolder: '', poolSize: 2, cursorKey: '', log })
  const passwordHash = await hashPassword(PASSWORD)
  const now = new Date()
  const merchants: Made[] = []
  for (let index = 0; index < count; index += 1) {
    const shopAccountId = newId()
    const { merchantId } = await open.db.global(async (global) => {
      const phone = `1380013${String(4000 + index)}`
      const merchant = await createMerchant(global, { name: `商家${index + 1}`, phone, passwordHash, now })
      await saveShop(merchant.tx, shopAccountId, { ...SHOP, authorizeId: index + 1 }, now)
      return merchant
    })
    merchants.push({ merchantId, shopAccountId })
  }
  await open.close()
  return merchants
}

const SHOP = {
  userIdentity: 'bench',
  userName: 'bench',
  nick: '测速店',
  shopName: '测速店',
  authorisedUntil: new Date('2099-01-01T00:00:00Z'),
  isValid: true,
  isPro: false,
  depositEnough: true,
  itemBizTypes: [1, 2, 19],
} as const
