import { readFileSync } from 'node:fs'
import { billCheck } from '@huanji/contract/features/reconciliation/calls'
import { formatFen } from '@huanji/domain/money'
import { shanghaiDate } from '@huanji/domain/time'
import type { Locator, Page } from '@playwright/test'
import { tableOfFile } from '../../web/src/features/tables/read-table.ts'
import { CLERK, FINANCE, MANAGER, OWNER, SHIPPER } from './fixtures/accounts.ts'
import { signedFen } from './fixtures/amounts.ts'
import {
  beginBooks,
  MISSTATED_FEN,
  PART_FEN,
  paidByMarket,
  payPart,
  settled,
  shopOfOrder,
  statementOf,
} from './fixtures/books.ts'
import { expect, test } from './fixtures/journey.ts'
import { checkScreen } from './fixtures/screen.ts'
import { expectToast } from './fixtures/toasts.ts'
import { totalsOf } from './pages/bill-list.ts'
import { chooseIn } from './pages/staff.ts'

const PENALTY_FEN = 1_234
const REASON = '与闲鱼客服核实'

const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })
const cellsOf = (row: Locator): Promise<string[]> => row.getByRole('cell').allTextContents()

/** An order's line in 按订单: its equation as signed terms by name, and what it says they come to. */
async function equationOf(page: Page, orderNo: string) {
  await page.goto(`/capital/bill?show=orders&orderNo=${orderNo}`)
  const row = rowOf(page, orderNo)
  await expect(row).toHaveCount(1)
  const [, , progress = '', net = '', equation = ''] = await cellsOf(row)
  const [left = '', right = ''] = equation.split(' = ')
  const terms = left.split(/ (?=[−+] )/).map((term) => {
    const [, sign = '', name = '', amount = ''] = /^(?:([−+]) )?([^¥]+)(¥[\d,.]+)$/.exec(term) ?? []
    return [name, signedFen(sign + amount)] as const
  })
  const sumFen = terms.reduce((sum, [, fen]) => sum + fen, 0)
  expect(signedFen(right), `${equation} is right`).toBe(sumFen)
  expect(signedFen(net)).toBe(sumFen)
  return { row, progress, terms: Object.fromEntries(terms), sumFen }
}

/** Settles a finding in a way, with a reason. */
async function settleFinding(page: Page, row: Locator, way: string, said: string): Promise<void> {
  await row.hover()
  await chooseIn(row, way)
  const dialog = page.getByRole('dialog', { name: way })
  await dialog.getByLabel(/^原因/).fill(REASON)
  await dialog.getByRole('button', { name: way }).click()
  await expectToast(page, said)
  await expect(dialog).toHaveCount(0)
}

const choose = (page: Page, name: string, text: string): Promise<void> =>
  page
    .getByLabel('结算单文件', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text, 'utf8') })

test('what a case holds back is seen row by row and by order, and goes on when the part is paid', {
  tag: '@nightly',
}, async ({ signedInUser, clientOf }) => {
  const owner = await clientOf(OWNER)
  const books = await beginBooks(owner)
  const { page } = await signedInUser(OWNER)
  await page.goto(`/capital/bill?orderNo=${books.curatedNo}`)
  const rows = rowOf(page, books.curatedNo)
  const deal = rows.filter({ has: page.getByRole('cell', { name: '货款', exact: true }) })
  await expect(deal).toContainText('冻结中')
  const amounts = (await Promise.all((await rows.all()).map(cellsOf))).map(([, , , amount = '']) => signedFen(amount))
  const held = await totalsOf(page)
  const sum = amounts.reduce((one, other) => one + other, 0)
  expect(held).toEqual({
    收入合计: amounts.filter((fen) => fen > 0).reduce((one, other) => one + other, 0),
    支出合计: amounts.filter((fen) => fen < 0).reduce((one, other) => one + other, 0),
    到手: sum,
    余额变动: 0,
    全部冻结: sum,
  })
  const { row, progress } = await equationOf(page, books.curatedNo)
  expect(progress).toBe('冻结中')
  await row.hover()
  await row.getByRole('button', { name: '明细' }).click()
  const drawer = page.getByRole('dialog', { name: `订单账单 ${books.curatedNo}` })
  await expect(drawer.getByRole('table').getByRole('row')).toHaveCount(amounts.length + 1)
  await checkScreen(page, 'bills-order-drawer')
  await payPart(owner)
})

test('a settlement file is looked at line by line, refused where it is none, and taken over once', {
  tag: '@nightly',
}, async ({ signedInUser, clientOf }) => {
  const owner = await clientOf(OWNER)
  const { curatedNo } = await beginBooks(owner)
  const shop = await shopOfOrder(curatedNo)
  const [head = '', ...lines] = await statementOf(shop)
  const [first = ''] = lines
  expect(first, 'the demo’s shop was paid').toContain(shop)
  const number = `JY${curatedNo.slice(-10)}`
  const unknownNo = `39${curatedNo.slice(2)}`
  const lineOf = (of: string, orderNo: string) => `${number}${of},${orderNo},${shop},严选`
  const at = first.split(',')[7] ?? ''
  const good = [
    head,
    ...lines,
    `${lineOf('1', curatedNo)},违约金,支出,${(PENALTY_FEN / 100).toFixed(2)},${at},延迟发货`,
    `${lineOf('2', unknownNo)},订单结算,收入,100.00,${at},`,
    first,
    first.replace(shop, 'elsewhere'),
    `${lineOf('3', '38')},订单结算,收入,1.00,${at},`,
  ].join('\r\n')

  const { page } = await signedInUser(OWNER, { colorScheme: 'dark' })
  await page.goto(`/capital/bill?show=check&orderNo=${curatedNo}`)
  await page.getByRole('button', { name: '导入结算单' }).click()
  const drawer = page.getByRole('dialog', { name: '导入闲鱼结算单' })
  const problem = drawer.getByRole('alert')
  const take = drawer.getByRole('button', { name: /^导入/ })
  await expect(take).toBeDisabled()
  const refused: readonly [name: string, text: string, said: string][] = [
    ['broken.csv', `${head}\r\n"JS1`, '文件内容不完整：引号没有结束，请重新下载结算单'],
    ['other.csv', 'a,b\r\n1,2', '不是闲鱼结算单'],
    ['foreign.csv', `${head}\r\n${first.replace(shop, '别家')}`, '不是您的店铺'],
    ['long.csv', `${head}\r\n${`${lineOf('1', '')},,,,,\r\n`.repeat(10_001)}`, '最多10000行'],
    ['huge.csv', 'x'.repeat(3_600_001), '文件过大，请按日期分段下载后导入'],
  ]
  for (const [name, text, said] of refused) {
    await choose(page, name, text)
    await expect(problem).toContainText(said)
    await expect(drawer.getByText(name)).toBeVisible()
    await expect(take).toBeDisabled()
  }

  await choose(page, 'good.csv', good)
  await expect(problem).toHaveCount(0)
  await expect(drawer.getByRole('status')).toContainText(`共${lines.length + 5}行；将导入${lines.length + 2}行`)
  const answers = { 一致: lines.length, 我们没有: 1, 没有这个订单: 1, 重复: 1, 其他店铺: 1, 看不懂: 1 }
  const shown = drawer.getByRole('region', { name: '结算单内容' }).getByRole('row')
  for (const [answer, count] of Object.entries(answers)) {
    await drawer.getByRole('button', { name: `${answer} ${count}` }).click()
    await expect(shown).toHaveCount(count + 1)
  }
  await drawer.getByRole('button', { name: /^全部/ }).click()
  await checkScreen(page, 'bills-import')
  await take.click()
  await expectToast(page, `已导入${lines.length + 2}行，正在核对`)

  const missing = rowOf(page, `${number}1`)
  await expect(missing).toContainText('文件与账单不符', { timeout: 60_000 })
  await expect(missing).toContainText(/少收 ¥/)
  await settleFinding(page, missing, '照结算单补上', '结算已补上，对上了')
  // where an order is looked for, what is settled stays in sight with its reason
  await expect(missing).toContainText('已对上')
  await expect(missing).toContainText(`“照结算单补上”：${REASON}`)
  const { terms } = await equationOf(page, curatedNo)
  expect(terms.违约金).toBe(-PENALTY_FEN)
  await page.goto(`/capital/bill?show=check&orderNo=${unknownNo}`)
  const unknown = rowOf(page, `${number}2`)
  await settleFinding(page, unknown, '知道了，先不处理', '已记下原因，先不处理')
  await expect(unknown).toContainText('先不处理')
  await expect(unknown).toContainText(REASON)

  await page.getByRole('button', { name: '导入结算单' }).click()
  await choose(page, 'good.csv', good)
  await expect(drawer.getByRole('status')).toContainText('没有可以导入的新内容')
  await expect(take).toBeDisabled()
})

test('资金流水 leads from balance to balance, and what is found is exported', { tag: '@nightly' }, async ({
  signedInUser,
}) => {
  const { page } = await signedInUser(FINANCE)
  await page.goto('/capital/bill?show=flows')
  const rows = page.getByRole('region', { name: '账单表格' }).getByRole('row')
  await expect(rows.filter({ hasText: '提现' }).first()).toBeVisible()
  await checkScreen(page, 'bills-flows')
  const flows = (await Promise.all((await rows.all()).slice(1).map(cellsOf))).map(
    ([, no = '', type = '', amount = '', balance = '', frozen = '', , , shop = '']) => ({
      no,
      type,
      shop,
      amountFen: signedFen(amount),
      balanceFen: signedFen(balance),
      frozenFen: signedFen(frozen),
    }),
  )
  expect(flows.some(({ type }) => type === '保证金冻结')).toBe(true)
  for (const ofShop of Map.groupBy(flows, ({ shop }) => shop).values()) {
    for (const [index, later] of ofShop.slice(0, -1).entries()) {
      const earlier = ofShop[index + 1]
      const isFreeze = /冻/.test(later.type)
      expect.soft(later.balanceFen - (earlier?.balanceFen ?? 0), later.no).toBe(isFreeze ? 0 : later.amountFen)
      expect.soft(later.frozenFen - (earlier?.frozenFen ?? 0), later.no).toBe(isFreeze ? -later.amountFen : 0)
    }
  }

  const pageOfFlows = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `导出本页 ${flows.length} 条` }).click(),
  ])
  const written = readFileSync(await pageOfFlows[0].path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(written).toHaveLength(flows.length + 1)
  for (const { no } of flows) expect(written.some((line) => line.includes(no))).toBe(true)

  await page.goto('/capital/bill?type=withdrawal')
  const withdrawals = rows.filter({ hasText: '提现' })
  await expect(withdrawals.first()).toBeVisible()
  const count = await withdrawals.count()
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '导出账单' })
  await dialog.getByRole('radio', { name: /CSV/ }).check()
  await dialog.getByRole('button', { name: '开始导出' }).click()
  await expect(page.getByText(`账单已导出 ${count} 行`)).toBeVisible()
  await page.goto('/tool/download?state=ready')
  const record = rowOf(page, '账单').first()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    record.getByRole('button', { name: '下载' }).click(),
  ])
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines).toHaveLength(count + 1)
  expect(lines.slice(1).every((line) => line.includes('提现'))).toBe(true)
})

test('each post sees the money that is its business: no reconciliation without its right, no page without the bills', {
  tag: '@nightly',
}, async ({ signedInUser }) => {
  const manager = await signedInUser(MANAGER)
  await manager.page.goto('/capital/bill?show=check')
  const views = manager.page.getByRole('radiogroup', { name: '账单视图' }).getByRole('radio')
  await expect(views).toHaveCount(3)
  await expect(manager.page.getByRole('radio', { name: '明细' })).toBeChecked()
  await expect(manager.page.getByRole('button', { name: '导入结算单' })).toHaveCount(0)
  await expect(manager.page.getByRole('button', { name: '导出', exact: true })).toHaveCount(0)
  for (const phone of [SHIPPER, CLERK]) {
    const { page } = await signedInUser(phone)
    await page.goto('/capital/bill')
    await expect(page.getByRole('heading', { name: '打不开这一页' })).toBeVisible()
    await expect(page.getByRole('link', { name: '账单' })).toHaveCount(0)
  }
})

test('orders of both channels stand with what the marketplace paid, and a wrong fen is found and settled', {
  tag: '@nightly',
}, async ({ signedInUser, clientOf }) => {
  const owner = await clientOf(OWNER)
  const { auctionNo, curatedNo } = await beginBooks(owner)
  await payPart(owner)
  await Promise.all([settled(owner, auctionNo), settled(owner, curatedNo)])
  const { page } = await signedInUser(OWNER)

  const curated = await equationOf(page, curatedNo)
  expect(curated.progress).toBe('已结算')
  const { 违约金: penaltyFen = 0, ...terms } = curated.terms
  expect(Object.keys(terms)).toEqual(['货款', '补差', '平台服务费', '质检费', '调账'])
  expect(terms.补差).toBe(-PART_FEN)
  // of what was paid back before the settlement the service fee's share comes back as well
  expect(terms.调账).toBeGreaterThan(0)
  // the penalty is of our own file
  expect(curated.sumFen - penaltyFen).toBe(await paidByMarket(curatedNo))
  const auction = await equationOf(page, auctionNo)
  expect(Object.keys(auction.terms)).toEqual(['货款', '平台服务费', '质检费'])
  expect(auction.sumFen).toBe(await paidByMarket(auctionNo))
  await checkScreen(page, 'bills-by-order')

  await page.goto('/capital/bill?show=check')
  await page.getByRole('button', { name: '对近90天的账' }).click()
  await expectToast(page, '对账已开始，结果会自动更新')
  await page.goto(`/capital/bill?show=check&orderNo=${auctionNo}`)
  const finding = rowOf(page, auctionNo)
  await expect(finding).toContainText('金额算不对', { timeout: 60_000 })
  // the marketplace settled less than the formula says
  await expect(finding).toContainText(`少收 ${formatFen(-MISSTATED_FEN)}`)
  await checkScreen(page, 'bills-check')
  await settleFinding(page, finding, '向闲鱼再查一次', '正在向闲鱼查，结果会写在这一行')
  await expect
    .poll(async () => (await owner.call(billCheck.list, { orderNo: auctionNo })).list.map(({ askedAt }) => askedAt), {
      timeout: 60_000,
    })
    .toEqual([null])
  // the marketplace stands by what it said
  await page.reload()
  await expect(finding).toContainText('待处理')
  await expect(finding).toContainText(/闲鱼仍是¥[\d,.]+/)
  await expect(finding).toContainText(`“向闲鱼再查一次”：${REASON}`)
  await settleFinding(page, finding, '手工记一笔', '调账已记上，对上了')
  await expect(finding).toContainText('已对上')
  await expect(finding).toContainText(`“手工记一笔”：${REASON}`)
  const adjusted = await equationOf(page, auctionNo)
  expect(adjusted.terms).toMatchObject({ 调账: -MISSTATED_FEN })
  expect(adjusted.sumFen).toBe(auction.sumFen - MISSTATED_FEN)
})

/** By so much the file says less than was paid. */
const LOWERED_FEN = 2_000

/** What a file has of the number of its first line, head first, with that line made worse, and what both sides come to. */
function withLessPaid([head = '', ...lines]: readonly string[]) {
  const [first = [], ...others] = lines.map((line) => line.split(','))
  const [number = '', , , , , way, amount] = first
  const signOf = (of: string | undefined): number => (of === '收入' ? 1 : -1)
  const fenOf = (of = ''): number => Math.round(Number(of) * 100)
  const rest = others.filter(([one]) => one === number)
  const oursFen = [first, ...rest].reduce((sum, line) => sum + signOf(line[5]) * fenOf(line[6]), 0)
  const changed = first.with(6, ((fenOf(amount) - signOf(way) * LOWERED_FEN) / 100).toFixed(2))
  const text = [head, ...[changed, ...rest].map((line) => line.join(','))].join('\r\n')
  return { number, oursFen, theirsFen: oursFen - LOWERED_FEN, text }
}

test('the accountant: the marketplace’s file, a difference with both sides named, and the month’s paper', {
  tag: '@nightly',
}, async ({ signedInUser, clientOf }) => {
  const owner = await clientOf(OWNER)
  const { curatedNo } = await beginBooks(owner)
  const { number, oursFen, theirsFen, text } = withLessPaid(await statementOf(await shopOfOrder(curatedNo)))
  const { page } = await signedInUser(FINANCE)
  await page.goto('/capital/bill?show=check')
  await page.getByRole('button', { name: '导入结算单' }).click()
  const drawer = page.getByRole('dialog', { name: '导入闲鱼结算单' })
  await choose(page, '11月.csv', text)
  await drawer.getByRole('button', { name: '金额不同' }).click()
  await expect(drawer.getByRole('region', { name: '结算单内容' })).toContainText('结算单是')
  await drawer.getByRole('button', { name: /^导入\d+行$/ }).click()
  const finding = rowOf(page, number)
  await expect(finding).toContainText('文件与账单不符', { timeout: 60_000 })
  const heads = await page.getByRole('columnheader').allTextContents()
  const cells = await cellsOf(finding)
  const cellUnder = (title: string) => cells[heads.findIndex((head) => head.includes(title))] ?? ''
  expect(cellUnder('闲鱼的数')).toContain(formatFen(theirsFen))
  expect(cellUnder('我们的数')).toContain(formatFen(oursFen))
  expect(cellUnder('差多少')).toBe(`少收 ${formatFen(LOWERED_FEN)}`)
  await settleFinding(page, finding, '知道了，先不处理', '已记下原因，先不处理')
  await expect(finding).toHaveCount(0)

  await page.getByRole('radio', { name: '明细' }).check()
  await page.getByRole('button', { name: '月结单' }).click()
  const dialog = page.getByRole('dialog', { name: '月结单' })
  const month = shanghaiDate(new Date().toISOString()).slice(0, 7)
  await dialog.getByLabel('哪个月').selectOption(month)
  await checkScreen(page, 'bills-month')
  await dialog.getByRole('button', { name: /^导出.*的月结单$/ }).click()
  await expect(page.getByText(/^月结单已导出 \d+ 行/)).toBeVisible()
  await page.goto('/tool/download?state=ready')
  const record = rowOf(page, '月结单').first()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    record.getByRole('button', { name: '下载' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(new RegExp(`^月结单_${month}_.*\\.xlsx$`))
  const bytes = new Uint8Array(readFileSync(await file.path()))
  const { lines } = await tableOfFile(new File([bytes], 'month.xlsx'))
  const table = lines.map((line) => line.cells)
  const title = table.findIndex((row) => row.includes('类型') && row.includes('到手'))
  expect(table.slice(0, title).flat().join()).toContain(`月结单 · ${month}`)
  const [titles = [], rows] = [table[title], table.slice(title + 1)]
  const of = (row: readonly string[], name: string): string => row[titles.indexOf(name)] ?? ''
  const sumOf = (part: string) =>
    rows
      .filter((row) => of(row, '类型') === part)
      .reduce((sum, row) => sum + Math.round(Number(of(row, '到手')) * 100), 0)
  expect(sumOf('合计')).not.toBe(0)
  expect(sumOf('小计')).toBe(sumOf('合计'))
})
