import { cellText } from '@huanji/contract/columns/cell-text'
import { auditTrail } from '@huanji/contract/features/audit/calls'
import { bill } from '@huanji/contract/features/bill/calls'
import { EXPORT_COLUMNS } from '@huanji/contract/list-columns'
import type { Settlement } from '@huanji/marketplace/protocol/trade'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../../database/database.ts'
import { foldMarks } from '../figure/fold.ts'
import { isMarked } from '../figure/mark-store.ts'
import { lockOrder } from '../order/store.ts'
import { allDifferences } from '../reconciliation/compare.ts'
import { type Books, NET_FEN, type Order, openBooks } from '../reconciliation/testing/books.ts'
import { aboutShop } from './rows.ts'
import { addSettlement, attachLoose, takeLooseSettlement, takeSettlement } from './settlements.ts'

let books: Books
let gateway: Books['gateway']
let owner: Books['owner']
beforeAll(async () => {
  books = await openBooks('结算手机')
  ;({ gateway, owner } = books)
})
afterAll(() => gateway.close())

type Lines = Settlement['lines']
const DEAL: Lines[number] = { type: 'deal', direction: 'in', amount: 200_000 }
const SERVICE: Lines[number] = { type: 'serviceFee', direction: 'out', amount: 4_000 }
const INSPECTION: Lines[number] = { type: 'inspectionFee', direction: 'out', amount: 3_000 }
const WHOLE = [DEAL, SERVICE, INSPECTION]

let serial = 0
const nextNo = () => `JS-SETTLED-${++serial}`

const settlementOf = (orderNo: string, lines: Lines, settlement_no = nextNo()): Settlement => ({
  settlement_no,
  order_no: orderNo,
  channel: 'auction',
  user_name: books.userName,
  lines,
  net_amount: lines.reduce((sum, { direction, amount }) => sum + (direction === 'in' ? amount : -amount), 0),
  settled_at: Math.floor(gateway.clock.now().getTime() / 1_000),
})

const now = () => gateway.clock.now()
const inTenant = <T>(work: (tx: Tx) => Promise<T>) => gateway.db.tenant(owner.seller.merchantId, work)

/** Takes settlements over one after the other, each as `how` does. */
async function settle(
  order: Pick<Order, 'orderNo'>,
  how: typeof takeSettlement | typeof addSettlement,
  told: Settlement,
) {
  await inTenant(async (tx) => {
    const held = await lockOrder(tx, { orderNo: order.orderNo })
    if (held === null) throw new Error(`${order.orderNo} is not known`)
    await how(tx, held, told, now())
  })
}

describe('defect: a settlement of which a file told a part first', () => {
  it.each<[string, Lines]>([
    ['without a fee', [DEAL, SERVICE]],
    ['without the deal', [SERVICE]],
    ['with a line too many', [...WHOLE, { type: 'penalty', direction: 'out', amount: 700 }]],
    ['with another amount', [DEAL, { ...SERVICE, amount: 3_999 }, INSPECTION]],
  ])('%s, stayed at that when the marketplace told of all of it', async (_name, part) => {
    const order = await books.completed()
    const told = settlementOf(order.orderNo, WHOLE)
    await settle(order, addSettlement, settlementOf(order.orderNo, part, told.settlement_no))
    // a file changes nothing of what is known
    await settle(order, addSettlement, told)
    expect((await books.netOf(order))?.netFen).not.toBe(NET_FEN)
    await settle(order, takeSettlement, told)
    expect(await books.netOf(order)).toMatchObject({ progress: 'settled', netFen: NET_FEN })
    expect(await inTenant(allDifferences)).toEqual([])
    const rows = await books.rowsOf(order)
    await settle(order, takeSettlement, { ...told, lines: told.lines.toReversed() })
    expect(await books.rowsOf(order)).toEqual(rows)
  })

  it('stayed at that where nobody knows the order', async () => {
    const orderNo = '3800000000000000077'
    const told = settlementOf(orderNo, WHOLE)
    const about = aboutShop(owner.shopAccountId, { orderNo, channel: 'auction' })
    for (const lines of [[DEAL], WHOLE, WHOLE]) {
      await inTenant((tx) => takeLooseSettlement(tx, about, settlementOf(orderNo, lines, told.settlement_no), now()))
    }
    const rows = await books.rowsOf({ orderNo })
    expect(rows.map(({ type, amountFen }) => [type, amountFen]).sort()).toEqual([
      ['inspectionFee', 3_000],
      ['orderSettlement', 200_000],
      ['serviceFee', 4_000],
    ])
  })
})

it('defect: what was expected and what was paid were told of without their signs', async () => {
  const order = await books.completed()
  await settle(order, takeSettlement, settlementOf(order.orderNo, [DEAL, { ...SERVICE, direction: 'in' }, INSPECTION]))
  const fee = (await books.rowsOf(order)).find(({ type }) => type === 'serviceFee')
  expect(fee?.remark).toBe('按费率应该是-¥40.00，闲鱼结的是¥40.00')
})

it('defect: of two rows of a type the audit log had one', async () => {
  const order = await books.completed()
  await settle(order, takeSettlement, settlementOf(order.orderNo, WHOLE))
  for (const amount of [100, 200]) {
    await settle(order, takeSettlement, settlementOf(order.orderNo, [{ type: 'refund', direction: 'out', amount }]))
  }
  const { list } = await gateway.data(auditTrail.list, { action: ['bill.settled'] }, owner.login)
  expect(list[0]?.after).toMatchObject({ 退款: '-¥1.00 已结算；-¥2.00 已结算' })
})

it('defect: rows that got their channel with their order were counted on no day', async () => {
  const { merchantId } = owner.seller
  const order = await gateway.paid(owner, await gateway.onSale(owner))
  // kept as the marketplace told of it, without a channel of ours
  const about = aboutShop(owner.shopAccountId, { orderNo: order.orderNo })
  await inTenant((tx) => takeLooseSettlement(tx, about, settlementOf(order.orderNo, WHOLE), now()))
  await foldMarks(gateway.db, merchantId, now)
  expect(await inTenant((tx) => isMarked(tx))).toBe(false)
  await inTenant(async (tx) => {
    const held = await lockOrder(tx, { orderNo: order.orderNo })
    if (held) await attachLoose(tx, held, now())
  })
  expect(await inTenant((tx) => isMarked(tx))).toBe(true)
})

it('defect: an early correction was all that an order seemed to bring', async () => {
  const order = await gateway.paid(owner, await gateway.onSale(owner))
  const proceeds = async () => (await gateway.detail(owner, order.orderId)).proceeds
  expect(await proceeds()).toMatchObject({ state: 'expected', netFen: NET_FEN })
  await settle(
    order,
    takeSettlement,
    settlementOf(order.orderNo, [{ type: 'adjustment', direction: 'out', amount: 500 }]),
  )
  expect(await proceeds()).toMatchObject({ state: 'pending', netFen: NET_FEN - 500 })
  await settle(order, takeSettlement, settlementOf(order.orderNo, WHOLE))
  expect(await proceeds()).toMatchObject({ state: 'settled', netFen: NET_FEN - 500 })
})

it('defect: the amounts of an exported list had no sign', async () => {
  const order = await books.completed()
  // the fee for the inspection is not charged: its row is cancelled
  await settle(order, takeSettlement, settlementOf(order.orderNo, [DEAL, SERVICE]))
  const { list, totals } = await gateway.data(bill.list, { orderNo: order.orderNo, withTotals: true }, owner.login)
  const cells = (key: string) => {
    const column = EXPORT_COLUMNS.bills[key]
    return column === undefined ? [] : list.map((row) => cellText(column, row))
  }
  const written = cells('direction').map((direction, index) => `${direction} ${cells('amount')[index]}`)
  expect(written.sort()).toEqual(['支出 -30.00', '支出 -40.00', '收入 2000.00'])
  const sumFen = cells('counted').reduce((sum, text) => sum + Math.round(Number(text) * 100), 0)
  expect(sumFen).toBe(totals?.netFen)
  expect(sumFen).toBe(196_000)
})
