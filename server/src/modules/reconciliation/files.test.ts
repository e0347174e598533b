import { bill } from '@huanji/contract/features/bill/calls'
import { billCheck } from '@huanji/contract/features/reconciliation/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startCheck } from './check.ts'
import { asked, type Books, NET_FEN, type Order, openBooks } from './testing/books.ts'

let books: Books
beforeAll(async () => {
  books = await openBooks('文件手机')
})
afterAll(() => books.gateway.close())

const settle = (finding: Parameters<typeof asked>[0]) =>
  books.gateway.call(billCheck.takeLines, asked(finding), books.owner.login)

/** An order that the marketplace has settled and nobody has told of, and the lines of the file about it. */
async function untold(): Promise<{ order: Order; head: string; lines: string[] }> {
  const order = await books.completed()
  books.gateway.control.settleOrder(order.orderNo)
  const [head, ...lines] = await books.statement()
  return { order, head, lines: lines.filter((line) => line.includes(order.orderNo)) }
}

async function takeFile(...lines: readonly string[]): Promise<void> {
  await books.take(lines.join('\r\n'))
  await books.gateway.runJobs()
}

it('defect: a movement that was taken from a file stayed a finding for ever', async () => {
  const { gateway, owner, userName } = books
  gateway.control.topUp({ sellerId: owner.seller.sellerId, userName, amountFen: 50_000 })
  const [head, ...lines] = await books.statement()
  const line = lines.find((one) => one.includes('充值')) ?? ''
  await takeFile(head, line)
  const { list } = await gateway.data(billCheck.list, { state: 'open' }, owner.login)
  const finding = list.find(({ subject }) => line.startsWith(subject))
  if (!finding) throw new Error('the movement was not found')
  expect(finding.allowedActions).toContain('takeLines')
  const { finding: taken } = await gateway.data(billCheck.takeLines, asked(finding), owner.login)
  expect(taken.state).toBe('closed')
  await books.check()
  expect(await books.openFindings()).toEqual([])
  expect((await books.preview([head, line].join('\r\n'))).counts).toEqual({ imported: 1 })
  // the message comes after all
  await books.poll()
  await books.check()
  expect(await books.openFindings()).toEqual([])
  const { totals } = await gateway.data(bill.list, { type: 'topUp', withTotals: true }, owner.login)
  expect(totals?.movedFen).toBe(50_000)
})

it('defect: of an item written in two lines the second was thrown away', async () => {
  const { order, head, lines } = await untold()
  await books.poll()
  const [whole = '', ...others] = lines
  const amount = Number(/,(\d+\.\d\d),/.exec(whole)?.[1])
  const partOf = (yuan: number, remark: string) =>
    whole.replace(/,\d+\.\d\d,/, `,${yuan.toFixed(2)},`).replace(/,[^,]*$/, `,${remark}`)
  const parts = [partOf(amount - 1, ''), partOf(1, '补差')]
  // the same line once more is one line still
  const file = [head, ...parts, parts[1], ...others].join('\r\n')
  expect((await books.preview(file)).counts).toEqual({ same: parts.length + others.length, doubled: 1 })
  await takeFile(head, ...parts, ...others)
  await books.check()
  const [number = ''] = whole.split(',')
  expect((await books.openFindings()).filter((finding) => finding.includes(number))).toEqual([])
  expect((await books.preview([head, ...parts, ...others].join('\r\n'))).counts).toEqual({
    imported: parts.length + others.length,
  })
  expect(await books.netOf(order)).toMatchObject({ netFen: NET_FEN })
})

it('defect: a part of a settlement from a file was taken for the whole, and the message was ignored', async () => {
  const { order, head, lines } = await untold()
  // whoever cut the file left no trace
  await takeFile(head, ...lines.filter((line) => !line.includes('平台服务费')))
  expect((await settle(await books.findingOf(order)))._bizErrCode).toBe('')
  expect(await books.netOf(order)).toMatchObject({ netFen: NET_FEN + 4_000 })
  await books.poll()
  expect(await books.netOf(order)).toMatchObject({ progress: 'settled', netFen: NET_FEN })
  await takeFile(head, ...lines)
  await books.check()
  expect(await books.openFindings()).toEqual([])
})

it('defect: a settlement with lines that could not be read, or stood twice, was offered to be taken over', async () => {
  const [unread, doubled, nameless] = [await untold(), await untold(), await untold()]
  const [, odd = ''] = unread.lines
  const takenOf = async (order: Order) => (await books.findingOf(order)).allowedActions.includes('takeLines')
  await takeFile(unread.head, ...unread.lines.map((line) => (line === odd ? line.replace(/,\d+\.\d\d,/, ',?,') : line)))
  expect(await takenOf(unread.order)).toBe(false)
  expect((await books.findingOf(unread.order)).detail).toContain('看不懂或重复')
  expect((await settle(await books.findingOf(unread.order)))._bizErrCode).toBe('STATE_CHANGED')
  await takeFile(doubled.head, ...doubled.lines, ...doubled.lines.slice(0, 1))
  expect(await takenOf(doubled.order)).toBe(false)
  // a line without a number may be of any
  await takeFile(nameless.head, ...nameless.lines, (nameless.lines[0] ?? '').replace(/^\w+/, ''))
  expect(await takenOf(nameless.order)).toBe(false)

  for (const { order, head, lines } of [unread, doubled, nameless]) {
    await takeFile(head, ...lines)
    expect((await settle(await books.findingOf(order)))._bizErrCode).toBe('')
    expect(await books.netOf(order)).toMatchObject({ netFen: NET_FEN })
  }
  expect(await books.openFindings()).toEqual([])
})

it('defect: a file that came while another reconciliation ran was compared by none', async () => {
  const { gateway, owner } = books
  const [first, second] = [await untold(), await untold()]
  const whole = { scope: 'all', requestedBy: '张三' } as const
  await gateway.db.tenant(owner.seller.merchantId, (tx) => startCheck(tx, whole, gateway.clock.now()))
  // a reconciliation that has looked at the files already, and is about to end
  await gateway.database.open.ownerQuery(
    `update bill_check set phase = 'rest' where merchant_id = $1 and state = 'running'`,
    [owner.seller.merchantId],
  )
  await books.take([first.head, ...first.lines].join('\r\n'))
  await books.take([second.head, ...second.lines].join('\r\n'))
  await gateway.runJobs()
  expect(await books.findingOf(first.order)).toMatchObject({ kind: 'fileDiffers', expectedFen: NET_FEN })
  expect(await books.findingOf(second.order)).toMatchObject({ kind: 'fileDiffers', expectedFen: NET_FEN })
  const { lastCheck } = await gateway.data(billCheck.list, {}, owner.login)
  expect(lastCheck).toMatchObject({ scope: 'file', state: 'done' })
})
