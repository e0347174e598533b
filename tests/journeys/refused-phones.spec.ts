import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { orderIn, pick } from '@huanji/server/demo/trade/selling'
import { OWNER, SHIPPER } from './fixtures/accounts.ts'
import { curatedBatch } from './fixtures/batches.ts'
import { curatedStock, sellCurated } from './fixtures/curated-steps.ts'
import { expect, test } from './fixtures/journey.ts'
import { control, IN_BACKGROUND } from './fixtures/marketplace.ts'
import { draftPhone, newImei, oddPhone, otherShop } from './fixtures/phones.ts'
import { isRed } from './fixtures/screen.ts'
import { recordSounds } from './fixtures/sounds.ts'
import { packing } from './pages/packing.ts'

test('a phone that an order cannot be sent with is refused in red and aloud, each with its own reason', {
  tag: '@nightly',
}, async ({ signedInUser, clientOf }) => {
  const owner = await clientOf(OWNER)
  const [batch, elsewhereShop] = await Promise.all([curatedBatch(owner, 4, '95'), otherShop(owner)])
  const [first, second, taken, elsewhere] = batch.phones
  if (!first || !second || !taken || !elsewhere) throw new Error('too few phones')
  const [listing, , better, lower, coloured, foreign, begun] = await Promise.all([
    curatedStock(owner, { batch, phones: [first, second, taken] }),
    curatedStock(owner, { batch, phones: [elsewhere] }),
    oddPhone(owner, {}),
    oddPhone(owner, { grade: '90' }),
    oddPhone(owner, { colour: '星光色' }),
    oddPhone(owner, { shopAccountId: elsewhereShop.value }),
    draftPhone(owner),
  ])
  const [order, other] = await Promise.all([sellCurated(owner, listing, 2), sellCurated(owner, listing)])
  await pick(owner, other.orderId, taken.imei)

  const { page, keyboard } = await signedInUser(SHIPPER)
  const beeps = await recordSounds(page)
  await page.goto(`/sale/yxorder/detail?orderId=${order.orderId}`)
  await page.getByRole('button', { name: '选手机' }).click()
  await expect(page.getByRole('textbox', { name: '扫描要发的手机' })).toBeFocused()
  const refused = [
    [taken.imei, '该手机已被其他订单占用'],
    [coloured.imei, '规格不一致'],
    [lower.imei, '成色低于订单要求'],
    [elsewhere.imei, '该手机正在其他商品中销售，请先下架该商品'],
    [foreign.imei, `该手机属于店铺“${elsewhereShop.label}”，不能用于本店铺的订单`],
    [begun.imei, '该手机没有可用的质检报告，请先完成质检'],
    [newImei(), '条码不存在或不属于本商家'],
  ] as const
  for (const [imei, reason] of refused) {
    await keyboard.scan(imei)
    await expect(packing.message(page)).toHaveText(`${imei} ${reason}`)
    expect.soft(await isRed(packing.message(page)), reason).toBe(true)
  }
  expect(await beeps()).toEqual(refused.map(() => 'square'))

  await test.step('a better one is not refused: somebody has to say so', async () => {
    await keyboard.scan(better.imei)
    await expect(packing.message(page)).toContainText('价值更高')
    await expect(packing.dialog(page)).toContainText('确定发这台吗？')
    await keyboard.scan(first.imei)
    await expect(packing.message(page)).toContainText(`${first.imei} 已选择`)
    await expect(packing.dialog(page)).not.toContainText('确定发这台吗？')
  })

  await test.step('one too many is refused', async () => {
    await keyboard.scan(second.imei)
    await expect(page.getByRole('dialog', { name: `发货 ${order.orderNo}` })).toBeVisible()
    await packing.dialog(page).getByRole('button', { name: '换一台' }).click()
    await expect(page.getByRole('textbox', { name: /已选齐/ })).toBeFocused()
    await keyboard.scan(better.imei)
    await expect(packing.message(page)).toContainText('已选齐。要换一台，请先撤销已选的手机')
    await page.getByRole('button', { name: `撤销 ${second.imei}` }).click()
    await expect(packing.message(page)).toContainText('已撤销')
  })

  await test.step('no phone is chosen for an order whose buyer wants the money back, or has called it off', async () => {
    const { orderNo, orderId } = order
    const refunding = async () => (await owner.call(curatedOrder.detail, { orderId })).inRefund
    await control('openRefund', { orderNo, kind: 'refundOnly' })
    await expect.poll(refunding, IN_BACKGROUND).toBe(true)
    await keyboard.scan(second.imei)
    await expect(packing.message(page)).toHaveText(`${second.imei} 订单售后处理中，不能发货`)
    await control('withdrawRefund', { orderNo })
    await expect.poll(refunding, IN_BACKGROUND).toBe(false)
    await control('closeOrder', { orderNo })
    await orderIn(owner, 'curated', orderNo, 'closed')
    await keyboard.scan(taken.imei)
    await expect(packing.message(page)).toHaveText(`${taken.imei} 订单已关闭，不能发货`)
  })
})
