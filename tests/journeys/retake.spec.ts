import { INSPECTOR } from './fixtures/accounts.ts'
import { expect, test } from './fixtures/journey.ts'
import { checkThemes } from './fixtures/screen.ts'

const OPERATOR = '13800138004'
const AS_IN_SHOPS = { width: 1366, height: 768 }

test('whoever sells and may not photograph asks for another picture, and the inspector has it on the list', {
  tag: '@nightly',
}, async ({ signedInUser }) => {
  const seller = await signedInUser(OPERATOR)
  await seller.page.setViewportSize(AS_IN_SHOPS)
  await seller.page.goto('/sale/product?state=publish_failed')
  const ask = seller.page.getByRole('button', { name: '请质检员重拍' }).first()
  await expect(ask).toBeVisible()
  await checkThemes(seller.page, 'retake-ask')
  await ask.click()
  await expect(seller.page.getByText(/已请质检员重拍（/).first()).toBeVisible()
  await checkThemes(seller.page, 'retake-asked')

  const { page } = await signedInUser(INSPECTOR)
  await page.setViewportSize(AS_IN_SHOPS)
  await page.goto('/')
  const asked = page.getByRole('list', { name: '请重拍' }).getByRole('listitem').first()
  await expect(asked).toContainText('请重拍：')
  await checkThemes(page, 'retake-home')
  await asked.getByRole('button', { name: '重拍' }).click()
  await expect(page.getByRole('dialog', { name: /^重拍 / })).toBeVisible()
  await checkThemes(page, 'retake-dialog')
  await page.getByRole('button', { name: '拍好了' }).click()
  const card = page.getByRole('link', { name: /请重拍照片/ }).first()
  await expect(card).toBeVisible()
  await card.click()
  await expect(page).toHaveURL(/retakeAsked=true/)
  await expect(page.getByText(/请重拍：/).first()).toBeVisible()
  await checkThemes(page, 'retake-list')
})
