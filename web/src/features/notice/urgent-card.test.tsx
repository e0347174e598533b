import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { showScreen } from '../testing/screen.tsx'
import type { Notice } from './types.ts'
import { UrgentCard } from './urgent-card.tsx'

const { chime } = vi.hoisted(() => ({ chime: vi.fn() }))
vi.mock('../../components/scan/feedback.ts', async (original) => ({ ...(await original<object>()), chime }))

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const OFFER: Notice = {
  noticeId: '01890000-0000-7000-8000-00000000000a',
  kind: 'offerWaiting',
  channel: 'auction',
  subjectId: '01890000-0000-7000-8000-00000000000b',
  label: '苹果 iPhone 13',
  detail: '有低于保底价的报价，超时未答复即流拍',
  dueAt: null,
  count: 1,
  isRead: false,
  at: '2026-11-27T02:00:00.000Z',
}

test('defect: an offer that has to be answered within the hour was told without a sound', () => {
  showScreen(<UrgentCard notice={OFFER} />)
  screen.getByText('议价待答复')
  expect(chime).toHaveBeenCalledOnce()
  cleanup()
  showScreen(<UrgentCard notice={OFFER} />)
  expect(chime).toHaveBeenCalledOnce()
})
