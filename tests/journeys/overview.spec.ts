import { merchant } from '@huanji/contract/features/merchant/calls'
import { STREAM_PATH } from '@huanji/contract/live'
import { addDays, shanghaiDate } from '@huanji/domain/time'
import type { Locator, Page } from '@playwright/test'
import { INSPECTOR, OWNER } from './fixtures/accounts.ts'
import { signedFen } from './fixtures/amounts.ts'
import { expect, test } from './fixtures/journey.ts'
import { checkThemes } from './fixtures/screen.ts'
import { totalsOf } from './pages/bill-list.ts'

const today = (): string => shanghaiDate(new Date().toISOString())
/** Days that are over: no journey adds to them while they are looked at. */
const pastDays = () => ({ from: addDays(today(), -29), to: addDays(today(), -1) })
const PAST_DAYS = 29

const overviewOn = (page: Page): Locator => page.getByRole('region', { name: '经营概览' })
const cardOn = (page: Page, name: string): Locator =>
  overviewOn(page)
    .getByRole('region', { name, exact: true })
    .filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) })

/** Opens home and waits until the past is counted. */
async function openHome(page: Page, query: Readonly<Record<string, string>> = {}): Promise<void> {
  await page.goto(`/?${new URLSearchParams(query)}`)
  await expect(overviewOn(page).getByRole('status')).toContainText('截至', { timeout: 60_000 })
}

/** What is chosen is ticked at once, and then stands in the address. */
async function choose(page: Page, range: string): Promise<void> {
  await overviewOn(page).getByRole('radio', { name: range }).check()
}

const textOf = async (part: Locator): Promise<string> => (await part.textContent()) ?? ''

const figureOf = (page: Page, name: string): Promise<string> => textOf(cardOn(page, name).locator('b'))

interface Lead {
  readonly href: string
  readonly text: string
}

interface Anchor {
  getAttribute(name: string): string | null
  readonly textContent: string
}

const leadsIn = (part: Locator): Promise<Lead[]> =>
  part
    .getByRole('link')
    .evaluateAll((links: Anchor[]) =>
      links.map((link) => ({ href: link.getAttribute('href') ?? '', text: link.textContent })),
    )

/** How many rows the list at an address says that it has. */
async function countAt(page: Page, href: string): Promise<number> {
  await page.goto(href)
  const total = page.getByText(/^共 [\d,]+ 条$/)
  await expect(total).toBeVisible()
  return Number((await textOf(total)).replace(/\D/g, ''))
}

const countIn = (text: string): number => Number(/([\d,]+)(?: 单)?$/.exec(text)?.[1]?.replaceAll(',', ''))

/** Opens what a number leads to: rows that are as many, or bills that come to as much. */
async function expectCounted(page: Page, { href, text }: Lead): Promise<void> {
  const found = await countAt(page, href)
  if (!text.startsWith('¥') && !text.startsWith('-¥')) {
    expect.soft(found, `${text} at ${href}`).toBe(countIn(text))
    return
  }
  const fen = found === 0 ? 0 : (await totalsOf(page)).到手
  expect.soft(fen, `${text} at ${href}`).toBe(signedFen(text))
}

/** Turns a chart into the table of its numbers, and gives its rows, each by the heads of its columns. */
async function tableOf(page: Page, title: string): Promise<Record<string, string>[]> {
  await page.getByRole('button', { name: `${title}：表格` }).click()
  const rows = await page
    .getByRole('region', { name: `${title}表格` })
    .getByRole('row')
    .all()
  const [head = [], ...texts] = await Promise.all(rows.map((row) => row.locator('th, td').allTextContents()))
  return texts.map((cells) => Object.fromEntries(cells.map((cell, index) => [head[index] ?? '', cell])))
}

const sumOf = (rows: readonly Record<string, string>[], column: string, read: (text: string) => number): number =>
  rows.reduce((sum, row) => sum + read(row[column] ?? ''), 0)

/** The first link of each column of a table, of a row that has something to count. */
async function leadsByColumn(page: Page, title: string): Promise<Lead[]> {
  const leads = await leadsIn(page.getByRole('region', { name: `${title}表格` }))
  const counting = leads.filter(({ text }) => !/^(0|¥0\.00)$/.test(text))
  const byList = Map.groupBy(counting, ({ href }) => new URL(href, 'http://x').pathname)
  return [...byList.values()].flatMap(([first]) => (first ? [first] : []))
}

test('every figure of past days leads to a list that counts the same, and its chart has the numbers', {
  tag: '@nightly',
}, async ({ signedInUser }) => {
  const { page } = await signedInUser(OWNER)
  const days = pastDays()
  await openHome(page, days)
  await expect(overviewOn(page).getByRole('status')).toContainText(`${days.from} 至 ${days.to}`)
  const [salesFen, netFen] = [signedFen(await figureOf(page, '销售额')), signedFen(await figureOf(page, '到手'))]
  const units = Number(await figureOf(page, '台数'))

  const sales = await tableOf(page, '销售额与到手')
  expect(sales).toHaveLength(PAST_DAYS)
  expect(sumOf(sales, '销售额', signedFen)).toBe(salesFen)
  expect(sumOf(sales, '到手', signedFen)).toBe(netFen)
  expect(sumOf(sales, '台数', Number)).toBe(units)
  const shops = await tableOf(page, '各店铺')
  expect(shops.length).toBeGreaterThan(1)
  expect(sumOf(shops, '销售额', signedFen)).toBe(salesFen)
  const tables = ['动销率', '售后', '成色结构']
  for (const title of tables) await tableOf(page, title)
  await checkThemes(page, 'overview-tables')

  const cards = (await Promise.all(['销售额', '台数', '售后率'].map((name) => leadsIn(cardOn(page, name))))).flat()
  expect(cards.map(({ text }) => text.replace(/[\d,]+/, 'n'))).toEqual(
    expect.arrayContaining(['鱼市 n 单', '严选 n 单', '售后 n 单']),
  )
  const [bills] = await leadsIn(cardOn(page, '到手'))
  const net = { href: bills?.href ?? '', text: await figureOf(page, '到手') }
  const ofTables: Lead[] = []
  for (const title of ['销售额与到手', '各店铺', ...tables]) ofTables.push(...(await leadsByColumn(page, title)))
  expect(ofTables.length).toBeGreaterThan(5)
  for (const lead of [...cards, net, ...ofTables]) await expectCounted(page, lead)

  // each of two shops by itself
  for (const { 店铺: shop = '', 销售额: sold = '', 台数: phones = '' } of shops.slice(0, 2)) {
    await openHome(page, days)
    await overviewOn(page).getByLabel('店铺', { exact: true }).selectOption({ label: shop })
    await expect(cardOn(page, '台数').locator('b')).toHaveText(phones)
    await expect(cardOn(page, '销售额').locator('b')).toHaveText(sold)
    const [first] = await leadsIn(cardOn(page, '销售额'))
    if (first) await expectCounted(page, first)
  }
})

test('the period, a shop and a channel are chosen, stand in the address, and the figures follow', {
  tag: '@nightly',
}, async ({ signedInUser }) => {
  const { page } = await signedInUser(OWNER)
  await openHome(page)
  const status = overviewOn(page).getByRole('status')
  const spans = { 今天: today(), 近30天: `${addDays(today(), -29)} 至 ${today()}`, 近7天: addDays(today(), -6) }
  for (const [name, span] of Object.entries(spans)) {
    await choose(page, name)
    await expect(status).toContainText(span)
    const lead = overviewOn(page)
      .getByRole('link', { name: /^鱼市 [\d,]+ 单$/ })
      .first()
    const days = new RegExp(`paidFrom=${span.slice(0, 10)}&paidTo=${today()}`)
    await expect(lead).toHaveAttribute('href', days)
  }
  await expect(page).toHaveURL('/')
  await choose(page, '自选')
  await expect(page).toHaveURL(`/?from=${addDays(today(), -6)}&to=${today()}`)
  await overviewOn(page).getByLabel('渠道').selectOption('严选')
  await expect(page).toHaveURL(/channel=curated$/)
  await expect(overviewOn(page).getByRole('heading', { name: '场次成交' })).toHaveCount(0)
  await expect(overviewOn(page).getByRole('link', { name: /^鱼市/ })).toHaveCount(0)

  const aged = overviewOn(page).getByRole('button', { name: /^超 7 天 [1-9]/ })
  await openHome(page)
  const phones = countIn((await textOf(aged)).replace(/ 台$/, ''))
  await aged.click()
  const drawer = page.getByRole('dialog', { name: '在库超过 7 天的手机' })
  await expect(drawer).toContainText(`共 ${phones} 台`)
  await expect(drawer.getByRole('row')).toHaveCount(Math.min(phones, 50) + 1)
  await checkThemes(page, 'overview-aged')
})

test('a new merchant is told that there is nothing yet, a post without the right has no figures, a failure offers 重试', {
  tag: '@nightly',
}, async ({ signedInUser, userWithSession, ownOwner, clientOf }) => {
  const fresh = await userWithSession(await ownOwner())
  await openHome(fresh.page)
  await expect(overviewOn(fresh.page)).toContainText('这段时间还没有经营数据')
  await checkThemes(fresh.page, 'overview-empty')

  const inspector = await signedInUser(INSPECTOR)
  await inspector.page.goto('/')
  await expect(inspector.page.getByRole('heading', { name: '待办' })).toBeVisible()
  await expect(inspector.page.getByRole('link', { name: /^待拍摄/ })).toBeVisible()
  await expect(overviewOn(inspector.page)).toHaveCount(0)
  const { overview } = await (await clientOf(INSPECTOR)).call(merchant.business, pastDays())
  expect(overview).toBeNull()

  const { page, monitor } = fresh
  monitor.expectBrokenAnswers()
  // never answered, so that nothing is asked again by itself before 重试 is pressed
  await page.route(`**${STREAM_PATH}`, () => undefined)
  let isBroken = true
  await page.route('**/api/mch/business', (route) =>
    isBroken && route.request().postData()?.includes('"from"') ? route.fulfill({ status: 503 }) : route.continue(),
  )
  await page.goto('/')
  await expect(overviewOn(page)).toContainText('经营概览加载失败')
  await expect(page.getByRole('heading', { name: '待办' })).toBeVisible()
  await checkThemes(page, 'overview-failed')
  isBroken = false
  await overviewOn(page).getByRole('button', { name: '重试' }).click()
  await expect(overviewOn(page)).toContainText('这段时间还没有经营数据')
})
