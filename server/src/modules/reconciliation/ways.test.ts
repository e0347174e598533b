import { billCheck } from '@huanji/contract/features/reconciliation/calls'
import { PAID_WITHIN_DAYS } from '@huanji/domain/fees/reconcile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pollAccountFlows } from '../../sync/account.ts'
import { HOUR_MS } from '../../sync/testing/trading-gateway.ts'
import { asked, type Books, type Finding, NET_FEN, openBooks } from './testing/books.ts'

const DAY_MS = 24 * HOUR_MS

let books: Books
beforeAll(async () => {
  books = await openBooks('调账手机')
})
afterAll(() => books.gateway.close())

const ADD_FEN = `update bill set amount_fen = amount_fen + $2::int where type = 'serviceFee' and order_id = $1`

/** A settled order whose rows are so many fen less than what was paid. */
async function settledShort(fen: number) {
  const order = await books.completed()
  books.gateway.control.settleOrder(order.orderNo)
  await books.poll()
  await books.tamper(ADD_FEN, [order.orderId, fen])
  await books.check()
  return order
}

const book = (finding: Finding, amountFen: number, direction: 'in' | 'out' = 'in') =>
  books.gateway.call(billCheck.adjust, { ...asked(finding), direction, amountFen }, books.owner.login)

describe('a booking by hand', () => {
  it('defect: was made against a difference that was gone', async () => {
    const order = await settledShort(1)
    const finding = await books.findingOf(order)
    await books.tamper(ADD_FEN, [order.orderId, -1])
    expect((await book(finding, 1))._bizErrCode).toBe('STATE_CHANGED')
    expect((await books.rowsOf(order)).some(({ type }) => type === 'adjustment')).toBe(false)
    // and the list says so
    expect(await books.findingsOf(order)).toEqual([])
  })

  it('defect: was made against another amount than the person had seen', async () => {
    const order = await settledShort(2)
    const finding = await books.findingOf(order)
    await books.tamper(ADD_FEN, [order.orderId, 3])
    expect((await book(finding, 2))._bizErrCode).toBe('VERSION_CONFLICT')
    const again = await books.findingOf(order)
    expect(again).toMatchObject({ differenceFen: -5, version: finding.version + 1 })
    expect((await book(again, 5))._bizErrCode).toBe('')
    expect(await books.findingsOf(order)).toEqual([])
  })

  it('defect: of a part left the version as it was, so that the same click booked twice', async () => {
    const order = await settledShort(5)
    const finding = await books.findingOf(order)
    expect((await book(finding, 3))._bizErrCode).toBe('')
    expect((await book(finding, 3))._bizErrCode).toBe('VERSION_CONFLICT')
    const rest = await books.findingOf(order)
    expect(rest.differenceFen).toBe(-2)
    expect(rest.detail).toContain('手工调账合计+¥0.03')
    expect((await book(rest, 2))._bizErrCode).toBe('')
    expect(await books.findingsOf(order)).toEqual([])
  })

  it('defect: counted beside the row once that was put right; it is found, and a counter-booking settles it', async () => {
    const order = await settledShort(1)
    expect((await book(await books.findingOf(order), 1))._bizErrCode).toBe('')
    await books.tamper(ADD_FEN, [order.orderId, -1])
    await books.check()
    const found = await books.findingOf(order)
    expect(found).toMatchObject({ kind: 'settlementDiffers', differenceFen: 1 })
    expect(found.allowedActions).toContain('adjust')
    expect((await book(found, 1, 'out'))._bizErrCode).toBe('')
    expect(await books.findingsOf(order)).toEqual([])
    expect(await books.netOf(order)).toMatchObject({ netFen: NET_FEN })
  })

  it('defect: was offered where rows have no sale, which no booking settles', async () => {
    const order = await books.completed()
    await books.tamper(`update sale_order set state = 'shipped' where id = $1`, [order.orderId])
    await books.check()
    const finding = await books.findingOf(order)
    expect(finding).toMatchObject({ kind: 'billsWithoutOrder', allowedActions: ['refetch', 'accept'] })
    expect((await book(finding, 1))._bizErrCode).toBe('STATE_CHANGED')
    await books.tamper(`update sale_order set state = 'completed' where id = $1`, [order.orderId])
    await books.check()
    expect(await books.findingsOf(order)).toEqual([])
  })
})

it('defect: a finding whose amounts changed kept its version', async () => {
  const order = await settledShort(1)
  const finding = await books.findingOf(order)
  await books.check()
  expect((await books.findingOf(order)).version).toBe(finding.version)
  await books.tamper(ADD_FEN, [order.orderId, 1])
  await books.check()
  expect((await books.findingOf(order)).version).toBe(finding.version + 1)
  const accepted = await books.gateway.call(billCheck.accept, asked(finding), books.owner.login)
  expect(accepted._bizErrCode).toBe('VERSION_CONFLICT')
  await books.gateway.data(billCheck.accept, asked(await books.findingOf(order)), books.owner.login)
})

describe('defect: a reason was demanded, and shown for one way of settling alone', () => {
  const decided = { decidedBy: '调账手机老板', note: '与闲鱼客服核实' }

  it('what was asked of the marketplace says what came of it: it stays with its amount', async () => {
    const { gateway, owner } = books
    const order = await books.completed()
    gateway.control.misstate(order.orderNo, -2_000)
    gateway.control.settleOrder(order.orderNo)
    await books.poll()
    await books.check()
    await gateway.data(billCheck.refetch, asked(await books.findingOf(order)), owner.login)
    const waiting = await books.findingOf(order)
    expect(waiting).toMatchObject({ ...decided, decidedWay: 'refetch', outcome: '', askedAt: expect.any(String) })
    await gateway.runJobs()
    const answered = await books.findingOf(order)
    expect(answered).toMatchObject({ ...decided, surplusFen: -2_000, askedAt: null, outcome: '闲鱼仍是¥1,910.00' })
    // whatever is done afterwards has its own reason
    await gateway.data(billCheck.accept, { ...asked(answered), reason: '等客服回复' }, owner.login)
    const { list } = await gateway.data(billCheck.list, { orderNo: order.orderNo }, owner.login)
    expect(list).toMatchObject([{ state: 'accepted', decidedWay: 'accept', note: '等客服回复', outcome: '' }])
  })

  it('so does what was booked, and what asking the marketplace settled', async () => {
    const { gateway, owner } = books
    const [booked, fetched] = [await settledShort(2), await settledShort(3)]
    await book(await books.findingOf(booked), 2)
    await gateway.data(billCheck.refetch, asked(await books.findingOf(fetched)), owner.login)
    await gateway.runJobs()
    const rowOf = async ({ orderNo }: { orderNo: string }) =>
      (await gateway.data(billCheck.list, { orderNo }, owner.login)).list[0]
    expect(await rowOf(booked)).toMatchObject({ ...decided, state: 'closed', decidedWay: 'adjust', outcome: '' })
    const outcome = '闲鱼的数已更新，对上了'
    expect(await rowOf(fetched)).toMatchObject({ ...decided, state: 'closed', decidedWay: 'refetch', outcome })
  })
})

describe('a settlement that was not told of', () => {
  it('defect: was lost although the movement on the account named it', async () => {
    const { gateway, owner } = books
    const order = await books.completed()
    gateway.control.settleOrder(order.orderNo)
    const asks: string[] = []
    const { marketplace } = gateway.services
    const heard = {
      ...marketplace,
      listSettlements: (...[sellerId, request]: Parameters<typeof marketplace.listSettlements>) => {
        asks.push(request.order_no ?? '')
        return marketplace.listSettlements(sellerId, request)
      },
    }
    const services = { ...gateway.services, marketplace: heard }
    await pollAccountFlows(services, owner.seller)
    expect((await books.rowsOf(order)).every(({ state }) => state === 'settled')).toBe(true)
    expect(asks).toEqual([order.orderNo])
    // what is read once more is not asked for again
    await pollAccountFlows(services, owner.seller)
    expect(asks).toHaveLength(1)
  })

  it('defect: was awaited for ever where the movement was missed as well', async () => {
    const { gateway, owner } = books
    const order = await books.completed()
    await gateway.pass(PAID_WITHIN_DAYS * DAY_MS - HOUR_MS)
    await books.check()
    expect(await books.findingsOf(order)).toEqual([])
    await gateway.pass(DAY_MS)
    await books.check()
    const finding = await books.findingOf(order)
    expect(finding).toMatchObject({ kind: 'settlementDiffers', expectedFen: NET_FEN, actualFen: 0 })
    expect(finding.allowedActions).toEqual(['refetch', 'accept'])
    await gateway.data(billCheck.refetch, asked(finding), owner.login)
    await gateway.runJobs()
    expect(await books.findingsOf(order)).toEqual([])
    expect(await books.netOf(order)).toMatchObject({ progress: 'settled', netFen: NET_FEN })
  })
})
