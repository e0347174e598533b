import type { Settlement } from '@huanji/marketplace/protocol/trade'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKind } from '../../../../tests/support/databases.ts'
import type { Tx } from '../../database/database.ts'
import { compiled } from '../../database/query.ts'
import { takeSettlement } from '../bill/settlements.ts'
import { lockOrder } from '../order/store.ts'
import { compareOrders } from './compare.ts'
import { type Books, NET_FEN, type Order, openBooks } from './testing/books.ts'

let books: Books
beforeAll(async () => {
  books = await openBooks('同时手机')
})
afterAll(() => books.gateway.close())

const inTenant = <T>(work: (tx: Tx) => Promise<T>) => books.gateway.db.tenant(books.owner.seller.merchantId, work)

const settlementOf = ({ orderNo }: Order): Settlement => ({
  settlement_no: `JS${orderNo}`,
  order_no: orderNo,
  channel: 'auction',
  user_name: books.userName,
  lines: [
    { type: 'deal', direction: 'in', amount: 200_000 },
    { type: 'serviceFee', direction: 'out', amount: 4_000 },
    { type: 'inspectionFee', direction: 'out', amount: 3_000 },
  ],
  net_amount: NET_FEN,
  settled_at: Math.floor(books.gateway.clock.now().getTime() / 1_000),
})

/** Whether somebody waits for a row that another holds. */
async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await books.gateway.database.open.ownerQuery(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}

/** The same transaction; before each statement on a table something else is done. */
const before = (tx: Tx, table: string, doFirst: () => Promise<void>): Tx => ({
  ...tx,
  rows: async (query) => {
    if (compiled(query).sql.includes(`from "${table}"`)) await doFirst()
    return tx.rows(query)
  },
})

// the embedded database has one connection, where nothing comes between; a cluster waits on its nodes
describe.runIf(databaseKind() === 'postgres')('a settlement that is taken over while its order is compared', () => {
  it('defect: was found to differ from rows that were read before it', async () => {
    const order = await books.completed()
    const now = books.gateway.clock.now()
    const settle = () =>
      inTenant(async (tx) => {
        const held = await lockOrder(tx, { orderId: order.orderId })
        if (held) await takeSettlement(tx, held, settlementOf(order), now)
      })
    const writing: Promise<void>[] = []
    const found = await inTenant((tx) =>
      compareOrders(
        // the rows are read by now: the settlement is written until it is there, or waits for the comparison
        before(tx, 'settlement', async () => {
          const state = { isOver: false }
          writing.push(
            settle().finally(() => {
              state.isOver = true
            }),
          )
          while (!state.isOver && !(await isSomebodyWaiting())) await new Promise(setImmediate)
        }),
        [order.orderId],
        now,
      ),
    )
    await Promise.all(writing)
    expect(writing).toHaveLength(1)
    expect(found).toEqual({ found: 0, resolved: 0 })
    expect(await books.netOf(order)).toMatchObject({ progress: 'settled', netFen: NET_FEN })
  })
})
