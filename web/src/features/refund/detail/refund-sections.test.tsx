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
    await screen.findByText('待寄回')
    screen.getByRole('heading', { name: '物流' })
  },
)

test('money alone brings nothing back', async () => {
  show({ ...REFUND, kind: 'priceDifference', state: 'succeeded' })
  await screen.findByText('无需寄回')
  expect(screen.queryByRole('heading', { name: '物流' })).toBeNull()
})
