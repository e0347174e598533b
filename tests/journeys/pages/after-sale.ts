import type { Locator, Page } from '@playwright/test'
import type { BaggedPhone, RefundRow } from '../fixtures/after-sale.ts'
import { expect, type User } from '../fixtures/journey.ts'
import { newWaybill } from '../fixtures/scan-codes.ts'

/** The page of one case, and what a person does there. */
export const afterSale = {
  dialog: (page: Page): Locator => page.getByRole('dialog'),
  /** What happened to the case, newest first. */
  progress: (page: Page): Locator => page.getByRole('region', { name: '进度' }),
  deadline: (page: Page): Locator => page.getByRole('region', { name: '处理时限' }),
  action: (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true }),
} as const

const { dialog, progress, action } = afterSale

export const caseAddress = ({ channel, refundId }: Pick<RefundRow, 'channel' | 'refundId'>): string =>
  `/sale/${channel === 'auction' ? 'ysafter-sale' : 'yxafter-sale'}/detail?refundId=${refundId}`

export async function openCase(page: Page, row: Pick<RefundRow, 'channel' | 'refundId'>): Promise<void> {
  await page.goto(caseAddress(row))
  await expect(page.getByRole('heading', { name: '买家申请' })).toBeVisible()
}

/** Something happened to the open case, and the page has heard of it. */
export const expectTold = (page: Page, told: string): Promise<void> =>
  expect(progress(page).getByText(told, { exact: true }).first()).toBeVisible()

/** Opens a case and its form, reads there what follows, and sends it. */
export async function decide(
  page: Page,
  row: Pick<RefundRow, 'channel' | 'refundId'>,
  { opens, says, sends }: { readonly opens: string; readonly says: string; readonly sends: RegExp },
): Promise<void> {
  await openCase(page, row)
  await action(page, opens).click()
  await expect(dialog(page)).toContainText(says)
  await dialog(page).getByRole('button', { name: sends }).click()
  await expect(dialog(page)).toHaveCount(0)
}

/** Refuses a case with the first reason of the marketplace's list. */
export async function refuse(
  page: Page,
  row: Pick<RefundRow, 'channel' | 'refundId'>,
  explanation: string,
): Promise<void> {
  await openCase(page, row)
  await action(page, '拒绝').click()
  await dialog(page).getByRole('radio').first().check()
  await dialog(page).getByLabel('说明（买家可见）').fill(explanation)
  await dialog(page).getByRole('button', { name: '拒绝售后' }).click()
  await expect(dialog(page)).toHaveCount(0)
}

/** Takes the phone of the open case in by scanner alone: the parcel, the phone, and its bag where it was sold in one. */
export async function receiveByScan({ page, keyboard }: User, waybill: string, phone: BaggedPhone): Promise<void> {
  await action(page, '退货签收').click()
  await expect(page.getByLabel('扫描退货运单或手机')).toBeFocused()
  const told = dialog(page).getByRole('status').first()
  await keyboard.scan(waybill)
  await expect(told).toContainText('退货运单一致，请扫手机')
  await keyboard.scan(phone.imei)
  if (phone.bagCode !== '') {
    await expect(told).toContainText('请扫封袋码')
    await keyboard.scan(phone.bagCode)
  }
  await expect(told).toContainText('已全部签收')
  await dialog(page).getByRole('button', { name: '完成' }).click()
}

/** Looks over the phone of the open case and finds it as it was sold. */
export async function recheckAsSold({ page, keyboard }: User): Promise<void> {
  await action(page, '退货复检').click()
  await expect(dialog(page)).toContainText('检测项与售出时一致')
  await keyboard.press('Control+Enter')
  await expect(dialog(page)).toHaveCount(0)
}

/** Sends the parcel of the open case by scanner alone: for 换货 with another phone in its bag. */
export async function resendByScan({ page, keyboard }: User, phone?: BaggedPhone): Promise<void> {
  await action(page, '补发').click()
  const box = (name: string) => dialog(page).locator(`[data-code-box="${name}"]`)
  if (phone) {
    await expect(box('replacement')).toBeFocused()
    await keyboard.scan(phone.imei)
    await expect(box('replacement-bag')).toBeFocused()
    if (phone.bagCode === '') await box('refund-waybill').focus()
    else await keyboard.scan(phone.bagCode)
  }
  await expect(box('refund-waybill')).toBeFocused()
  await keyboard.scan(newWaybill())
  const send = dialog(page).getByRole('button', { name: /^确认补/ })
  await expect(send).toBeFocused()
  await keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
}
