import { readFileSync } from 'node:fs'
import { OWNER } from './fixtures/accounts.ts'
import { expect, test } from './fixtures/journey.ts'

test('orders are exported in the background, told of when they are finished, and loaded', { tag: '@nightly' }, async ({
  signedInUser,
}) => {
  const { page } = await signedInUser(OWNER)
  await page.goto('/sale/order')
  const numbers = page.getByRole('table').getByRole('row')
  await expect(numbers.nth(1)).toBeVisible()

  await page.getByRole('button', { name: '导出', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '导出鱼市订单' })
  await dialog.getByRole('radio', { name: /CSV/ }).check()
  await dialog.getByRole('button', { name: '全选' }).click()
  await dialog.getByRole('button', { name: '开始导出' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(/^鱼市订单已导出 [\d,]+ 行/)).toBeVisible()

  await page.goto('/')
  await page.getByRole('link', { name: /导出完成/ }).click()
  await expect(page).toHaveURL('/tool/download?state=ready')
  const record = page.getByRole('table').getByRole('row').filter({ hasText: '鱼市订单' }).first()
  await expect(record).toContainText('鱼市订单')
  await expect(record).toContainText('6 天后过期')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    record.getByRole('button', { name: '下载' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^鱼市订单_\d{8}_\d{6}\.csv$/)
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFF订单号,/)
  expect(lines.length).toBeGreaterThan(2)
})
