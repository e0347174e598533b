import { expect, test } from 'vitest'
import { otherWaybillIn, otherWaybillText } from './other-waybill.ts'

test('the number of a refusal is the one that it was written with', () => {
  expect(otherWaybillIn(otherWaybillText('YT8888888888888'))).toBe('YT8888888888888')
  expect(otherWaybillIn(otherWaybillText(''))).toBeNull()
  expect(otherWaybillIn('订单在闲鱼显示未付款，请核对后改运单')).toBeNull()
})
