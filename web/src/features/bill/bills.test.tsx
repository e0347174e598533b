import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { clearSession, storePermissions } from '../../session/session.ts'
import { showScreen } from '../testing/screen.tsx'
import type { BillRow } from './bill-labels.ts'
import { billList } from './bills.tsx'

afterEach(() => {
  cleanup()
  clearSession()
  localStorage.clear()
})

test.each(['orderNo', 'refundNo'])('defect: nothing in the cell %s of a bill led to its case', (key) => {
  storePermissions(['/sale/after-sale'])
  const row = {
    orderId: null,
    channel: null,
    orderNo: '',
    orderNetFen: -990,
    refundNo: '393600000000001013',
  } as BillRow
  showScreen(billList.cells?.[key]?.cell?.(row))
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/sale/after-sale?code=393600000000001013'])
})
