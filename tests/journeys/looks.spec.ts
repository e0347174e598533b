import type { Page } from '@playwright/test'
import { OWNER } from './people/accounts.ts'
import { answerClaims, bench, openSheet, takePhotos } from './people/bench.ts'
import type { Caller } from './people/caller.ts'
import { lookAt } from './people/eyes.ts'
import { type Desk, expect, test } from './people/journey.ts'
import { control, publishPhone, scheduledEntry, sellPhone } from './people/marketplace.ts'
import { openPacking, packing } from './people/packing.ts'
import { type InspectedPhone, inspectPhone, newBags, newImei } from './people/phones.ts'

const THEMES = ['light', 'dark'] as const
const TABLET = { width: 768, height: 1024 }
const DEAL_FEN = 230_000

/** What the screens are looked at with: one phone on sale, one sold. */
interface Exhibits {
  readonly onSale: string
  readonly orderId: string
  readonly sold: InspectedPhone
}

let made: Promise<Exhibits> | undefined

async function putOnSale(owner: Caller, bagCode: string): Promise<string> {
  const listingId = await publishPhone(owner, await inspectPhone(owner, bagCode))
  const entryId = await scheduledEntry(listingId)
  await control('startEntry', { entryId })
  await control('placeBid', { entryId, buyer: 3, amountFen: DEAL_FEN })
  return listingId
}

async function makeExhibits(owner: Caller): Promise<Exhibits> {
  const [first = '', second = ''] = await newBags(owner, 2)
  const sold = await inspectPhone(owner, second)
  const [onSale, { orderId }] = await Promise.all([putOnSale(owner, first), sellPhone(owner, sold, DEAL_FEN)])
  return { onSale, orderId, sold }
}

/** The same for every theme and width; made when the first screen needs them. */
async function exhibitsOf(callerOf: (phone: string) => Promise<Caller>): Promise<Exhibits> {
  made ??= makeExhibits(await callerOf(OWNER))
  return made
}

const rowsOf = (page: Page, name: string) => page.getByRole('region', { name: `${name}表格` }).getByRole('cell')

for (const colorScheme of THEMES) {
  const pictured = (name: string) => `${colorScheme}-${name}`

  test(`public pages, ${colorScheme}`, async ({ newDesk }) => {
    const { page } = await newDesk({ colorScheme })
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: '登录', exact: true })).toBeVisible()
    await lookAt(page, pictured('login'))
    await page.getByRole('button', { name: '验证码登录' }).click()
    await expect(page.getByAltText('图形验证码')).toBeVisible()
    await lookAt(page, pictured('login-code'))
    await page.getByRole('button', { name: '注册商家' }).click()
    await expect(page.getByRole('heading', { name: '注册商家' })).toBeVisible()
    await lookAt(page, pictured('sign-up'))
    for (const name of ['privacy', 'seller', 'user']) {
      await page.goto(`/agreement/${name}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await lookAt(page, pictured(`agreement-${name}`))
    }
    await page.goto('/nothing')
    await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
    await lookAt(page, pictured('not-found'))
  })

  test(`home and the shell, ${colorScheme}`, async ({ deskOf }) => {
    const { page, hands } = await deskOf(OWNER, { colorScheme })
    await page.goto('/')
    await expect(page.getByRole('link', { name: /待发货/ }).first()).toBeVisible()
    await lookAt(page, pictured('home'))
    await hands.press('Control+k')
    await expect(page.getByRole('option').first()).toBeVisible()
    await lookAt(page, pictured('palette'))
    await hands.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await hands.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
    await lookAt(page, pictured('keys'))
  })

  test(`inspection, ${colorScheme}`, async ({ deskOf, callerOf }) => {
    const exhibits = await exhibitsOf(callerOf)
    const desk = await deskOf(OWNER, { colorScheme })
    await lookAtBench(desk, pictured)
    const { page } = desk
    await page.goto('/check/ys/list')
    await expect(rowsOf(page, '鱼市质检列表').first()).toBeVisible()
    await lookAt(page, pictured('inspection-list'))
    await page.getByRole('button', { name: '列设置' }).click()
    await expect(page.getByRole('dialog', { name: '列设置' })).toBeVisible()
    await lookAt(page, pictured('columns'))
    await page.goto('/check/ys/list?code=QC00000000000000')
    await expect(page.getByText('没有符合条件的记录')).toBeVisible()
    await lookAt(page, pictured('inspection-list-empty'))
    await page.goto(`/check/ys/detail?inspectionId=${exhibits.sold.inspectionId}`)
    await expect(page.getByRole('heading', { name: '质检报告' })).toBeVisible()
    await lookAt(page, pictured('inspection-report'))
    await page.getByRole('button', { name: '打印标签' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await lookAt(page, pictured('label'))
    await page.goto('/check/ys/baglog')
    await expect(rowsOf(page, '封袋绑定记录').first()).toBeVisible()
    await lookAt(page, pictured('bags'))
    await page.getByRole('button', { name: '登记封袋号段' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await lookAt(page, pictured('bag-roll'))
  })

  test(`sale, ${colorScheme}`, async ({ deskOf, callerOf }) => {
    const exhibits = await exhibitsOf(callerOf)
    const desk = await deskOf(OWNER, { colorScheme })
    const { page, hands } = desk
    await page.goto('/sale/product')
    await expect(rowsOf(page, '商品').first()).toBeVisible()
    await lookAt(page, pictured('product-list'))
    await hands.press('n')
    await expect(page.getByRole('dialog').getByText('可上架设备').or(page.getByText('还没有选设备'))).toBeVisible()
    await lookAt(page, pictured('publish'))
    await page.goto(`/sale/product/detail?listingId=${exhibits.onSale}`)
    await expect(page.getByRole('heading', { name: '商品详情' })).toBeVisible()
    await lookAt(page, pictured('product-detail'))
    await page.goto('/sale/order')
    await expect(rowsOf(page, '鱼市订单').first()).toBeVisible()
    await lookAt(page, pictured('order-list'))
    await page.goto(`/sale/order/detail?orderId=${exhibits.orderId}`)
    await expect(page.getByRole('heading', { name: '出价记录' })).toBeVisible()
    await lookAt(page, pictured('order-detail'))
    await lookAtPacking(desk, exhibits.sold, pictured)
    await page.goto('/capital/bill')
    await expect(page.getByText('净额')).toBeVisible()
    await lookAt(page, pictured('bills'))
  })

  test(`inspection and shipping on a tablet, ${colorScheme}`, async ({ deskOf, callerOf }) => {
    const exhibits = await exhibitsOf(callerOf)
    const desk = await deskOf(OWNER, { colorScheme, viewport: TABLET })
    const { page } = desk
    await lookAtBench(desk, (name) => pictured(`tablet-${name}`))
    await page.goto('/check/ys/list')
    await expect(rowsOf(page, '鱼市质检列表').first()).toBeVisible()
    await lookAt(page, pictured('tablet-inspection-list'))
    await page.getByRole('button', { name: '菜单' }).click()
    await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible()
    await lookAt(page, pictured('tablet-menu'))
    await page.goto('/sale/order')
    await expect(rowsOf(page, '鱼市订单').first()).toBeVisible()
    await lookAt(page, pictured('tablet-order-list'))
    await page.goto(`/sale/order/detail?orderId=${exhibits.orderId}`)
    await expect(page.getByRole('heading', { name: '出价记录' })).toBeVisible()
    await lookAt(page, pictured('tablet-order-detail'))
    await lookAtPacking(desk, exhibits.sold, (name) => pictured(`tablet-${name}`))
  })
}

/** The bench from the first scan to the finished phone. */
async function lookAtBench(desk: Desk, pictured: (name: string) => string): Promise<void> {
  const { page, hands } = desk
  await bench.open(page)
  await lookAt(page, pictured('bench-ready'))
  await openSheet(desk, newImei())
  await lookAt(page, pictured('bench-sheet'))
  await answerClaims(desk)
  await hands.press((await bench.cell(page, '屏幕划痕').getAttribute('aria-keyshortcuts')) ?? '')
  await expect(bench.item(page, '屏幕划痕')).toBeVisible()
  await hands.press('3')
  await takePhotos(page, [
    { title: '屏幕划痕瑕疵', subject: 'C01' },
    { title: '背面', subject: 'back' },
  ])
  await expect(bench.saved(page)).toBeVisible()
  await lookAt(page, pictured('bench-exception'))
  await hands.press('Control+Enter')
  await expect(bench.result(page)).toBeVisible()
  await lookAt(page, pictured('bench-result'))
}

/** The packing table with a refused phone, and with the right one. */
async function lookAtPacking(desk: Desk, sold: InspectedPhone, pictured: (name: string) => string): Promise<void> {
  const { page, hands } = desk
  await openPacking(desk)
  await lookAt(page, pictured('shipping-ready'))
  await hands.scan(sold.imei)
  await expect(packing.unit(page, sold.imei)).toContainText('待扫封袋')
  await hands.scan(newImei())
  await expect(packing.said(page)).toContainText('非本订单设备')
  await lookAt(page, pictured('shipping-refused'))
  await hands.scan(sold.bagCode)
  await expect(packing.unit(page, sold.imei)).toContainText('已核对')
  await hands.scan(`SF${sold.imei.slice(-13)}`)
  await expect(page.getByRole('textbox', { name: '运单号', exact: true })).not.toHaveValue('')
  await lookAt(page, pictured('shipping-checked'))
}
