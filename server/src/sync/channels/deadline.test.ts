import { CURATED_CLOCKS } from '@huanji/domain/orders/clocks'
import { ORDER_STATUS, type Order } from '@huanji/marketplace/protocol/orders'
import { expect, test } from 'vitest'
import { deadlineByClocks } from './deadline.ts'

const PAID_S = 1_764_000_000
const order = (service_support: string) =>
  ({
    order_status: ORDER_STATUS.awaitingShipment,
    create_time: PAID_S - 60,
    pay_time: PAID_S,
    goods: { service_support },
  }) as Order
const hoursAfter = (deadline: string | null) => (Date.parse(deadline ?? '') / 1000 - PAID_S) / 3600
const NONE = { payUntil: null, shipUntil: null }

test('defect: an order that was sold with 48 hours had the deadline of 24', () => {
  expect(hoursAfter(deadlineByClocks(order('SDR,FD_48HS'), CURATED_CLOCKS, NONE))).toBe(48)
  expect(hoursAfter(deadlineByClocks(order('FD_24HS'), CURATED_CLOCKS, NONE))).toBe(24)
  expect(hoursAfter(deadlineByClocks(order(''), CURATED_CLOCKS, NONE))).toBe(24)
})

test('a moment that the marketplace names goes before any promise', () => {
  const shipUntil = new Date((PAID_S + 7200) * 1000).toISOString()
  expect(hoursAfter(deadlineByClocks(order('FD_48HS'), CURATED_CLOCKS, { payUntil: null, shipUntil }))).toBe(2)
})
