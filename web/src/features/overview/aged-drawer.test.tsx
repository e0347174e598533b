import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openDialogsAndPopovers } from '../../shell/testing/dialogs.ts'
import { refusal, showScreen, stubGateway } from '../testing/screen.tsx'
import { AgedDrawer } from './aged-drawer.tsx'

const AGED = '/api/ext/overview/agedStock'

beforeAll(openDialogsAndPopovers)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('defect: it said that no phone lies here for long before it knew', async () => {
  let isAway = true
  const page = {
    list: [],
    total: 12,
    totalIsCapped: false,
    page: 1,
    pageSize: 50,
    nextCursor: null,
    previousCursor: null,
  }
  stubGateway({ [AGED]: () => (isAway ? refusal('', '服务器繁忙') : page) })
  showScreen(<AgedDrawer days={30} scope={{}} onClose={() => {}} />)
  expect(screen.getByRole('status').textContent).toBe('正在加载…')
  expect(screen.queryByText(/共 0 台/)).toBeNull()
  await screen.findByRole('alert')
  isAway = false
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('共 12 台，在库最久的在前')
})
