import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { refusal, showScreen, stubGateway } from '../../testing/screen.tsx'
import { closeForms } from '../testing/form.tsx'
import { REFUND, UNIT } from '../testing/refund.ts'
import { ReportBeside } from './report-beside.tsx'

afterEach(closeForms)

test('defect: items that could not be loaded were said to be loading for ever', async () => {
  stubGateway({ '/xySaasDetect/detConfig/getDetectOptionTpl': () => refusal('NOT_FOUND', '机型不存在') })
  showScreen(<ReportBeside refund={REFUND} unit={UNIT} />)
  fireEvent.click(await screen.findByRole('button', { name: '展开' }))
  await screen.findByText('机型不存在')
  expect(screen.queryByText('正在加载…')).toBeNull()
  screen.getByRole('button', { name: '重试' })
})
