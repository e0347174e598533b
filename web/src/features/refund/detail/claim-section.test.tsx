import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, test } from 'vitest'
import { ToastHost } from '../../../components/toast/toast-host.tsx'
import { showScreen, stubGateway } from '../../testing/screen.tsx'
import { closeForms } from '../testing/form.tsx'
import { REFUND } from '../testing/refund.ts'
import { ClaimSection } from './claim-section.tsx'

afterEach(closeForms)

test('defect: pictures that could not be asked for again said nothing', async () => {
  stubGateway({})
  render(<ToastHost />)
  showScreen(<ClaimSection refund={{ ...REFUND, evidence: [{ pictureId: 'p1', photo: null, problem: '' }] }} />)
  fireEvent.click(await screen.findByRole('button', { name: '重新获取凭证' }))
  await screen.findByText('网络连接失败，请检查网络后重试')
})
