import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeAllOverlays } from '../../../components/overlay/overlay-host.tsx'
import { useScanner } from '../../../components/scan/use-scanner.ts'
import { clearSession, storePermissions } from '../../../session/session.ts'
import { CHANNEL_DESCRIPTIONS } from '../../channel/channels.ts'
import { scan, showScreen, stubGateway } from '../../testing/screen.tsx'
import { ORDER, UNIT } from '../testing/order.ts'
import { ShippingTools } from './shipping-tools.tsx'

const { orders } = CHANNEL_DESCRIPTIONS.auction
const lookedUp = vi.fn()

/** What the shell does with a scan that no page takes. */
function Shell() {
  useScanner({ reach: 'outsideFields', onScan: lookedUp })
  return null
}

beforeEach(() => {
  clearSession()
  lookedUp.mockReset()
  storePermissions([orders.calls.delivery.path, orders.calls.list.path])
  const page = { total: 1, totalIsCapped: false, page: 1, pageSize: 1, nextCursor: null, previousCursor: null }
  stubGateway({
    [orders.calls.list.path]: ({ code }) => ({ ...page, list: code === UNIT.barCode ? [ORDER] : [] }),
    [orders.calls.barcodeList.path]: () => ({ units: [UNIT] }),
    '/api/yushiorder/v1/order/logisticsCompanyList': () => ({ companies: [], guesses: [] }),
    '/api/address/options': () => ({ options: [] }),
  })
  showScreen(
    <>
      <ShippingTools orders={orders} />
      <Shell />
    </>,
  )
})
afterEach(() => {
  act(closeAllOverlays)
  cleanup()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

test('defect: a scan on a list of orders opened the quick search, and not the packing of what waits', async () => {
  await scan(UNIT.barCode)
  await screen.findByText(`发货 ${ORDER.orderNo}`)
  await screen.findByText('待扫封袋')
  expect(lookedUp).not.toHaveBeenCalled()
})

test('what does not wait to be shipped is looked up as on every page', async () => {
  await scan('HJ0000000099')
  await waitFor(() => expect(lookedUp).toHaveBeenCalledWith('HJ0000000099'))
})
