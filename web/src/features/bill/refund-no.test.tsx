import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { clearSession, storePermissions } from '../../session/session.ts'
import { openDialogsAndPopovers } from '../../shell/testing/dialogs.ts'
import { showScreen } from '../testing/screen.tsx'
import type { BilledOrder } from './bill-labels.ts'
import { OrderDrawer } from './order-drawer.tsx'
import { RefundNo } from './refund-no.tsx'

const REFUND_NO = '393600000000001013'
const LINK = `/sale/after-sale?code=${REFUND_NO}`

afterEach(() => {
  cleanup()
  clearSession()
  localStorage.clear()
})

test('defect: a bill led to its order and never to the case that moved the money', () => {
  openDialogsAndPopovers()
  storePermissions(['/sale/after-sale'])
  const bill = {
    billId: 'b',
    type: 'refund',
    state: 'settled',
    direction: 'out',
    amountFen: 990,
    formula: '',
    remark: '',
    occurredAt: '2026-11-20T02:00:00.000Z',
    refundNo: REFUND_NO,
  }
  const order = {
    orderId: 'o',
    orderNo: '3936000000000010',
    channel: 'auction',
    shopName: '一号店',
    title: '',
    orderedAt: '2026-11-01T02:00:00.000Z',
    frozenFen: 0,
    netFen: -990,
    parts: [],
    bills: [bill],
  } as unknown as BilledOrder
  showScreen(<OrderDrawer order={order} onClose={() => {}} />)
  expect(screen.getByRole('link', { name: REFUND_NO }).getAttribute('href')).toBe(LINK)
})

test('it says so in a word where there is little room, and is a number alone for whoever may not open the list', () => {
  storePermissions(['/sale/after-sale'])
  showScreen(<RefundNo refundNo={REFUND_NO} word="售后" />)
  expect(screen.getByRole('link', { name: '售后' }).getAttribute('href')).toBe(LINK)
  cleanup()
  storePermissions([])
  showScreen(<RefundNo refundNo={REFUND_NO} />)
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByText(REFUND_NO)).toBeTruthy()
})
