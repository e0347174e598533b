import { screen } from '@testing-library/react'
import { afterEach, test } from 'vitest'
import { showScreen } from '../../testing/screen.tsx'
import { closeForms } from '../testing/form.tsx'
import { APPROVAL, REFUND } from '../testing/refund.ts'
import { ApprovalNote, ApprovalSection } from './approval-section.tsx'

afterEach(closeForms)

test('defect: nothing said which plan of the market waits for a second person', async () => {
  const refund = { ...REFUND, approvals: [{ ...APPROVAL, action: 'takePlan', plan: 'keep' } as const] }
  showScreen(
    <>
      <ApprovalNote refund={refund} />
      <ApprovalSection refund={refund} />
    </>,
  )
  await screen.findByText('待批准：选处理办法（补差，买家留着手机）')
  screen.getByRole('cell', { name: '选处理办法（补差，买家留着手机）' })
})
