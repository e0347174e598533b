import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import * as toasts from '../../components/toast/toast.ts'
import { refusal, showScreen, stubGateway } from '../testing/screen.tsx'
import { CheckTools } from './check-tools.tsx'

const RUN = '/api/ext/bill/reconcile/run'
const told = vi.spyOn(toasts, 'toast').mockReturnValue()

afterEach(() => {
  cleanup()
  told.mockClear()
  vi.unstubAllGlobals()
})

/** 对全部的账, until nothing is under way. */
async function run() {
  showScreen(<CheckTools />)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '对全部的账' })
  fireEvent.click(button)
  expect(button.disabled).toBe(true)
  await waitFor(() => expect(button.disabled).toBe(false))
}

test('defect: nobody was told that a reconciliation did not begin, the network being away', async () => {
  stubGateway({
    [RUN]: () => {
      throw new TypeError('failed to fetch')
    },
  })
  await run()
  expect(told.mock.calls).toEqual([['error', '网络连接失败，请检查网络后重试']])
})

test('a refusal is shown by the transport alone', async () => {
  stubGateway({ [RUN]: () => refusal('STATE_CHANGED', '正在对账') })
  await run()
  expect(told).not.toHaveBeenCalled()
})
