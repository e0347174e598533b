import { refund } from '@huanji/contract/features/refund/refund-calls'
import { CLERK, MANAGER, OWNER } from './fixtures/accounts.ts'
import { openRefund, refundIn, refundOf, sendPhone } from './fixtures/after-sale.ts'
import { expect, test } from './fixtures/journey.ts'
import { control } from './fixtures/marketplace.ts'
import { newImei, newRollCodes } from './fixtures/phones.ts'
import { newWaybill } from './fixtures/scan-codes.ts'
import { checkScreen } from './fixtures/screen.ts'
import { recordSounds } from './fixtures/sounds.ts'

test('a phone comes back: agreed, scanned in against a wrong phone and bag, re-checked, paid', async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const { phone, orderNo } = await sendPhone(owner)
  const opened = await openRefund(owner, orderNo, 'returnAndRefund')
  const { page, keyboard } = await signedInUser(OWNER)
  const beeps = await recordSounds(page)

  await page.goto('/sale/after-sale')
  const row = page.getByRole('row').filter({ hasText: opened.refundNo })
  await expect(row).toContainText('超时未处理将自动同意退货')
  await checkScreen(page, 'after-sale-list')
  await keyboard.scan(orderNo)
  await expect(page.getByRole('heading', { name: '买家申请' })).toBeVisible()
  await checkScreen(page, 'after-sale-detail')
  await page.getByRole('button', { name: '同意', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('收到并复检后，再确认退款')
  await page.getByRole('button', { name: '同意退货' }).click()
  await refundIn(owner, orderNo, 'awaiting_return')
  const waybill = newWaybill()
  await control('returnGoods', { orderNo, waybill })
  await refundIn(owner, orderNo, 'awaiting_receipt')

  await page.goto('/sale/after-sale')
  await expect(row).toContainText('等您收货')
  await keyboard.scan(newImei())
  await expect(page.getByText('没有找到这个编号的售后，请核对后重试')).toBeVisible()
  await keyboard.scan(waybill)
  // the list has rows of other cases, each with a button of this name
  await expect(page.getByRole('heading', { name: '买家申请' })).toBeVisible()
  await page.getByRole('button', { name: '退货签收' }).click()
  const dialog = page.getByRole('dialog')
  await expect(page.getByLabel('扫描退货运单或手机')).toBeFocused()
  await keyboard.scan(waybill)
  await expect(dialog.getByRole('status').first()).toContainText('退货运单一致，请扫手机')
  const stranger = newImei()
  await keyboard.scan(stranger)
  const wrongPhone = dialog.getByRole('alert', { name: '不是售出的手机' })
  await expect(wrongPhone).toContainText(phone.imei)
  await expect(wrongPhone).toContainText(stranger)
  await checkScreen(page, 'after-sale-wrong-phone')
  await dialog.getByRole('button', { name: '重新扫描' }).click()
  await keyboard.scan(phone.imei)
  await expect(dialog.getByRole('status').first()).toContainText('请扫封袋码')
  const [otherBag] = newRollCodes(1)
  await keyboard.scan(otherBag)
  await expect(dialog.getByRole('alert', { name: '不是售出时的封袋' })).toContainText(phone.bagCode)
  await dialog.getByRole('button', { name: '重新扫描' }).click()
  await keyboard.scan(phone.bagCode)
  await expect(dialog.getByRole('status').first()).toContainText('已全部签收')
  expect(await beeps()).toEqual(expect.arrayContaining(['sine', 'triangle', 'square']))
  await dialog.getByRole('button', { name: '完成' }).click()

  await page.getByRole('button', { name: '退货复检' }).click()
  await expect(dialog).toContainText('检测项与售出时一致')
  await dialog.getByRole('button', { name: /^屏幕划痕/ }).click()
  await page.keyboard.press('3')
  await expect(dialog.getByRole('list', { name: '与售出时不同的项' })).toContainText('屏幕划痕')
  await expect(dialog.getByRole('checkbox', { name: '新增损伤' })).toBeChecked()
  await checkScreen(page, 'after-sale-recheck')
  await keyboard.press('Control+Enter')
  await expect(page.getByRole('table').filter({ hasText: '不同的 1 项' })).toBeVisible()

  await page.getByRole('button', { name: '确认收货退款' }).click()
  await dialog.getByRole('button', { name: /^确认收货并退款/ }).click()
  await expect(dialog).toContainText('和售出时不同，请写明为什么还要退')
  await dialog.getByLabel('为什么还要退').fill('划痕轻微，已与买家协商')
  await dialog.getByRole('button', { name: /^确认收货并退款/ }).click()
  const done = await refundOf(owner, await refundIn(owner, orderNo, 'succeeded'))
  expect(done.units[0]?.newUnit).not.toBeNull()
  await page.reload()
  await expect(page.getByRole('button', { name: '打印条码' })).toBeVisible()
  await checkScreen(page, 'after-sale-succeeded')
})

test('a payment above the clerk’s limit waits for a second person', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const { orderNo } = await sendPhone(owner)
  const { refundId } = await openRefund(owner, orderNo, 'refundOnly')
  const address = `/sale/ysafter-sale/detail?refundId=${refundId}`
  const clerk = await signedInUser(CLERK)
  await clerk.page.goto(address)
  await clerk.page.getByRole('button', { name: '同意', exact: true }).click()
  await expect(clerk.page.getByRole('dialog')).toContainText('将提交审批')
  await clerk.page.getByRole('button', { name: /^提交审批/ }).click()
  await expect(clerk.page.getByText('待批准：同意退款')).toBeVisible()
  await expect(clerk.page.getByRole('button', { name: '批准', exact: true })).toHaveCount(0)

  const manager = await signedInUser(MANAGER)
  await manager.page.goto(address)
  await manager.page.getByRole('button', { name: '批准', exact: true }).click()
  await checkScreen(manager.page, 'after-sale-approve')
  await manager.page.getByRole('dialog').getByRole('button', { name: /^批准/ }).click()
  await refundIn(owner, orderNo, 'succeeded')
  const { approvals } = await owner.call(refund.auctionDetail, { refundId })
  expect(approvals).toMatchObject([{ decision: 'approved' }])
})

test('a refusal has its reason, and the buyer takes the case back', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const { orderNo } = await sendPhone(owner)
  const { refundId } = await openRefund(owner, orderNo, 'refundOnly')
  const { page } = await signedInUser(OWNER)
  await page.goto(`/sale/ysafter-sale/detail?refundId=${refundId}`)
  await page.getByRole('button', { name: '拒绝', exact: true }).click()
  await page.getByRole('radio').first().check()
  await page.getByLabel('说明（买家可见）').fill('发货前已拍照，屏幕无划痕')
  await checkScreen(page, 'after-sale-refuse')
  await page.getByRole('button', { name: '拒绝售后' }).click()
  await refundIn(owner, orderNo, 'refused')
  await expect(page.getByText('买家超时未申诉，售后将关闭')).toBeVisible()
  await control('withdrawRefund', { orderNo })
  await refundIn(owner, orderNo, 'closed')
})
