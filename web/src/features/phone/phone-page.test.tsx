import { phoneRecord } from '@huanji/contract/features/phone/calls'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { stubGateway } from '../testing/screen.tsx'
import { PhonePage } from './phone-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('defect: a phone that was not loaded could not be asked for again', async () => {
  let isAway = true
  stubGateway({
    [phoneRecord.life.path]: () => {
      if (isAway) throw new TypeError('failed to fetch')
      return { phones: [], life: null }
    },
  })
  const initialEntries = ['/check/phone?code=HJ2611010001']
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: <PhonePage /> }], { initialEntries })} />
    </QueryClientProvider>,
  )
  expect((await screen.findByRole('alert')).textContent).toContain('“HJ2611010001”没有打开')
  isAway = false
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('选择一台（共 0 台）')
})
