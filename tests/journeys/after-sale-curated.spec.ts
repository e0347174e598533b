import { refundHandling } from '@huanji/contract/features/refund/refund-handling'
import { OWNER } from './fixtures/accounts.ts'
import {
  caseOfEach,
  confirmReceived,
  openRefund,
  refundIn,
  refundOf,
  sendBack,
  sendPhones,
  takeIn,
} from './fixtures/after-sale.ts'
import { expect, test } from './fixtures/journey.ts'
import { control } from './fixtures/marketplace.ts'
import { oddPhone } from './fixtures/phones.ts'
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

test('严选: the merchant brings a case of each kind to its end', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const [cases, { imei }] = await Promise.all([caseOfEach(owner, 'curated'), oddPhone(owner, {})])
  const { refundOnly, returnAndRefund, exchange, priceDifference, resend } = cases
  const user = await signedInUser(OWNER, { viewport: { width: 1280, height: 720 } })
  const { page } = user

  await decide(page, refundOnly.row, { opens: '同意', says: '闲鱼立即退款给买家', sends: /^同意退款 ¥/ })
  await decide(page, priceDifference.row, { opens: '同意', says: '补差金额退给买家', sends: /^同意退款 ¥/ })
  await decide(page, exchange.row, { opens: '同意', says: '再补发一台给买家', sends: /^同意换货/ })
  await decide(page, resend.row, { opens: '同意', says: '寄出补发的配件', sends: /^同意补发$/ })
  await openCase(page, returnAndRefund.row)
  await afterSale.action(page, '同意').click()
  const dialog = afterSale.dialog(page)
  await dialog.getByLabel('退货地址').selectOption({ label: '稍后填写退货地址' })
  await dialog.getByRole('button', { name: '同意退货' }).click()
  await expect(afterSale.deadline(page)).toContainText('超时未填写将使用店铺默认退货地址')
  await decide(page, returnAndRefund.row, { opens: '同意', says: '由买家寄回手机', sends: /^提交退货地址$/ })

  await openCase(page, resend.row)
  await resendByScan(user)
  await sendBack(owner, exchange.orderNo)
  const waybill = await sendBack(owner, returnAndRefund.orderNo)
  await takeIn(owner, exchange.row, exchange.phone)
  await decide(page, exchange.row, { opens: '确认收货（换货）', says: '与原报告一致', sends: /^收到了，换一台给买家/ })
  await expect(afterSale.action(page, '补发')).toBeVisible()
  await resendByScan(user, { imei, bagCode: '' })
  await openCase(page, returnAndRefund.row)
  await receiveByScan(user, waybill, returnAndRefund.phone)
  await recheckAsSold(user)
  await decide(page, returnAndRefund.row, {
    opens: '确认收货退款',
    says: '与原报告一致',
    sends: /^确认收货并退款 ¥/,
  })

  for (const { orderNo } of Object.values(cases)) await refundIn(owner, orderNo, 'succeeded')
  await expectTold(page, '确认收货退款')
  await expect(page.getByRole('heading', { name: '已重新入库' })).toBeVisible()
})

test('严选: appeals, a phone that came back damaged, and a buyer who takes the case back', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const sent = await sendPhones(owner, 'curated', 4)
  const [won, lost, kept, damaged] = sent
  if (!won || !lost || !kept || !damaged) throw new Error('too few phones')
  await Promise.all(sent.map((one) => confirmReceived(owner, 'curated', one)))
  const [wonCase, lostCase, keptCase, damagedCase] = await Promise.all([
    openRefund(owner, won.orderNo, 'priceDifference'),
    openRefund(owner, lost.orderNo, 'resend'),
    openRefund(owner, kept.orderNo, 'exchange'),
    openRefund(owner, damaged.orderNo, 'returnAndRefund'),
  ])
  const { page } = await signedInUser(OWNER)

  for (const row of [wonCase, lostCase]) await refuse(page, row, '配件已随机寄出，有打包视频')
  for (const { orderNo } of [won, lost]) {
    await refundIn(owner, orderNo, 'refused')
    await control('appealRefund', { orderNo })
  }
  await expectTold(page, '买家重新申请')
  await control('giveVerdict', { orderNo: lost.orderNo, outcome: 'seller' })
  await expectTold(page, '平台判定不支持')
  await control('giveVerdict', { orderNo: won.orderNo, outcome: 'buyer' })

  for (const row of [keptCase, damagedCase]) {
    await decide(page, row, { opens: '同意', says: '由买家寄回手机', sends: /^同意(换货|退货)$/ })
  }
  await refundIn(owner, kept.orderNo, 'awaiting_return')
  await openCase(page, keptCase)
  await control('withdrawRefund', { orderNo: kept.orderNo })
  await expectTold(page, '买家撤回')

  await sendBack(owner, damaged.orderNo)
  const { refundId } = damagedCase
  await owner.call(refundHandling.receive, { refundId, unitCode: damaged.phone.imei })
  const [unit] = (await refundOf(owner, damagedCase)).units
  const found = { outcomes: ['newDamage' as const], note: '后盖有新磕碰' }
  await owner.call(refundHandling.recheck, { refundId, unitId: unit?.unitId ?? '', ...found })
  await openCase(page, damagedCase)
  await afterSale.action(page, '确认收货退款').click()
  const dialog = afterSale.dialog(page)
  await dialog.getByRole('button', { name: /^确认收货并退款/ }).click()
  await expect(dialog).toContainText('和售出时不同，请写明为什么还要退')
  await checkThemes(page, 'after-sale-confirm-different')
  await dialog.getByLabel('为什么还要退').fill('磕碰轻微，已与买家协商')
  await dialog.getByRole('button', { name: /^确认收货并退款/ }).click()
  await expectTold(page, '确认收货退款')
  for (const { orderNo } of [won, damaged]) await refundIn(owner, orderNo, 'succeeded')
})
