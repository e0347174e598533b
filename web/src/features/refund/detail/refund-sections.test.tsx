import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { showScreen } from '../../testing/screen.tsx'
import { CELLS } from '../list/refund-cells.tsx'
import { closeForms } from '../testing/form.tsx'
import { REFUND } from '../testing/refund.ts'
import { ParcelsSection } from './refund-sections.tsx'

const show = (refund: typeof REFUND) =>
  showScreen(
    <>
      {CELLS.returnWaybill.cell(refund)}
      <ParcelsSection refund={refund} />
    </>,
  )

afterEach(closeForms)

test.each(['awaiting_address', 'awaiting_return'] as const)(
  'defect: a case whose plan of returning was taken was said not to come back: %s',
  async (state) => {
    show({ ...REFUND, kind: 'refundOnly', state })
    await screen.findByText('等买家寄回')
    screen.getByRole('heading', { name: '物流' })
  },
)

test('money alone brings nothing back', async () => {
  show({ ...REFUND, kind: 'priceDifference', state: 'succeeded' })
  await screen.findByText('不用寄回')
  expect(screen.queryByRole('heading', { name: '物流' })).toBeNull()
})

test('defect: a case that was over still waited for its parcel', async () => {
  show({ ...REFUND, kind: 'returnAndRefund', state: 'closed' })
  expect(await screen.findAllByText('没有寄回')).toHaveLength(2)
})

test('defect: an exchange that had ended was shown as a refund of nothing', async () => {
  const exchange = { ...REFUND, kind: 'exchange', state: 'succeeded', stateText: '换货完成', amountFen: 0 } as const
  showScreen(
    <>
      {CELLS.state.cell(exchange)}
      {CELLS.amount.cell(exchange)}
    </>,
  )
  await screen.findByText('换货完成')
  screen.getByText('不退款')
  expect(document.body.textContent).not.toContain('¥')
})
