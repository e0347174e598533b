import { notice } from '@huanji/contract/features/notice/calls'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { closeAllOverlays } from '../../components/overlay/overlay-host.tsx'
import { NoticeBell } from '../../shell/notice-bell.tsx'
import { openDialogsAndPopovers } from '../../shell/testing/dialogs.ts'
import { refusal, showScreen, stubGateway } from '../testing/screen.tsx'
import type { Notice, NoticeChoices } from './types.ts'

const ORDER: Notice = {
  noticeId: '01890000-0000-7000-8000-0000000000aa',
  kind: 'newOrder',
  channel: 'auction',
  count: 1,
  label: '苹果 iPhone 13',
  detail: '',
  subjectId: '01890000-0000-7000-8000-0000000000ab',
  dueAt: null,
  at: '2026-11-26T02:00:00.000Z',
  isRead: false,
}
const TEN: Notice = { ...ORDER, noticeId: '01890000-0000-7000-8000-0000000000ac', count: 10, isRead: true }

const CHOICES: NoticeChoices = {
  kinds: [{ kind: 'newOrder', isShown: true, isSent: false }],
  quietFrom: 22,
  quietUntil: 8,
  smsADay: 20,
  canSend: true,
  phone: '138****8000',
}

let unread = { count: 1, newestId: ORDER.noticeId, urgent: null as Notice | null }
let notices: Notice[] = [ORDER, TEN]
let choices = CHOICES
let sent: ReturnType<typeof stubGateway>

const answers = () => ({
  [notice.unread.path]: () => unread,
  [notice.list.path]: (input: Record<string, unknown>) => ({
    notices: input.unreadOnly === true ? notices.filter(({ isRead }) => !isRead) : notices,
    next: null,
    kinds: ['newOrder'],
  }),
  [notice.read.path]: () => ({}),
  [notice.readAll.path]: () => ({}),
  [notice.choices.path]: () => choices,
  [notice.saveChoices.path]: () => ({}),
})
const bodiesTo = (path: string) => sent.filter((call) => call.path === path).map(({ body }) => body)

beforeAll(openDialogsAndPopovers)
beforeEach(() => {
  unread = { count: 1, newestId: ORDER.noticeId, urgent: null }
  notices = [ORDER, TEN]
  choices = CHOICES
  sent = stubGateway(answers())
})
afterEach(() => {
  cleanup()
  closeAllOverlays()
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** Pressed before it has come: it opens when it is there. */
async function open() {
  showScreen(<NoticeBell />)
  fireEvent.click(screen.getByRole('button', { name: '消息' }))
  return within(await screen.findByRole('dialog', { name: '消息' }))
}

test('nothing of notices is asked for before the page has settled', () => {
  showScreen(<NoticeBell />)
  expect(sent).toEqual([])
})

test('the bell counts, and a notice leads to its thing and is read then', async () => {
  const drawer = await open()
  await screen.findByRole('button', { name: '消息，1 条未读', hidden: true })
  const link = await drawer.findByRole('link', { name: /未读 新订单/ })
  expect(link.getAttribute('href')).toBe(`/sale/order/detail?orderId=${ORDER.subjectId}`)
  const [, ten] = drawer.getAllByRole('link')
  expect(ten?.getAttribute('href')).toBe('/sale/order')
  expect(ten?.textContent).toContain('10 笔新订单')
  expect(ten?.textContent).toContain('鱼市 · 苹果 iPhone 13 等 10 项')
  fireEvent.click(link)
  await waitFor(() => expect(bodiesTo(notice.read.path)).toMatchObject([{ noticeIds: [ORDER.noticeId] }]))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the number is quiet on the device that has shown it, until something newer comes', async () => {
  const { findByRole } = await open()
  await findByRole('link', { name: /未读 新订单/ })
  const shown = localStorage.length
  expect(shown).toBeGreaterThan(0)
  expect(Object.values(localStorage)).toContain(ORDER.noticeId)
})

test('nothing to show says so, and a failure offers 重试', async () => {
  notices = []
  unread = { count: 0, newestId: ORDER.noticeId, urgent: null }
  const drawer = await open()
  expect(await drawer.findByText('还没有消息')).toBeTruthy()
  fireEvent.click(drawer.getByRole('radio', { name: '未读' }))
  expect(await drawer.findByText('没有未读消息')).toBeTruthy()
  cleanup()
  closeAllOverlays()
  sent = stubGateway({ ...answers(), [notice.list.path]: () => refusal('NOT_FOUND', '出错了') })
  const failed = await open()
  expect(await failed.findByRole('button', { name: '重试' })).toBeTruthy()
})

test('a choice is kept as it is made; without a way to send, messages are not offered', async () => {
  const drawer = await open()
  fireEvent.click(drawer.getByRole('button', { name: '设置' }))
  const box = await screen.findByRole('checkbox', { name: '新订单：短信' })
  fireEvent.click(box)
  await waitFor(() => expect(bodiesTo(notice.saveChoices.path)).toHaveLength(1))
  expect(bodiesTo(notice.saveChoices.path)[0]).toMatchObject({
    kinds: [{ kind: 'newOrder', isShown: true, isSent: true }],
  })
  cleanup()
  closeAllOverlays()
  choices = { ...CHOICES, canSend: false }
  const again = await open()
  fireEvent.click(again.getByRole('button', { name: '设置' }))
  expect(await screen.findByText('还没有开通短信，要用请联系客服。')).toBeTruthy()
  expect(screen.queryByRole('checkbox', { name: '新订单：短信' })).toBeNull()
})
