import { readFileSync } from 'node:fs'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { employee } from '@huanji/contract/features/people/employee'
import { role } from '@huanji/contract/features/people/role'
import type { Page } from '@playwright/test'
import { BETWEEN_TWO, NEIGHBOUR, OWNER, SECOND_MERCHANT } from './fixtures/accounts.ts'
import { doubleClick } from './fixtures/double-click.ts'
import {
  bulkBar,
  enoughDrafts,
  firstNumber,
  numberOn,
  openList,
  PAGE_SIZE,
  rows,
  tab,
  table,
  widthOf,
} from './fixtures/inspection-list.ts'
import { expect, test } from './fixtures/journey.ts'
import { signUp } from './fixtures/new-accounts.ts'
import { draftPhone } from './fixtures/phones.ts'

test('the address is the truth: filter, reload, back', async ({ signedInUser, clientOf }) => {
  const { page } = await signedInUser(NEIGHBOUR)
  const client = await clientOf(NEIGHBOUR)
  await draftPhone(client)
  const { imei, inspectionNo } = await draftPhone(client)
  await openList(page, '?pageSize=50')
  await page.getByRole('searchbox', { name: '扫码或输号' }).fill(imei)
  await page.getByRole('searchbox', { name: '扫码或输号' }).press('Enter')
  await expect(page).toHaveURL(`/check/ys/list?code=${imei}&pageSize=50`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(inspectionNo)

  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('searchbox', { name: '扫码或输号' })).toHaveValue(imei)
  await expect(page.getByLabel('每页条数')).toHaveValue('50')

  await rows(page).getByRole('link').first().click()
  await expect(page.getByRole('article', { name: '质检报告' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`/check/ys/list?code=${imei}&pageSize=50`)
  await expect(rows(page)).toHaveCount(1)
  await page.goBack()
  await expect(page).toHaveURL('/check/ys/list?pageSize=50')
  await expect(page.getByRole('searchbox', { name: '扫码或输号' })).toHaveValue('')
  await expect(rows(page).nth(1)).toBeVisible()
})

test('what was filtered last comes back into an empty address, until it is reset', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const { page } = await signedInUser(NEIGHBOUR)
  await draftPhone(await clientOf(NEIGHBOUR))
  await openList(page)
  await tab(page, /^草稿/).click()
  await expect(page).toHaveURL('/check/ys/list?state=draft')
  await openList(page)
  await expect(page).toHaveURL('/check/ys/list?state=draft')
  await page.getByRole('button', { name: '清空' }).click()
  await expect(page).toHaveURL('/check/ys/list')
  await openList(page)
  await expect(page).toHaveURL('/check/ys/list')
})

test('a tab says how many there are and shows no others', { tag: '@nightly' }, async ({ signedInUser, clientOf }) => {
  const client = await clientOf(NEIGHBOUR)
  await draftPhone(client)
  const { page } = await signedInUser(NEIGHBOUR)
  await openList(page)
  await tab(page, /^草稿/).click()
  await expect(tab(page, /^草稿/)).toHaveAttribute('aria-pressed', 'true')
  const { total } = await client.call(detRecord.getDetectRecordList, { channel: 'auction', state: 'draft' })
  await expect(tab(page, /^草稿/)).toHaveText(new RegExp(`^草稿${total > 999 ? '999\\+' : total}$`))
  await expect(page.getByRole('navigation', { name: '分页' })).toContainText(`共 ${total} 条`)
  await expect(rows(page)).toHaveCount(Math.min(total, PAGE_SIZE))
  await expect(rows(page).filter({ hasText: '草稿' })).toHaveCount(Math.min(total, PAGE_SIZE))
})

test('pages follow each other by cursor, there and back', { tag: '@nightly' }, async ({ signedInUser, clientOf }) => {
  await enoughDrafts(await clientOf(NEIGHBOUR))
  const { page } = await signedInUser(NEIGHBOUR)
  await openList(page, '?state=draft')
  const first = await numberOn(page)
  await page.getByRole('button', { name: '下一页' }).click()
  await expect(page).toHaveURL(/[?&]page=2&cursor=/)
  await expect(firstNumber(page)).not.toHaveText(first)
  const second = await numberOn(page)
  await page.reload()
  await expect(firstNumber(page)).toHaveText(second)
  await page.getByRole('button', { name: '上一页' }).click()
  await expect(page).toHaveURL('/check/ys/list?state=draft')
  await expect(firstNumber(page)).toHaveText(first)
  await expect(page.getByRole('button', { name: '上一页' })).toBeDisabled()
})

test('columns are remembered for the person who chose them, and for nobody else', async ({
  signedInUser,
  clientOf,
}) => {
  await draftPhone(await clientOf(NEIGHBOUR))
  const { page } = await signedInUser(NEIGHBOUR)
  await openList(page)
  const shop = page.getByRole('columnheader', { name: '店铺' })
  await expect(shop).toBeVisible()
  await page.getByRole('button', { name: '列设置' }).click()
  const settings = page.getByRole('dialog', { name: '列设置' })
  await settings.getByRole('checkbox', { name: '店铺' }).uncheck()
  await settings.getByRole('checkbox', { name: '更新时间' }).check()
  await settings.getByRole('radio', { name: '紧凑' }).check()
  await settings.getByRole('button', { name: '关闭' }).click()
  await expect(shop).toHaveCount(0)
  await openList(page)
  await expect(shop).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: '更新时间' })).toBeVisible()

  const storage = await page.context().storageState()
  const remembered = storage.origins[0]?.localStorage.filter(({ name }) => name.startsWith('columns:')) ?? []
  const colleague = await signedInUser(BETWEEN_TWO, { merchantName: SECOND_MERCHANT })
  await colleague.page.goto('/')
  await colleague.page.evaluate(
    `Object.assign(localStorage, ${JSON.stringify(Object.fromEntries(remembered.map(({ name, value }) => [name, value])))})`,
  )
  await openList(colleague.page)
  await expect(colleague.page.getByRole('columnheader', { name: '店铺' })).toBeVisible()

  await page.getByRole('button', { name: '列设置' }).click()
  await settings.getByRole('button', { name: '恢复默认' }).click()
  await settings.getByRole('button', { name: '关闭' }).click()
  await expect(shop).toBeVisible()
})

test('a list is worked by keys alone', async ({ signedInUser, clientOf }) => {
  const client = await clientOf(NEIGHBOUR)
  await draftPhone(client)
  await draftPhone(client)
  const { page, keyboard } = await signedInUser(NEIGHBOUR)
  await openList(page)
  await keyboard.press('j')
  await expect(rows(page).nth(0)).toBeFocused()
  await keyboard.press('j')
  await expect(rows(page).nth(1)).toBeFocused()
  await keyboard.press('k')
  await expect(rows(page).nth(0)).toBeFocused()
  await keyboard.press('x')
  await expect(page.getByRole('region', { name: '批量操作' })).toContainText('已选 1 项')
  await keyboard.press('x')
  await expect(page.getByRole('region', { name: '批量操作' })).toHaveCount(0)
  await keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('下一行')
  await keyboard.press('Escape')
  await expect(rows(page).nth(0)).toBeFocused()
  const number = await numberOn(page)
  await keyboard.press('Enter')
  await expect(page.getByRole('article', { name: '质检报告' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(number)
  await page.goBack()
  await expect(rows(page).first()).toBeVisible()
  await keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: '扫码或输号' })).toBeFocused()
})

test('nothing found says what to do', { tag: '@nightly' }, async ({ signedInUser }) => {
  const { page } = await signedInUser(NEIGHBOUR)
  await page.goto('/check/ys/list?code=QC00000000000000')
  const list = table(page)
  await expect(list.getByText(/没有/)).toBeVisible()
  await list.getByRole('button', { name: '清空筛选' }).click()
  await expect(page).toHaveURL('/check/ys/list')
})

test('an unreachable server is said, and 重试 brings the rows', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  await draftPhone(await clientOf(NEIGHBOUR))
  const { page, monitor } = await signedInUser(NEIGHBOUR)
  const call = `**${detRecord.getDetectRecordList.path}`
  const networkIsBack = monitor.expectLostNetwork()
  await page.route(call, (route) => route.abort())
  await page.goto('/check/ys/list')
  const failed = page.getByRole('alert').filter({ hasText: '列表加载失败' })
  await expect(failed).toBeVisible()
  await page.unroute(call)
  await failed.getByRole('button', { name: '重试' }).click()
  await expect(rows(page).first()).toBeVisible()
  await expect(failed).toHaveCount(0)

  await page.context().setOffline(true)
  await tab(page, /^作废/).click()
  await expect(failed).toBeVisible()
  await page.context().setOffline(false)
  await expect(failed).toHaveCount(0)
  networkIsBack()
})

test('a bulk action counted rows it skipped as failed', async ({ ownOwner, userWithSession }) => {
  const owner = await ownOwner()
  const { list: roles } = await owner.call(role.list, {})
  const roleIds = roles
    .filter(({ isProtected }) => !isProtected)
    .slice(0, 1)
    .map(({ roleId }) => roleId)
  const phone = `139${String(Date.now()).slice(-8)}`
  await owner.call(employee.edit, { name: '批量对象', phone, roleIds })
  const { page, keyboard } = await userWithSession(owner)
  await page.goto('/account/staff')
  await page.getByRole('checkbox', { name: '选择批量对象' }).check()
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await bulkBar(page).getByRole('button', { name: '批量停用' }).click()
  const asked = page.getByRole('dialog', { name: '停用账号？' })
  // other journeys may have left disabled accounts here, which are skipped as well
  await expect(asked).toContainText(/可停用 \d+，跳过 \d+（.*本人 1）/)
  await asked.getByRole('button', { name: '停用' }).click()

  const results = page.getByRole('dialog', { name: /停用：成功 \d+，失败 0，跳过 \d+/ })
  await expect(results.getByRole('row').filter({ hasText: '本人' })).toContainText(/跳过\s*本人/)
  await expect(results.getByRole('row').filter({ hasText: '批量对象' })).toContainText('成功')
  await results.getByRole('button', { name: '看完了' }).click()
  const disabled = page.getByRole('row').filter({ hasText: '批量对象' })
  await expect(disabled).toContainText('停用')
  await keyboard.press('Control+z')
  await expect(disabled.getByText('启用', { exact: true }).first()).toBeVisible()
  await expect(disabled.getByRole('button', { name: '停用' })).toHaveCount(1)
})

test('one comes back to a list where one left it: scrolled, on the same row, with the same ticks', async ({
  signedInUser,
  clientOf,
}) => {
  await enoughDrafts(await clientOf(NEIGHBOUR))
  const { page, keyboard } = await signedInUser(NEIGHBOUR)
  await openList(page, '?state=draft')
  await rows(page).nth(1).getByRole('checkbox').check()
  await page.getByRole('button', { name: '下一页' }).click()
  await expect(page).toHaveURL(/page=2/)
  await page.getByRole('button', { name: '上一页' }).click()
  await expect(bulkBar(page)).toContainText('已选 1 项')
  await table(page).evaluate((box) => box.scrollTo(0, 180))
  const row = rows(page).nth(9)
  const number = (await row.getByRole('link').first().textContent()) ?? ''
  await row.focus()
  // what keeps the place comes once the page has settled
  await expect.poll(() => page.evaluate<unknown>('history.state?.listPosition?.focused')).toBeTruthy()
  await keyboard.press('Enter')
  await expect(page.getByRole('article', { name: '质检报告' })).toBeVisible()

  await page.goBack()
  await expect(rows(page).filter({ hasText: number })).toBeFocused()
  expect(await table(page).evaluate((box) => box.scrollTop)).toBe(180)
  await expect(bulkBar(page)).toContainText('已选 1 项')
  await expect(rows(page).nth(1).getByRole('checkbox')).toBeChecked()

  await keyboard.press('Enter')
  await expect(page.getByRole('article', { name: '质检报告' })).toBeVisible()
  await page.getByRole('navigation', { name: '当前位置' }).getByRole('link', { name: '鱼市质检列表' }).click()
  await expect(page).toHaveURL('/check/ys/list?state=draft')
  await expect(rows(page).filter({ hasText: number })).toBeFocused()
  await expect(bulkBar(page)).toContainText('已选 1 项')

  // a page that is gone to for the first time begins at its top
  await page.getByRole('button', { name: '下一页' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(rows(page).filter({ hasText: number })).toHaveCount(0)
  expect(await table(page).evaluate((box) => box.scrollTop)).toBe(0)
})

test('a row is previewed, gone on from and left by keys alone', { tag: '@nightly' }, async ({
  browser,
  userWithSession,
}) => {
  // a merchant of its own: rows that others add would move those that are counted here
  const client = await signUp(browser, '预览手机行')
  await draftPhone(client)
  await draftPhone(client)
  const { page, keyboard } = await userWithSession(client)
  await openList(page)
  const [first, second] = [
    await numberOn(page),
    (await rows(page).nth(1).getByRole('link').first().textContent()) ?? '',
  ]
  await keyboard.press('j')
  await keyboard.press(' ')
  const preview = page.getByRole('region', { name: `预览${first}` })
  await expect(preview).toContainText('更新时间')
  await expect(preview.getByRole('button', { name: '继续质检' })).toBeVisible()
  await expect(rows(page).nth(0)).toBeFocused()
  await keyboard.press('ArrowDown')
  await expect(page.getByRole('region', { name: `预览${second}` })).toBeVisible()
  await expect(rows(page).nth(1)).toBeFocused()
  await keyboard.press('k')
  await expect(preview).toBeVisible()
  await rows(page).nth(1).getByRole('cell').nth(4).click()
  await expect(page.getByRole('region', { name: `预览${second}` })).toBeVisible()
  await keyboard.press('Escape')
  await expect(page.getByRole('region', { name: /^预览/ })).toHaveCount(0)
  await expect(rows(page).nth(1)).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('article', { name: '质检报告' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(second)
})

test('a list is sorted by its titles, and the address says so', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const client = await clientOf(NEIGHBOUR)
  await draftPhone(client)
  await draftPhone(client)
  const { page, keyboard } = await signedInUser(NEIGHBOUR)
  await openList(page)
  const newest = await numberOn(page)
  const head = page.getByRole('columnheader', { name: '质检时间' })
  await head.getByRole('button', { name: '质检时间' }).focus()
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/check/ys/list?sort=createdAt.desc')
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/check/ys/list?sort=createdAt.asc')
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect(firstNumber(page)).not.toHaveText(newest)
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/check/ys/list')
  await expect(head).toHaveAttribute('aria-sort', 'none')
  await expect(firstNumber(page)).toHaveText(newest)
})

test('ticks outlive paging, everything found can be chosen, and what is seen is exported', async ({
  signedInUser,
  clientOf,
}) => {
  await enoughDrafts(await clientOf(NEIGHBOUR))
  const { page } = await signedInUser(NEIGHBOUR)
  await openList(page, '?state=draft')
  const number = await numberOn(page)
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await expect(bulkBar(page).getByRole('button', { name: /^选择全部 \d+ 条$/ })).toBeVisible()
  await page.getByRole('button', { name: '下一页' }).click()
  await expect(bulkBar(page)).toContainText(`已选 ${PAGE_SIZE} 项（其他页 ${PAGE_SIZE} 项）`)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    bulkBar(page).getByRole('button', { name: '导出所选' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^鱼市质检列表-\d{4}-\d\d-\d\d\.csv$/)
  const lines = readFileSync(await download.path(), 'utf8').split('\r\n')
  expect(lines[0]).toBe('\uFEFF质检单号,机型规格,成色,状态,IMEI,条码,异常项,照片,封袋码,店铺,质检员,质检时间')
  expect(lines).toHaveLength(PAGE_SIZE + 2)
  expect(lines[1]).toContain(`${number},`)
  await bulkBar(page).getByRole('button', { name: '取消选择' }).click()
  await expect(bulkBar(page)).toHaveCount(0)
})

test('a selected row lost its tag’s border', { tag: '@nightly' }, async ({ signedInUser, clientOf }) => {
  await draftPhone(await clientOf(NEIGHBOUR))
  const { page } = await signedInUser(NEIGHBOUR)
  await openList(page)
  await rows(page).first().getByRole('checkbox').check()
  const tag = rows(page).first().locator('[data-tone]').first()
  await expect(tag).toHaveCSS('box-shadow', /1px inset$/)
})

test('a column is resized by keys alone and by dragging, and stays so', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  await draftPhone(await clientOf(NEIGHBOUR))
  const { page, keyboard } = await signedInUser(NEIGHBOUR)
  await openList(page)
  const state = page.getByRole('separator', { name: '调整状态列宽' })
  const box = await state.boundingBox()
  const wide = await widthOf(page, '状态')
  if (!box) throw new Error('the edge of a column is not on screen')
  await page.mouse.move(box.x + 4, box.y + 12)
  await page.mouse.down()
  await page.mouse.move(box.x + 34, box.y + 12, { steps: 3 })
  await expect.poll(() => widthOf(page, '状态')).toBe(wide + 30)
  await page.mouse.up()
  await expect.poll(() => widthOf(page, '状态')).toBe(wide + 30)
  await doubleClick(state)
  await expect.poll(() => widthOf(page, '状态')).toBeLessThan(wide + 30)
  const cut = await rows(page)
    .first()
    .locator('[data-tone]')
    .first()
    .evaluate((tag) => tag.getBoundingClientRect().right > (tag.closest('td')?.getBoundingClientRect().right ?? 0))
  expect(cut).toBe(false)

  const edge = page.getByRole('separator', { name: '调整店铺列宽' })
  const before = await widthOf(page, '店铺')
  await edge.focus()
  await keyboard.press('ArrowRight')
  await keyboard.press('ArrowRight')
  await expect.poll(() => widthOf(page, '店铺')).toBe(before + 16)
  await expect(edge).toBeFocused()
  await page.reload()
  await expect(rows(page).first()).toBeVisible()
  expect(await widthOf(page, '店铺')).toBe(before + 16)
  await page.getByRole('button', { name: '列设置' }).click()
  await page.getByRole('dialog', { name: '列设置' }).getByRole('button', { name: '恢复默认' }).click()
})

/** The texts of a list's elements that are cut off, of those that match. */
const cutTexts = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('tr[data-key] ${selector}')].flatMap((element) => {
    const { right } = element.getBoundingClientRect()
    const cell = element.closest('td').getBoundingClientRect()
    // a text that flows has no width of its own to be cut to, and Firefox gives it 0
    const isCut = element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1
    return isCut || right > cell.right ? [element.textContent] : []
  })`)

test('codes are whole at 1440 px, models at 1280 px, and a row’s actions move nothing', async ({
  signedInUser,
  clientOf,
}) => {
  await draftPhone(await clientOf(NEIGHBOUR))
  const { page } = await signedInUser(NEIGHBOUR)
  await openList(page)
  expect(await cutTexts(page, '.code')).toEqual([])
  await page.setViewportSize({ width: 1280, height: 720 })
  expect(await cutTexts(page, 'td:nth-child(3) b')).toEqual([])

  const row = rows(page).first()
  const boxes = () => row.getByRole('cell').evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().x))
  const [before, height] = [await boxes(), (await row.boundingBox())?.height]
  const action = row.getByRole('button', { name: '继续质检' })
  const group = action.locator('..')
  await page.mouse.move(0, 0)
  await expect(group).toHaveCSS('opacity', '0')
  // a part of it that is in sight: for a row that is wider than its table Firefox's driver scrolls sideways
  await firstNumber(page).hover()
  await expect(group).toHaveCSS('opacity', '1')
  expect([await boxes(), (await row.boundingBox())?.height]).toEqual([before, height])
  await page.mouse.move(0, 0)
  await action.focus()
  await expect(group).toHaveCSS('opacity', '1')
})

test('defect: a reason beside the variant cut the variant, and was cut itself', { tag: '@nightly' }, async ({
  signedInUser,
}) => {
  const { page } = await signedInUser(OWNER, { viewport: { width: 1280, height: 720 } })
  await page.goto('/sale/product?pageSize=50')
  await expect(page.locator('tr[data-key] [class*=failure]', { hasText: '商品主图不清晰' }).first()).toBeVisible()
  expect(await cutTexts(page, '[class*=spec], [class*=failure]')).toEqual([])
})

test('a screen reader hears what a list’s table, its titles and its bulk bar are', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  await draftPhone(await clientOf(NEIGHBOUR))
  const { page } = await signedInUser(NEIGHBOUR)
  await openList(page, '?state=draft')
  await expect(page.getByRole('columnheader', { name: '质检时间' })).toMatchAriaSnapshot(`
    - columnheader "质检时间 调整质检时间列宽":
      - button "质检时间"
      - separator "调整质检时间列宽"
  `)
  const number = await numberOn(page)
  await page.getByRole('checkbox', { name: `选择${number}` }).check()
  await expect(bulkBar(page)).toMatchAriaSnapshot(`
    - region "批量操作":
      - text: 已选 1 项
      - button "批量打印标签"
      - button "导出所选"
      - button "取消选择"
  `)
  await expect(page.getByRole('navigation', { name: '分页' })).toMatchAriaSnapshot(`
    - navigation "分页":
      - combobox "每页条数"
      - button "上一页" [disabled]
      - textbox "页码，回车跳转": "1"
      - button "下一页"
  `)
  await expect(page.getByRole('button', { name: '导出所选 1 条' })).toBeVisible()
})
