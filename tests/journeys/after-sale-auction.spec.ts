import { OWNER } from './fixtures/accounts.ts'
import {
  caseOfEach,
  confirmReceived,
  openRefund,
  refundIn,
  sendBack,
  sendPhones,
  takeIn,
} from './fixtures/after-sale.ts'
import { expect, test } from './fixtures/journey.ts'
import { control } from './fixtures/marketplace.ts'
import { inspectPhone, newBags } from './fixtures/phones.ts'
import { checkThemes } from './fixtures/screen.ts'
import {
  afterSale,
  decide,
  expectTold,
  openCase,
  receiveByScan,
  recheckAsSold,
  refuse,
  resendByScan,
} from './pages/after-sale.ts'

test('鱼市: the merchant brings a case of each kind to its end', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const [cases, bags] = await Promise.all([caseOfEach(owner, 'auction'), newBags(owner, 1)])
  const other = await inspectPhone(owner, bags[0] ?? '')
  const { refundOnly, returnAndRefund, exchange, priceDifference, resend } = cases
  const user = await signedInUser(OWNER, { viewport: { width: 1366, height: 768 } })
  const { page } = user

  await decide(page, refundOnly.row, { opens: '同意', says: '闲鱼立即退款给买家', sends: /^同意退款 ¥/ })
  await decide(page, exchange.row, { opens: '同意', says: '再补发一台给买家', sends: /^同意换货/ })
  await decide(page, resend.row, { opens: '同意', says: '寄出补发的配件', sends: /^同意补发$/ })

  await openCase(page, priceDifference.row)
  await expect(afterSale.deadline(page)).toContainText('平台判定中，判定后再处理')
  await expect(afterSale.action(page, '同意')).toHaveCount(0)
  for (const { orderNo } of [priceDifference, returnAndRefund]) {
    await control('giveVerdict', { orderNo, outcome: 'buyer', keepFen: 15_000 })
  }
  await afterSale.action(page, '选处理办法').click()
  const dialog = afterSale.dialog(page)
  await dialog.getByRole('radio', { name: '补差' }).check()
  await checkThemes(page, 'after-sale-plan')
  await dialog.getByRole('button', { name: '确认补差 ¥150.00' }).click()
  await openCase(page, returnAndRefund.row)
  await afterSale.action(page, '选处理办法').click()
  await dialog.getByRole('radio', { name: '退货退款' }).check()
  await dialog.getByRole('button', { name: /^确认退货退款 ¥/ }).click()
  await expect(dialog).toHaveCount(0)

  await openCase(page, resend.row)
  await resendByScan(user)
  await sendBack(owner, exchange.orderNo)
  await sendBack(owner, returnAndRefund.orderNo)
  await takeIn(owner, exchange.row, exchange.phone)
  await takeIn(owner, returnAndRefund.row, returnAndRefund.phone)
  const kept = { opens: '确认收货退款', says: '与原报告一致' }
  await decide(page, returnAndRefund.row, { ...kept, sends: /^确认收货并退款 ¥/ })
  await decide(page, exchange.row, { ...kept, opens: '确认收货（换货）', sends: /^收到了，换一台给买家/ })
  await expect(afterSale.action(page, '补发')).toBeVisible()
  await resendByScan(user, other)

  for (const { orderNo } of Object.values(cases)) await refundIn(owner, orderNo, 'succeeded')
  await expectTold(page, '补发，换货完成')
  // the phone that went out in exchange is none that comes back
  await expect(page.getByRole('region', { name: /^手机 / })).toHaveCount(1)
  await expect(afterSale.action(page, '退货签收')).toHaveCount(0)
  await openCase(page, priceDifference.row)
  await expectTold(page, '确认补差')
  await expect(page.getByRole('region', { name: '平台判定' })).toContainText('已选择')
})

test('鱼市: a verdict for and against, and a buyer who takes the case back', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const sent = await sendPhones(owner, 'auction', 4)
  const [won, lost, kept, back] = sent
  if (!won || !lost || !kept || !back) throw new Error('too few phones')
  await Promise.all([kept, back].map((one) => confirmReceived(owner, 'auction', one)))
  const open = await Promise.all([
    openRefund(owner, won.orderNo, 'refundOnly'),
    openRefund(owner, lost.orderNo, 'returnAndRefund'),
    openRefund(owner, kept.orderNo, 'resend'),
    openRefund(owner, back.orderNo, 'exchange'),
  ])
  const [wonCase, lostCase, keptCase, backCase] = open
  const user = await signedInUser(OWNER)
  const { page } = user

  for (const row of [wonCase, lostCase]) await refuse(page, row, '发货前已拍照，屏幕无划痕')
  for (const { orderNo } of [won, lost]) {
    await refundIn(owner, orderNo, 'refused')
    await control('appealRefund', { orderNo })
  }
  await expectTold(page, '买家重新申请')
  await expect(afterSale.deadline(page)).toContainText('平台判定中')
  await control('giveVerdict', { orderNo: lost.orderNo, outcome: 'seller' })
  await expectTold(page, '平台判定不支持')
  await control('giveVerdict', { orderNo: won.orderNo, outcome: 'buyer' })
  await openCase(page, wonCase)
  await expectTold(page, '平台判定退款')
  await refundIn(owner, won.orderNo, 'succeeded')

  await openCase(page, keptCase)
  await expect(afterSale.action(page, '同意')).toBeVisible()
  await control('withdrawRefund', { orderNo: kept.orderNo })
  await expectTold(page, '买家撤回')
  await expect(afterSale.action(page, '同意')).toHaveCount(0)

  await decide(page, backCase, { opens: '同意', says: '由买家寄回手机', sends: /^同意换货/ })
  const waybill = await sendBack(owner, back.orderNo)
  await receiveByScan(user, waybill, back.phone)
  await recheckAsSold(user)
  await refuse(page, backCase, '退回的手机缺少充电器')
  await refundIn(owner, back.orderNo, 'refused')
  await control('appealRefund', { orderNo: back.orderNo })
  await expectTold(page, '买家重新申请')
  await control('giveVerdict', { orderNo: back.orderNo, outcome: 'seller' })
  await expectTold(page, '平台判定不支持')
})
