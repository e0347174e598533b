import { bill, billDetail } from '@huanji/contract/features/bill/calls'
import { billCheck, billImport } from '@huanji/contract/features/reconciliation/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../sync/testing/trading-gateway.ts'
import { startNightly } from './check.ts'
import { asked, type Books, NET_FEN, type Order, openBooks, PRICE_FEN } from './testing/books.ts'

const DAY_MS = 24 * HOUR_MS

let books: Books
let gateway: Books['gateway']
let owner: Books['owner']
let userName = ''
beforeAll(async () => {
  books = await openBooks('对账手机')
  ;({ gateway, owner, userName } = books)
})
afterAll(() => gateway.close())

const statesOf = async (order: Order) => [...new Set((await books.rowsOf(order)).map(({ state }) => state))].sort()

describe('what moves about an order', () => {
  it('is held back by a case before it is settled, goes on when it ends, and is paid once in any order', async () => {
    const order = await books.completed()
    gateway.control.openRefund({ orderNo: order.orderNo, kind: 'priceDifference', amountFen: 10_000 })
    await gateway.pass(1_000)
    await books.poll()
    expect(await statesOf(order)).toEqual(['frozen'])
    expect(await books.netOf(order)).toMatchObject({ progress: 'frozen', netFen: NET_FEN, frozenFen: 0 })
    const { totals } = await gateway.data(bill.list, { orderNo: order.orderNo, withTotals: true }, owner.login)
    expect(totals).toMatchObject({ netFen: NET_FEN, frozenFen: NET_FEN })
    gateway.control.giveVerdict(order.orderNo, 'seller')
    await gateway.pass(1_000)
    await books.poll()
    expect(await statesOf(order)).toEqual(['unfrozen'])
    gateway.control.settleOrder(order.orderNo)
    await books.poll()
    await books.poll()
    expect(await statesOf(order)).toEqual(['settled'])
    expect(await books.netOf(order)).toMatchObject({ progress: 'settled', netFen: NET_FEN })
  })

  it('counts a freeze nowhere but apart, and names the case with the money that it moved', async () => {
    const order = await books.completed()
    gateway.control.settleOrder(order.orderNo)
    gateway.control.openRefund({ orderNo: order.orderNo, kind: 'priceDifference', amountFen: 10_000 })
    await gateway.pass(1_000)
    await books.poll()
    const held = await books.netOf(order)
    expect(held).toMatchObject({ netFen: NET_FEN, frozenFen: 10_000 })
    const { totals } = await gateway.data(bill.list, { orderNo: order.orderNo, withTotals: true }, owner.login)
    expect(totals).toMatchObject({ incomeFen: PRICE_FEN, netFen: NET_FEN, frozenFen: 10_000 })
    gateway.control.giveVerdict(order.orderNo, 'buyer', 10_000)
    const plan = { order_no: order.orderNo, service_type: 'onlyRefund' } as const
    await gateway.services.marketplace.performAuctionAftersale(owner.seller.sellerId, plan)
    await gateway.pass(1_000)
    await books.poll()
    const paid = await books.netOf(order)
    // two per cent of what went back comes back with it
    expect(paid).toMatchObject({ netFen: NET_FEN - 10_000 + 200, frozenFen: 0 })
    const refundNo = paid?.bills.find(({ type }) => type === 'priceDifference')?.refundNo ?? ''
    expect(refundNo).not.toBe('')
    expect((await gateway.data(bill.list, { refundNo }, owner.login)).list.length).toBeGreaterThan(2)
  })

  it('defect: a payment on the account did not say which of the bills it was', async () => {
    const { orderNo } = await books.completed()
    gateway.control.settleOrder(orderNo)
    gateway.control.openRefund({ orderNo, kind: 'priceDifference', amountFen: 10_000 })
    await gateway.pass(1_000)
    await books.poll()
    gateway.control.giveVerdict(orderNo, 'buyer', 10_000)
    const plan = { order_no: orderNo, service_type: 'onlyRefund' } as const
    await gateway.services.marketplace.performAuctionAftersale(owner.seller.sellerId, plan)
    await gateway.pass(1_000)
    await books.poll()
    const { list } = await gateway.data(billDetail.flows, { orderNo }, owner.login)
    const [paid, others] = [true, false].map((is) => list.filter(({ type }) => (type === 'settlement') === is))
    expect(paid?.map(({ settledFor }) => settledFor).sort()).toEqual(['补差、调账', '货款、平台服务费、质检费'])
    expect(new Set(others?.map(({ type, settledFor }) => `${type} ${settledFor}`))).toEqual(
      new Set(['freeze ', 'unfreeze ']),
    )
  })

  it('makes rows of what no settlement brings, and the account comes to what the rows say', async () => {
    const account = { sellerId: owner.seller.sellerId, userName }
    gateway.control.topUp({ ...account, amountFen: 50_000 })
    gateway.control.freezeDeposit({ ...account, amountFen: 20_000 })
    gateway.control.unfreezeDeposit({ ...account, amountFen: 5_000 })
    gateway.control.withdraw({ ...account, amountFen: 1_000 })
    gateway.control.adjust({ ...account, amountFen: -7, reason: '手续费更正' })
    await books.poll()
    await books.poll()
    const { list, accounts } = await gateway.data(billDetail.flows, { pageSize: 200 }, owner.login)
    expect(new Set(list.map(({ flowNo }) => flowNo)).size).toBe(list.length)
    const { totals } = await gateway.data(bill.list, { state: 'settled', withTotals: true }, owner.login)
    expect(accounts).toMatchObject([
      { balanceFen: (totals?.netFen ?? 0) + (totals?.movedFen ?? 0), frozenFen: totals?.frozenFen },
    ])
    const { list: rows } = await gateway.data(bill.list, { type: 'adjustment', pageSize: 200 }, owner.login)
    expect(rows.find(({ remark }) => remark === '手续费更正')).toMatchObject({
      direction: 'out',
      amountFen: 7,
      channel: null,
    })
    expect((await books.check()).list).toEqual([])
  })
})

describe('a reconciliation', () => {
  it('finds a settlement that is one fen wrong; accepted, it comes back when the amount changes', async () => {
    const order = await books.completed()
    gateway.control.misstate(order.orderNo, -1)
    gateway.control.settleOrder(order.orderNo)
    await books.poll()
    const { lastCheck, kindCounts } = await books.check()
    expect(lastCheck).toMatchObject({ scope: 'all', state: 'done', found: 1 })
    const notices = 'select label, detail from notice where merchant_id = $1 and kind = $2'
    const { rows } = await gateway.database.open.ownerQuery(notices, [owner.seller.merchantId, 'moneyMissed'])
    expect(rows).toEqual([{ label: '账单对账', detail: '发现 1 处新的差异' }])
    expect(kindCounts).toMatchObject({ formulaDiffers: 1, noBills: 0 })
    const finding = await books.findingOf(order)
    expect(finding).toMatchObject({ kind: 'formulaDiffers', differenceFen: -1, orderNo: order.orderNo })
    expect(finding.detail).toBe('货款闲鱼结算¥1,999.99，按费率是¥2,000.00')
    expect(finding).toMatchObject({ theirsFen: NET_FEN - 1, oursFen: NET_FEN, surplusFen: -1 })
    const { finding: accepted } = await gateway.data(billCheck.accept, asked(finding), owner.login)
    expect(accepted).toMatchObject({ state: 'accepted', note: '与闲鱼客服核实' })
    await books.check()
    expect(await books.openFindings()).toEqual([])
    await books.tamper(`update settlement set lines = jsonb_set(lines, '{0,amount}', '199998') where order_id = $1`, [
      order.orderId,
    ])
    await books.check()
    const back = await books.findingOf(order)
    // why it was accepted before stays, and that it is otherwise now is said
    expect(back).toMatchObject({ differenceFen: -2, note: '与闲鱼客服核实', outcome: '金额又变了，请再看一次' })
    await gateway.data(billCheck.refetch, asked(back), owner.login)
    const refused = await gateway.call(billCheck.accept, asked({ ...back, version: back.version + 1 }), owner.login)
    expect(refused._bizErrCode).toBe('FINDING_ASKED')
    await gateway.runJobs()
    const again = await books.findingOf(order)
    const outcome = '闲鱼改成了¥1,929.99（原来¥1,929.98）'
    expect(again).toMatchObject({ differenceFen: -1, askedAt: null, decidedWay: 'refetch', outcome })
    await gateway.data(billCheck.accept, asked(again), owner.login)
  })

  it('has lost rows made anew, changed ones fetched again, and a booking explain what differs', async () => {
    const [lost, changed, booked] = [await books.completed(), await books.completed(), await books.completed()]
    for (const { orderNo } of [changed, booked]) gateway.control.settleOrder(orderNo)
    await books.poll()
    await books.tamper('delete from bill where order_id = $1', [lost.orderId])
    const addFen = `update bill set amount_fen = amount_fen + 1 where type = 'serviceFee' and order_id = $1`
    for (const { orderId } of [changed, booked]) await books.tamper(addFen, [orderId])
    await books.check()
    expect((await books.openFindings()).sort()).toEqual(
      [`noBills ${lost.orderNo}`, `settlementDiffers ${changed.orderNo}`, `settlementDiffers ${booked.orderNo}`].sort(),
    )
    const { finding } = await gateway.data(billCheck.makeBills, asked(await books.findingOf(lost)), owner.login)
    expect(finding.state).toBe('closed')
    expect(await books.netOf(lost)).toMatchObject({ netFen: NET_FEN })
    await gateway.data(billCheck.refetch, asked(await books.findingOf(changed)), owner.login)
    await gateway.runJobs()
    expect(await books.netOf(changed)).toMatchObject({ netFen: NET_FEN })
    const adjustment = { ...asked(await books.findingOf(booked)), direction: 'in', amountFen: 1 } as const
    await gateway.data(billCheck.adjust, adjustment, owner.login)
    const row = (await books.rowsOf(booked)).find(({ type }) => type === 'adjustment')
    expect(row).toMatchObject({ state: 'settled', amountFen: 1, remark: expect.stringContaining('与闲鱼客服核实') })
    expect(await books.openFindings()).toEqual([])
    const twice = await gateway.call(billCheck.adjust, adjustment, owner.login)
    expect(twice._bizErrCode).toBe('STATE_CHANGED')
  })
})

describe('a settlement file', () => {
  const HEAD = '结算单号,订单号,店铺,渠道,项目,收支,金额(元),结算时间,备注\r\n'
  const refusal = async (text: string) =>
    (await gateway.call(billImport.preview, { fileName: '结算单.csv', text }, owner.login))._errStr

  it('is refused in words where it is none, or another merchant’s', async () => {
    expect(await refusal('a,b\r\n1,2')).toContain('不是闲鱼结算单')
    expect(await refusal(HEAD)).toContain('没有明细')
    expect(await refusal(`${HEAD}"JS1`)).toContain('引号没有结束')
    const foreign = 'JS1,3800000000000000017,别家,鱼市,订单结算,收入,1.00,2026-11-20 10:00:00,\r\n'
    expect(await refusal(HEAD + foreign)).toContain('不是您的店铺')
    const many = foreign.replace('别家', userName).repeat(10_001)
    expect(await refusal(HEAD + many)).toContain('最多10000行')
  })

  it('is compared line by line, shows what the polls missed, and is taken over once', async () => {
    const order = await books.completed()
    gateway.control.settleOrder(order.orderNo)
    const day = new Date(gateway.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
    const from = new Date(gateway.clock.now().getTime() - 60 * DAY_MS).toISOString().slice(0, 10)
    const url = `${gateway.marketplaceUrl()}/pages/statement?user=${userName}&from=${from}&to=${day}`
    const file = await (await fetch(url)).text()
    const seen = await books.preview(file)
    expect(seen.counts.same).toBeGreaterThan(5)
    expect(seen.counts.missing).toBe(3)
    const lines = file.trimEnd().split('\r\n')
    const [, first = ''] = lines
    const odd = [
      ...lines,
      first,
      first.replace(userName, 'elsewhere'),
      `JS9,3800000000000000017,${userName},鱼市,订单结算,收入,1.00,${day} 00:00:00,"一""句,话"`,
      `JS9,38,${userName},鱼市,订单结算,收入,1.00,${day} 00:00:00,`,
    ].join('\n')
    const answers = (await books.preview(odd)).counts
    expect(answers).toMatchObject({ doubled: 1, foreignShop: 1, unknownOrder: 1, unread: 1 })
    const before = await books.rowsOf(order)
    const taken = await books.take(file)
    await gateway.runJobs()
    expect(await books.rowsOf(order)).toEqual(before)
    const finding = await books.findingOf(order)
    expect(finding).toMatchObject({ kind: 'fileDiffers', expectedFen: NET_FEN, actualFen: 0 })
    expect(finding.allowedActions).toContain('takeLines')
    expect(await books.take(file)).toMatchObject({ newCount: 0, lineCount: taken.lineCount })
    const { finding: done } = await gateway.data(billCheck.takeLines, asked(finding), owner.login)
    expect(done.state).toBe('closed')
    expect(await statesOf(order)).toEqual(['settled'])
    // the message that was missed comes after all
    await books.poll()
    expect(await books.netOf(order)).toMatchObject({ netFen: NET_FEN })
  })

  it('defect: a settlement that the file leaves out was found by nobody', async () => {
    const orders = [await books.completed(), await books.completed(), await books.completed(), await books.completed()]
    for (const { orderNo } of orders) {
      gateway.control.settleOrder(orderNo)
      await gateway.pass(5_000)
    }
    await books.poll()
    const [head, ...lines] = await books.statement()
    const ofOrders = lines.filter((line) => orders.some(({ orderNo }) => line.includes(orderNo)))
    const [first, left, unread, last] = orders as [Order, Order, Order, Order]
    const fileOf = (...named: Order[]) =>
      [head, ...ofOrders.filter((line) => named.some(({ orderNo }) => line.includes(orderNo)))].join('\r\n')

    // a line that cannot be read may name it
    await books.take(`${fileOf(first, last)}\r\nJS1,38,${userName},鱼市,订单结算,收入,1.00,2026-11-20 10:00:00,`)
    await gateway.runJobs()
    expect(await books.openFindings()).toEqual([])

    await books.take(fileOf(first, unread, last))
    await gateway.runJobs()
    const finding = await books.findingOf(left)
    expect(finding).toMatchObject({ kind: 'fileDiffers', expectedFen: 0, actualFen: NET_FEN, channel: 'auction' })
    expect(finding.detail).toContain('结算单里没有')
    expect(finding.allowedActions).toEqual(['refetch', 'accept'])
    expect(await books.openFindings()).toEqual([`fileDiffers ${finding.subject}`])
    // it stands until a file names it
    await books.check()
    expect(await books.openFindings()).toEqual([`fileDiffers ${finding.subject}`])
    await books.take(fileOf(left))
    await books.check()
    expect(await books.openFindings()).toEqual([])
  })

  it('defect: as a spreadsheet keeps it half of its lines could not be read', async () => {
    const order = await books.completed()
    gateway.control.settleOrder(order.orderNo)
    const file = (await books.statement()).join('\r\n')
    const kept = file
      .replace(/(?<=,)\d{19}(?=,)/g, (orderNo) => `"\t${orderNo}"`)
      .replace(/(?<=,\d+)\.00(?=,)|(?<=,\d+\.\d)0(?=,)/g, '')
      .replace(/(?<=,)(\d{4})-(\d\d)-(\d\d \d\d:\d\d):\d\d(?=,)/g, '$1/$2/$3')
    expect(kept).not.toBe(file)
    const [asItWas, asKept] = [await books.preview(file), await books.preview(kept)]
    expect(asKept.counts).toEqual(asItWas.counts)
    expect(asKept.lines.map(({ orderNo, amountFen, answer }) => [orderNo, amountFen, answer])).toEqual(
      asItWas.lines.map(({ orderNo, amountFen, answer }) => [orderNo, amountFen, answer]),
    )
  })

  it.each([
    ['rounded to fifteen digits', (orderNo: string) => `${orderNo.slice(0, 15)}0000`],
    ['written with an exponent', (orderNo: string) => `${orderNo[0]}.${orderNo.slice(1, 6)}E+18`],
  ])('defect: with order numbers %s it was taken as unknown orders', async (_, spoilt) => {
    const order = await books.completed()
    gateway.control.settleOrder(order.orderNo)
    const whole = (await books.statement()).join('\r\n')
    const file = whole.replace(/(?<=,)\d{19}(?=,)/g, spoilt)
    // the sentence names the first one of the file
    const written = `订单号被表格软件改成了${spoilt(/(?<=,)\d{19}(?=,)/.exec(whole)?.[0] ?? '')}，`
    expect(await refusal(file)).toContain(written)
    expect(await refusal(file)).toContain('重新下载结算单，直接导入，不要用Excel另存')
  })
})

describe('the reconciliation of every night', () => {
  it('runs once a night, over all orders once a week', async () => {
    const nightly = () => gateway.db.tenant(owner.seller.merchantId, (tx) => startNightly(tx, gateway.clock.now()))
    const scopes: string[] = []
    for (let day = 0; day < 9; day += 1) {
      await nightly()
      await nightly()
      await gateway.runJobs()
      const { lastCheck } = await gateway.data(billCheck.list, {}, owner.login)
      scopes.push(`${lastCheck?.scope} ${lastCheck?.requestedBy}`)
      await gateway.pass(DAY_MS)
    }
    const { rows } = await gateway.database.open.ownerQuery(
      `select count(*)::int as count from bill_check where requested_by = '' and merchant_id = $1`,
      [owner.seller.merchantId],
    )
    expect(rows).toEqual([{ count: 9 }])
    expect(scopes.filter((scope) => scope === 'all ').length).toBe(1)
  })
})
