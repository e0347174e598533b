import { shop } from '@huanji/contract/features/shop/calls'
import type { Locator, Page } from '@playwright/test'
import { OWNER } from './fixtures/accounts.ts'
import { drawn } from './fixtures/drawn.ts'
import { expect, test } from './fixtures/journey.ts'
import { expectToast } from './fixtures/toasts.ts'

const table = (page: Page): Locator => page.getByRole('region', { name: '店铺账号表格' })
const row = (page: Page, text: string): Locator => table(page).getByRole('row').filter({ hasText: text })

/** Presses an action of a row, beside it or in its menu. */
async function act(page: Page, shopName: string, action: string): Promise<void> {
  const line = row(page, shopName)
  const button = line.getByRole('button', { name: action, exact: true })
  if (!(await button.isVisible())) await line.getByRole('button', { name: '更多操作' }).click()
  await button.click()
}

/** Consents on the marketplace's page for a member name; gives the address that it leads back to. */
async function consent(page: Page, member: string): Promise<string> {
  await expect(page.getByRole('heading', { name: /授权“焕机”管理您的闲鱼店铺/ })).toBeVisible()
  await page.getByRole('radio', { name: '其他闲鱼号' }).check()
  await page.getByLabel('会员名').fill(member)
  const back = page.waitForRequest((request) => request.url().includes('/authcode?code='))
  await page.getByRole('button', { name: '同意授权' }).click()
  return (await back).url()
}

test('a shop is bound through the marketplace’s page, used as chosen, listed again by rule, and taken away', async ({
  userWithSession,
  ownOwner,
}) => {
  const owner = await ownOwner()
  const { page } = await userWithSession(owner)
  const member = `晨光小店${drawn(1_000_000)}`
  await page.goto('/store/account')

  await test.step('the owner refuses first, and then consents', async () => {
    await page.getByRole('button', { name: '绑定店铺' }).first().click()
    await page.getByRole('button', { name: '拒绝' }).click()
    await expect(page.getByRole('alert')).toHaveText('您在闲鱼拒绝了授权，店铺没有绑定。')
    await page.getByRole('button', { name: '重新绑定' }).click()
    const back = await consent(page, member)
    await expect(page.getByRole('heading', { name: `已绑定“${member}”` })).toBeVisible()
    // neither state nor code stay in the address, and neither counts again
    expect(new URL(page.url()).search).toBe('')
    await page.goto(back)
    await expect(page.getByRole('alert')).toHaveText('该次授权已使用过，请回到店铺账号重新绑定')
    await page.goto(back.replace(/state=[^&]+/, `state=${'A'.repeat(43)}`))
    await expect(page.getByRole('alert')).toHaveText('授权信息无效，请回到店铺账号重新绑定')
  })

  await test.step('its remark and its business are set', async () => {
    await page.getByRole('link', { name: '返回店铺账号' }).click()
    await expect(row(page, member)).toContainText('正常')
    await act(page, member, '备注')
    await page.getByRole('textbox', { name: '备注' }).fill('主力店')
    await page.getByRole('button', { name: '保存' }).click()
    await expectToast(page, '备注已保存')
    await act(page, member, '店铺开关')
    await page.getByRole('checkbox', { name: '严选' }).uncheck()
    await page.getByRole('button', { name: '保存' }).click()
    await expectToast(page, '店铺开关已保存')
    await expect(row(page, member)).toContainText('严选未启用')
  })

  await test.step('unsold goods are listed again by a rule that was tried out before', async () => {
    await act(page, member, '自动重新上架')
    await page.getByRole('checkbox', { name: '流拍的鱼市商品自动重新上架' }).check()
    await page.getByLabel('每次降价').selectOption('10')
    await expect(page.getByText('例：首次 ¥1,000.00 → 第1次 ¥900.00 → 第2次 ¥850.00（最低价）')).toBeVisible()
    await expect(page.getByRole('button', { name: /^开启/ })).toBeHidden()
    await page.getByRole('button', { name: '试算' }).click()
    await expect(page.getByText('试算完成：现在没有流拍的商品')).toBeVisible()
    await page.getByRole('button', { name: /^开启/ }).click()
    await expectToast(page, '重新上架设置已保存')
    await expect(row(page, member)).toContainText('已开启')
  })

  await test.step('without goods and orders it can be deleted', async () => {
    await act(page, member, '删除')
    await page.getByRole('dialog', { name: '删除店铺' }).getByRole('button', { name: '删除' }).click()
    await expectToast(page, '店铺已删除')
    await expect(row(page, member)).toHaveCount(0)
  })
})

test('a shop with goods on sale is not deleted, and the sentence says which; a trial says what would be listed again', {
  tag: '@nightly',
}, async ({ signedInUser, clientOf }) => {
  const owner = await clientOf(OWNER)
  const { list } = await owner.call(shop.list, {})
  const busy = list.find(({ liveListings }) => liveListings > 0)
  if (!busy) throw new Error('the demo has no shop with goods on sale')
  const { page } = await signedInUser(OWNER)
  await page.goto('/store/account')
  await act(page, busy.shopName, '删除')
  const dialog = page.getByRole('dialog', { name: '删除店铺' })
  await dialog.getByRole('button', { name: '删除' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    new RegExp(`^店铺“${busy.shopName}”还有\\d+件商品未下架（.+），请先下架或等交易结束再删除$`),
  )
  await dialog.getByRole('button', { name: '看完了' }).click()
  await act(page, busy.shopName, '自动重新上架')
  await page.getByRole('checkbox', { name: '流拍的鱼市商品自动重新上架' }).check()
  await page.getByRole('button', { name: '试算' }).click()
  await expect(page.getByText(/试算完成/)).toBeVisible()
})
