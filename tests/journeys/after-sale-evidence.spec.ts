import { pictureOf } from '../support/photo-sender.ts'
import { OWNER } from './fixtures/accounts.ts'
import { comeBack, confirmReceived, openRefund, refundIn, refundOf, sendPhone, takeIn } from './fixtures/after-sale.ts'
import { expect, test } from './fixtures/journey.ts'
import { control } from './fixtures/marketplace.ts'
import { inspectPhone, newBags, newImei } from './fixtures/phones.ts'
import { checkThemes } from './fixtures/screen.ts'
import { afterSale, decide, expectTold, openCase, resendByScan } from './pages/after-sale.ts'

const DESK = { viewport: { width: 1366, height: 768 } }

test('an exchange is called one from the claim to its end', { tag: '@nightly' }, async ({ signedInUser, clientOf }) => {
  const owner = await clientOf(OWNER)
  const [sent, bags] = await Promise.all([sendPhone(owner), newBags(owner, 1)])
  const { phone, orderNo } = sent
  await confirmReceived(owner, 'auction', sent)
  const opened = await openRefund(owner, orderNo, 'exchange')
  const other = await inspectPhone(owner, bags[0] ?? '')
  const user = await signedInUser(OWNER, DESK)
  const { page } = user
  const row = page.getByRole('row').filter({ hasText: opened.refundNo })
  const inList = async (...words: readonly string[]) => {
    await page.goto(`/sale/after-sale?code=${orderNo}`)
    for (const word of words) await expect(row).toContainText(word)
  }

  await inList('换货', '不退款', '等您处理')
  await takeIn(owner, await comeBack(owner, opened), phone)
  await inList('换货', '不退款', '等您确认收货', '确认收货（换货）')
  await checkThemes(page, 'after-sale-exchange-list')
  await decide(page, opened, {
    opens: '确认收货（换货）',
    says: '不退款。确认后请在时限内补发一台给买家',
    sends: /^收到了，换一台给买家$/,
  })
  await expectTold(page, '确认收货（换货）')
  await refundIn(owner, orderNo, 'awaiting_resend')
  await inList('不退款', '等您补发')
  await openCase(page, opened)
  await resendByScan(user, other)
  await refundIn(owner, orderNo, 'succeeded')
  await expectTold(page, '补发，换货完成')
  await expect(page.getByText('换货完成', { exact: true }).first()).toBeVisible()
  // the phone that went out in exchange does not make it an order of two
  await expect(page.getByText(/本单共/)).toHaveCount(0)
  await checkThemes(page, 'after-sale-exchange-done')
  await inList('换货完成', '不退款')
  await expect(row).not.toContainText('退款成功')
})

test('a second case on one order shows the first', { tag: '@nightly' }, async ({ signedInUser, clientOf }) => {
  const owner = await clientOf(OWNER)
  const { orderNo } = await sendPhone(owner)
  const first = await openRefund(owner, orderNo, 'returnAndRefund')
  await control('withdrawRefund', { orderNo })
  await refundIn(owner, orderNo, 'closed')
  const { page } = await signedInUser(OWNER, DESK)
  await page.goto(`/sale/after-sale?code=${orderNo}`)
  const firstRow = page.getByRole('row').filter({ hasText: first.refundNo })
  await expect(firstRow).toContainText('没有寄回')
  await expect(firstRow).not.toContainText('待寄回')

  await control('openRefund', { orderNo, kind: 'refundOnly', detail: '有拆修未说明' })
  const second = await refundIn(owner, orderNo, 'awaiting_merchant')
  const past = /本单第2次售后；上次：.+，买家撤回/
  const secondRow = page.getByRole('row').filter({ hasText: second.refundNo })
  await expect(secondRow.getByRole('link', { name: past })).toBeVisible()
  await expect(secondRow).toContainText(/共\d+次售后/)
  await expect(secondRow.getByText('第2次', { exact: true })).toBeInViewport()
  await checkThemes(page, 'after-sale-second-list')
  await openCase(page, second)
  await expect(page.getByRole('alert').filter({ hasText: past })).toBeVisible()
  await checkThemes(page, 'after-sale-second')
  await page.getByRole('link', { name: '看上次售后' }).click()
  await expect(page.getByText(first.refundNo).first()).toBeVisible()
  await expectTold(page, '买家撤回')
  await decide(page, second, { opens: '同意', says: '闲鱼立即退款给买家', sends: /^同意退款 ¥/ })
  await refundIn(owner, orderNo, 'succeeded')
  await expectTold(page, '同意退款')
})

test('a swapped phone is evidence in both its numbers, and refused with a picture', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const { phone, orderNo } = await sendPhone(owner)
  const row = await comeBack(owner, await openRefund(owner, orderNo, 'returnAndRefund'))
  const { page, keyboard } = await signedInUser(OWNER, DESK)
  const dialog = afterSale.dialog(page)
  await openCase(page, row)
  await afterSale.action(page, '退货签收').click()
  await expect(page.getByLabel('扫描退货运单或手机')).toBeFocused()
  const stranger = newImei()
  await keyboard.scan(stranger)
  await dialog.getByRole('button', { name: '就收这台，记下不是原机' }).click()
  await expect(dialog.getByRole('row').filter({ hasText: phone.imei })).toContainText(`收到 ${stranger}`)
  await checkThemes(page, 'after-sale-swapped-open')
  await dialog.getByRole('button', { name: '退回时没有封袋' }).click()
  await dialog.getByRole('button', { name: '就收这台，记下没有封袋' }).click()
  await expect(dialog).toContainText('已收，不是原来那台')
  await dialog.getByRole('button', { name: '完成签收' }).click()

  const swapped = `收到 ${stranger}，售出的是 ${phone.imei}，`
  const bagless = `收到时没有封袋，售出时的封袋是 ${phone.bagCode}，`
  for (const line of [swapped, bagless]) {
    await expect(afterSale.progress(page).getByText(new RegExp(`${line}.+确认签收`))).toBeVisible()
  }
  await afterSale.action(page, '拒绝').click()
  await expect(dialog.getByRole('radio', { name: /退回商品与发出不符/ })).toBeChecked()
  await expect(dialog).toContainText(stranger)
  await dialog.getByLabel('说明（买家可见）').fill('退回的不是售出的手机')
  await checkThemes(page, 'after-sale-swapped-refuse')
  await dialog.getByRole('button', { name: '拒绝售后' }).click()
  await page.getByRole('button', { name: '去拍照片' }).click()
  const buffer = await pictureOf('back')
  await dialog
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: '收到的手机.jpg', mimeType: 'image/jpeg', buffer })
  await expect(dialog.getByText('凭证照片（1 / 9），请拍下收到的手机和它的IMEI', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: '拒绝售后' }).click()
  await expect(dialog).toHaveCount(0)
  const refused = await refundIn(owner, orderNo, 'refused')
  expect((await refundOf(owner, refused)).refusalPhotos).toHaveLength(1)
  await control('appealRefund', { orderNo })
  await expectTold(page, '买家重新申请')
  await control('giveVerdict', { orderNo, outcome: 'seller' })
  await expectTold(page, '平台判定不支持')
  await refundIn(owner, orderNo, 'closed')
  await page.goto(`/check/phone?code=${phone.imei}`)
  await expect(page.getByText(new RegExp(swapped)).first()).toBeVisible()
})
