import { OWNER } from './fixtures/accounts.ts'
import { expect, test } from './fixtures/journey.ts'
import { control, phoneInSession } from './fixtures/marketplace.ts'

const WITHDRAW = '/api/sandbox/auction/entry/withdraw'

test('taking off is asked for, refused nothing else meanwhile, and done once the marketplace has done it', {
  tag: '@nightly',
}, async ({ signedInUser, clientOf }) => {
  const owner = await clientOf(OWNER)
  const { phone } = await phoneInSession(owner)
  // the marketplace answers no withdrawal at first
  await control('failNext', { kind: 'http', path: WITHDRAW, status: 503, times: 2 })
  const { page } = await signedInUser(OWNER)
  await page.goto(`/sale/product?code=${phone.imei}`)
  const row = page.getByRole('row').filter({ hasText: phone.imei })

  await expect(row.getByRole('button', { name: '改价' })).toBeVisible()
  await row.getByRole('button', { name: '下架' }).click()
  await page.getByRole('dialog', { name: '下架商品？' }).getByRole('button', { name: '下架' }).click()
  await expect(row).toContainText('正在下架')
  await expect(row).toContainText('销售中')
  // nothing that contradicts it is offered meanwhile
  await expect(row.getByRole('button', { name: '改价' })).toHaveCount(0)

  await expect(row).toContainText('自己下架', { timeout: 90_000 })
  await expect(row).not.toContainText('正在下架')
  await expect(row.getByRole('button', { name: '重新上架' })).toBeVisible()
})
