import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { refusal, showScreen, stubGateway } from '../testing/screen.tsx'
import { SessionSelect } from './session-select.tsx'
import type { Session } from './types.ts'

const session = (scheduleNumber: string, mode: Session['mode']): Session => ({
  scheduleDate: '2099-11-22',
  scheduleNumber,
  mode,
  cutOffAt: '2099-11-22T01:30:00.000Z',
  startsAt: '2099-11-22T02:00:00.000Z',
  endsAt: '2099-11-22T04:00:00.000Z',
})
const NO_GOODS = { list: [], total: 0, totalIsCapped: false, page: 1, pageSize: 200 }

function Chosen({ first }: { first: Session | null }) {
  const [chosen, choose] = useState<Session | null>(first)
  return (
    <>
      <SessionSelect session={chosen} onChange={choose} error="" disabled={false} />
      <output>{chosen?.scheduleNumber ?? '没有'}</output>
    </>
  )
}

function open(sessions: () => object, first: Session | null = null) {
  stubGateway({
    '/api/ext/auction/sessions': sessions,
    '/api/goods/list': () => ({ ...NO_GOODS, counts: {}, nextCursor: null, previousCursor: null }),
  })
  showScreen(<Chosen first={first} />)
}
const box = () => screen.getByLabelText(/^场次/) as HTMLSelectElement
const chosen = () => screen.getByRole('status', { hidden: true }).textContent

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('defect: goods went to a session that the box no longer showed, after a look at those of another kind', async () => {
  open(() => ({ sessions: [session('01', 'sealed'), session('02', 'open')], refreshedAt: null }))
  await waitFor(() => expect(box().value).toBe('2099-11-22 01'))
  fireEvent.change(screen.getByLabelText('竞拍方式'), { target: { value: 'open' } })
  expect(chosen()).toBe('02')
  expect(box().value).toBe('2099-11-22 02')
})

test('defect: a session that closed meanwhile stayed chosen behind an empty box', async () => {
  open(() => ({ sessions: [session('02', 'open')], refreshedAt: null }), session('01', 'open'))
  await waitFor(() => expect(chosen()).toBe('没有'))
})

test('defect: sessions that could not be loaded were said not to be', async () => {
  let isDown = true
  open(() =>
    isDown ? refusal('INTERNAL', '服务出错，请稍后重试') : { sessions: [session('02', 'open')], refreshedAt: null },
  )
  await screen.findByText(/场次没有加载出来/)
  expect(screen.queryByText(/暂时没有可报名的场次/)).toBeNull()
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await waitFor(() => expect(chosen()).toBe('02'))
})
