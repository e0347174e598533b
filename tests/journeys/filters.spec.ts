import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { savedView } from '@huanji/contract/features/saved-view/calls'
import type { Locator, Page } from '@playwright/test'
import { BETWEEN_TWO, NEIGHBOUR, OWNER, SECOND_MERCHANT } from './fixtures/accounts.ts'
import { expect, test } from './fixtures/journey.ts'
import { draftPhone } from './fixtures/phones.ts'
import { checkThemes } from './fixtures/screen.ts'

const rows = (page: Page, list: string): Locator =>
  page
    .getByRole('region', { name: `${list}表格` })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
const box = (page: Page, label: string): Locator => page.getByRole('combobox', { name: label, exact: true })
const chips = (page: Page): Locator => page.getByRole('list', { name: '已选条件' }).getByRole('button')

async function openInspections(page: Page, search = ''): Promise<void> {
  await page.goto(`/check/ys/list${search}`)
  await expect(rows(page, '鱼市质检列表').first()).toBeVisible()
}

test('defect: typed text of a filter came back with the menu', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const { page } = await signedInUser(NEIGHBOUR)
  const { imei } = await draftPhone(await clientOf(NEIGHBOUR))
  await openInspections(page)
  await page.getByRole('searchbox', { name: '扫码或输号' }).fill(imei)
  await page.getByRole('searchbox', { name: '扫码或输号' }).press('Enter')
  await expect(page).toHaveURL(`/check/ys/list?code=${imei}`)
  await page.getByRole('button', { name: /^草稿/ }).click()
  await expect(page).toHaveURL(`/check/ys/list?code=${imei}&state=draft`)
  await page.reload()
  await expect(page.getByRole('searchbox', { name: '扫码或输号' })).toHaveValue(imei)

  const menu = page.getByRole('navigation', { name: '主菜单' })
  await menu.getByRole('link', { name: '商品', exact: true }).click()
  await expect(page).toHaveURL(/\/sale\/product/)
  await menu.getByRole('link', { name: '鱼市质检列表' }).click()
  await expect(page).toHaveURL('/check/ys/list?state=draft')
  await expect(page.getByText('已恢复上次筛选')).toBeVisible()
  await expect(page.getByRole('searchbox', { name: '扫码或输号' })).toHaveValue('')

  await page.getByRole('button', { name: '清空' }).click()
  await expect(page).toHaveURL('/check/ys/list')
  await expect(page.getByText('已恢复上次筛选')).toHaveCount(0)
  await openInspections(page)
  await expect(page).toHaveURL('/check/ys/list')
})

test('several values are chosen with the keyboard alone', { tag: '@nightly' }, async ({ signedInUser }) => {
  const { page, keyboard } = await signedInUser(OWNER)
  await page.goto('/sale/product')
  await expect(rows(page, '商品').first()).toBeVisible()
  await page.getByRole('searchbox', { name: '扫码或输号' }).focus()
  // past the button and the channel
  for (let step = 0; step < 3; step += 1) await keyboard.press('Tab')
  await expect(box(page, '机型')).toBeFocused()
  // the letters follow at once, whether or not the list has been loaded
  await keyboard.press('Enter')
  await keyboard.type('iPhone 15')
  const list = page.getByRole('listbox', { name: '机型' })
  await expect(list.getByRole('option').nth(1)).toBeVisible()
  await expect(page.getByRole('combobox', { name: '搜索机型' })).toHaveValue('iPhone 15')
  const active = async () => {
    const id = await page.getByRole('combobox', { name: '搜索机型' }).getAttribute('aria-activedescendant')
    return page.locator(`[id="${id}"]`)
  }
  await expect(await active()).toContainText('苹果 iPhone 15')
  await keyboard.press('Enter')
  await keyboard.press('ArrowDown')
  await expect(await active()).toContainText('苹果 iPhone 15 Pro')
  await keyboard.press('Enter')
  await expect(list.getByRole('option', { selected: true })).toHaveCount(2)
  await keyboard.press('Escape')
  await expect(box(page, '机型')).toBeFocused()
  await expect(box(page, '机型')).toHaveText('苹果 iPhone 15、苹果 iPhone 15 Pro')
  await expect(page).toHaveURL(/[?&]modelId=[\w-]+,[\w-]+&/)

  await page.reload()
  await expect(chips(page)).toHaveText(['机型：苹果 iPhone 15、苹果 iPhone 15 Pro'])
  await chips(page).focus()
  await keyboard.press('Delete')
  await expect(page).toHaveURL('/sale/product')
  await expect(page.getByRole('searchbox', { name: '扫码或输号' })).toBeFocused()
})

test('rows of several values are there, with how many each value has', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const client = await clientOf(OWNER)
  const { page } = await signedInUser(OWNER)
  await page.goto('/check/ys/list')
  await expect(rows(page, '鱼市质检列表').first()).toBeVisible()
  const totalOf = async (grade: ('99' | '95' | '90')[]) => {
    const { total } = await client.call(detRecord.getDetectRecordList, { channel: 'auction', grade })
    return total
  }
  await box(page, '成色').click()
  const options = page.getByRole('listbox', { name: '成色' }).getByRole('option')
  await expect(options.filter({ hasText: '99新' })).toHaveText(`99新${await totalOf(['99'])}`)
  for (const grade of ['99新', '95新', '9成新']) await options.filter({ hasText: grade }).click()
  await expect(page).toHaveURL('/check/ys/list?grade=99,95,90')
  await expect(page.getByRole('navigation', { name: '分页' })).toContainText(
    `共 ${await totalOf(['99', '95', '90'])} 条`,
  )
  await page.keyboard.press('Escape')
  await expect(chips(page)).toHaveText(['成色：99新 等 3 项'])
  await page.goBack()
  await expect(page).toHaveURL('/check/ys/list')
})

test('defect: the date box spoke the browser’s language', async ({ signedInUser }) => {
  const { page, keyboard } = await signedInUser(OWNER, { locale: 'en-US', timezoneId: 'America/Los_Angeles' })
  await page.goto('/sale/order')
  await expect(rows(page, '鱼市订单').first()).toBeVisible()
  await expect(page.locator('input[type="date"]')).toHaveCount(0)
  await box(page, '下单时间').focus()
  await keyboard.press('ArrowDown')
  const panel = page.getByRole('dialog', { name: '下单时间' })
  await expect(panel).toMatchAriaSnapshot(`
    - dialog "下单时间":
      - list "常用":
        - listitem:
          - button "今天"
        - listitem:
          - button "昨天"
        - listitem:
          - button "近7天"
        - listitem:
          - button "近30天"
        - listitem:
          - button "本月"
        - listitem:
          - button "上月"
        - listitem:
          - button "自定义"
      - group "自定义":
        - textbox "开始日期":
          - /placeholder: 年-月-日
        - textbox "结束日期":
          - /placeholder: 年-月-日
        - button "确定"
        - button "清除" [disabled]
      - alert
      - navigation:
        - button "前往上个月":
          - img
        - button "前往下个月":
          - img
      - status: /\\d+年\\d+月/
      - grid /\\d+年\\d+月/
      - status: /\\d+年\\d+月/
      - grid /\\d+年\\d+月/
      - status: 请选择开始日期
  `)
  const words = await panel.evaluate((element) =>
    [...element.querySelectorAll('*'), element]
      .flatMap((part) => [part.getAttribute('aria-label') ?? '', part.children.length === 0 ? part.textContent : ''])
      .join(' '),
  )
  expect(words).not.toMatch(/[A-Za-z]/)
  await expect(panel.getByRole('button', { name: '今天', exact: true })).toBeFocused()
  await expect(panel.getByRole('grid').first().locator('th').first()).toHaveAttribute('aria-label', '星期一')

  await panel.getByRole('button', { name: '近7天' }).press('Enter')
  await expect(page).toHaveURL('/sale/order?orderedFrom=last7')
  await expect(box(page, '下单时间')).toHaveText('近7天')
  await expect(box(page, '下单时间')).toBeFocused()
})

test('a calendar is walked with arrows, and the days are those of Shanghai', { tag: '@nightly' }, async ({
  signedInUser,
}) => {
  const { page, keyboard } = await signedInUser(OWNER, { timezoneId: 'America/Los_Angeles' })
  await page.goto('/sale/order?orderedFrom=2026-10-05&orderedTo=2026-10-09')
  await box(page, '下单时间').click()
  const panel = page.getByRole('dialog', { name: '下单时间' })
  await expect(panel.getByRole('gridcell', { selected: true })).toHaveCount(5)
  await panel.getByRole('button', { name: /^2026年10月5日/ }).focus()
  await keyboard.press('ArrowDown')
  await expect(panel.getByRole('button', { name: /^2026年10月12日/ })).toBeFocused()
  await keyboard.press('Enter')
  await expect(panel.getByText('已选 2026-10-12，请选择结束日期')).toBeVisible()
  await keyboard.press('ArrowRight')
  const asked = page.waitForRequest((request) => request.url().endsWith(auctionOrder.list.path))
  await keyboard.press('Enter')
  expect((await asked).postDataJSON()).toMatchObject({
    orderedFrom: '2026-10-11T16:00:00.000Z',
    orderedTo: '2026-10-13T15:59:59.999Z',
  })
  await expect(page).toHaveURL('/sale/order?orderedFrom=2026-10-12&orderedTo=2026-10-13')
})

test('defect: a reversed range of days was accepted', { tag: '@nightly' }, async ({ signedInUser }) => {
  const { page } = await signedInUser(OWNER)
  const asked = page.waitForRequest((request) => request.url().endsWith(auctionOrder.list.path))
  await page.goto('/sale/order?orderedFrom=2026-11-10&orderedTo=2026-11-01')
  expect((await asked).postDataJSON()).toMatchObject({
    orderedFrom: '2026-10-31T16:00:00.000Z',
    orderedTo: '2026-11-10T15:59:59.999Z',
  })
  await box(page, '下单时间').click()
  const panel = page.getByRole('dialog', { name: '下单时间' })
  await panel.getByRole('textbox', { name: '开始日期' }).fill('2026/11/20')
  await panel.getByRole('textbox', { name: '结束日期' }).fill('20261103')
  await panel.getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveURL('/sale/order?orderedFrom=2026-11-03&orderedTo=2026-11-20')
})

test('a view keeps filters and columns under a name, for oneself and for all', async ({ signedInUser, clientOf }) => {
  const client = await clientOf(NEIGHBOUR)
  for (const { viewId } of (await client.call(savedView.list, { listKey: 'bills' })).views) {
    await client.call(savedView.remove, { viewId })
  }
  const { page } = await signedInUser(NEIGHBOUR)
  const views = (current = '常用筛选') => page.getByRole('button', { name: current, exact: true })
  const item = (name: string) => page.getByRole('menu').getByText(name, { exact: true })
  await page.goto('/capital/bill?direction=in&orderNo=3800')
  await views().click()
  await item('另存为…').click()
  await page.getByRole('textbox', { name: '名称' }).fill('收入')
  await page.getByRole('checkbox', { name: '共享给全店' }).check()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page).toHaveURL(/orderNo=3800&direction=in&view=[\w-]+$/)
  await expect(views('常用筛选：收入')).toHaveText('收入')

  await box(page, '收支').click()
  await page.getByRole('option', { name: /^支出/ }).click()
  await page.keyboard.press('Escape')
  await views('常用筛选：收入 已修改').click()
  await expect(page.getByRole('menu')).toMatchAriaSnapshot(`
    - menu "常用筛选：收入 已修改":
      - group "共享常用筛选":
        - menuitemradio "收入" [checked]
      - group:
        - menuitem "保存修改"
        - menuitem "另存为…"
        - menuitem "重命名…"
        - menuitem "取消共享"
        - menuitem "删除…"
  `)
  await item('保存修改').click()
  await expect(views('常用筛选：收入')).toHaveText('收入')

  const colleague = await signedInUser(BETWEEN_TWO, { merchantName: SECOND_MERCHANT })
  await colleague.page.goto('/capital/bill')
  await colleague.page.getByRole('button', { name: '常用筛选', exact: true }).click()
  await colleague.page.getByRole('menuitemradio', { name: /^收入/ }).click()
  await expect(colleague.page).toHaveURL(/direction=in,out&/)

  await views('常用筛选：收入').click()
  await item('重命名…').click()
  await page.getByRole('textbox', { name: '名称' }).fill('收支')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(views('常用筛选：收支')).toBeVisible()
  await views('常用筛选：收支').click()
  await item('删除…').click()
  await page.getByRole('button', { name: '删除' }).click()
  await expect(page).not.toHaveURL(/view=/)
  await expect(page).toHaveURL(/direction=in,out/)
})

test('filters and their chips have names for a screen reader', { tag: '@nightly' }, async ({ signedInUser }) => {
  const { page } = await signedInUser(OWNER)
  await page.goto('/sale/order?shopAccountId=&scheduleDate=tomorrow&orderedFrom=last30')
  await expect(page.getByRole('search', { name: '筛选' })).toMatchAriaSnapshot(`
    - search "筛选":
      - text: 扫码或输号
      - searchbox "扫码或输号"
      - button "查询"
      - text: 标题、买家
      - searchbox "标题、买家"
      - text: 机型
      - combobox "机型": 全部
      - text: 店铺
      - combobox "店铺": 全部
      - text: 场次日期
      - combobox "场次日期": 明天
      - text: 下单时间
      - combobox "下单时间": 近30天
      - list "已选条件":
        - listitem:
          - button "移除 场次日期：明天"
        - listitem:
          - button "移除 下单时间：近30天"
      - button "清空"
  `)
  await box(page, '店铺').click()
  await expect(page.getByRole('dialog', { name: '店铺' })).toMatchAriaSnapshot(`
    - dialog "店铺":
      - combobox "搜索店铺" [expanded]
      - status: /\\d+个可选项/
      - listbox "店铺":
        - option
      - text: 可多选
      - button "清除" [disabled]
  `)
})

test('options, calendar and menu are accessible in both themes', { tag: '@nightly' }, async ({ signedInUser }) => {
  const { page } = await signedInUser(OWNER, { viewport: { width: 1280, height: 720 } })
  await page.goto('/sale/product?grade=99,95,90&scheduleDate=today')
  await expect(chips(page)).toHaveText(['成色：99新 等 3 项', '场次日期：今天'])
  for (const label of ['成色', '机型', '场次日期']) {
    await box(page, label).click()
    await expect(page.getByRole('dialog', { name: label })).toBeVisible()
    await checkThemes(page, `filter-${label}`)
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: '常用筛选', exact: true }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await checkThemes(page, 'filter-views')
})
