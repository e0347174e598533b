import { webhook } from '@huanji/contract/features/webhook/calls'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setSendPolicy } from '../../api/send.ts'
import { closeAllOverlays } from '../../components/overlay/overlay-host.tsx'
import { storePermissions } from '../../session/session.ts'
import { openDialogsAndPopovers } from '../../shell/testing/dialogs.ts'
import { refusal, showScreen, stubGateway } from '../testing/screen.tsx'
import type { Delivery, Endpoint } from './types.ts'
import { WebhooksPage } from './webhooks-page.tsx'

const ENDPOINT: Endpoint = {
  endpointId: '01890000-0000-7000-8000-000000000001',
  name: '进销存',
  url: 'https://erp.example.com/hooks',
  kinds: ['newOrder'],
  state: 'enabled',
  reason: '',
  employeeName: '王店长',
  closedKinds: [],
  previousUntil: null,
  failingSince: null,
  version: 3,
  createdAt: '2026-11-20T02:00:00.000Z',
}
const FAILED: Delivery = {
  deliveryId: '01890000-0000-7000-8000-0000000000d1',
  event: 'newOrder',
  state: 'failed',
  attempts: 2,
  dueAt: null,
  status: 500,
  answer: '错',
  tookMs: 31,
  createdAt: '2026-11-20T02:00:00.000Z',
  finishedAt: null,
}
const DELIVERED: Delivery = { ...FAILED, deliveryId: '01890000-0000-7000-8000-0000000000d2', state: 'delivered' }
const SECRET = 'whsec_one-that-is-told-once'

let endpoints: Endpoint[] = []
let saved: object
let sent: ReturnType<typeof stubGateway>

beforeAll(openDialogsAndPopovers)
beforeEach(() => {
  setSendPolicy({ onSessionInvalid: () => {}, onNotGranted: () => {}, showError: () => {} })
  storePermissions([webhook.list.path, webhook.save.path])
  endpoints = [ENDPOINT]
  saved = { endpointId: ENDPOINT.endpointId, version: 4, secret: SECRET }
  sent = stubGateway({
    [webhook.list.path]: () => ({ endpoints, kinds: ['newOrder', 'refundOpened'] }),
    [webhook.save.path]: () => saved,
    [webhook.rotate.path]: () => ({ secret: SECRET, previousUntil: '2026-11-21T02:00:00.000Z' }),
    [webhook.setState.path]: () => ({}),
    [webhook.remove.path]: () => ({}),
    [webhook.retry.path]: () => ({}),
    [webhook.deliveries.path]: () => ({ deliveries: [FAILED, DELIVERED], hasMore: false }),
  })
})
afterEach(() => {
  act(closeAllOverlays)
  cleanup()
  vi.unstubAllGlobals()
})

const bodiesTo = (path: string) => sent.filter((call) => call.path === path).map(({ body }) => body)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const card = () => screen.findByRole('region', { name: ENDPOINT.name })

test('a receiver is added with the kinds that the person may have told, and its key is shown once', async () => {
  endpoints = []
  showScreen(<WebhooksPage />)
  await screen.findByText('还没有接收地址')
  press('添加接收地址')
  const dialog = await screen.findByRole('dialog', { name: '添加接收地址' })
  const save = within(dialog).getByRole<HTMLButtonElement>('button', { name: '保存' })
  expect(save.disabled).toBe(true)
  fireEvent.change(within(dialog).getByLabelText(/^名称/), { target: { value: '进销存' } })
  fireEvent.change(within(dialog).getByLabelText(/^接收地址/), { target: { value: ENDPOINT.url } })
  expect(save.disabled).toBe(false)
  fireEvent.click(save)
  await screen.findByText(SECRET)
  // an order's closing is what most follow too, but this person may not have it told
  expect(bodiesTo(webhook.save.path)).toMatchObject([
    { name: '进销存', url: ENDPOINT.url, kinds: ['newOrder', 'refundOpened'] },
  ])
  press('已保存好')
  await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull())
})

test('a refusal of the address stands at the address, and what was typed stays', async () => {
  saved = refusal('WEBHOOK_URL_INVALID', '须为公网地址', { field: 'url' })
  showScreen(<WebhooksPage />)
  await card()
  press('编辑')
  const dialog = await screen.findByRole('dialog', { name: `编辑：${ENDPOINT.name}` })
  const url = within(dialog).getByLabelText<HTMLInputElement>(/^接收地址/)
  fireEvent.change(url, { target: { value: 'https://10.0.0.1/hooks' } })
  fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
  await within(dialog).findByText('须为公网地址')
  expect([url.value, url.getAttribute('aria-invalid')]).toEqual(['https://10.0.0.1/hooks', 'true'])
  expect(bodiesTo(webhook.save.path)).toMatchObject([{ endpointId: ENDPOINT.endpointId, version: 3 }])
})

test('more than five are not added', async () => {
  endpoints = Array.from({ length: 5 }, (_, at) => ({ ...ENDPOINT, endpointId: `${at}`, name: `系统${at}` }))
  showScreen(<WebhooksPage />)
  await screen.findByRole('region', { name: '系统4' })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '添加接收地址' }).disabled).toBe(true)
})

test('disabling and deleting ask first, enabling does not', async () => {
  showScreen(<WebhooksPage />)
  await card()
  press('停用')
  await screen.findByText(/正在等待的推送也不再发送/)
  press('取消')
  expect(bodiesTo(webhook.setState.path)).toEqual([])
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: '删除' }).disabled).toBe(false))
  press('删除')
  await screen.findByText(/无法恢复/)
  press('取消')
  expect(bodiesTo(webhook.remove.path)).toEqual([])
  endpoints = [{ ...ENDPOINT, state: 'disabled' }]
  cleanup()
  showScreen(<WebhooksPage />)
  await card()
  press('启用')
  await waitFor(() =>
    expect(bodiesTo(webhook.setState.path)).toMatchObject([{ endpointId: ENDPOINT.endpointId, isEnabled: true }]),
  )
})

test('says of each receiver why it does not hear all', async () => {
  endpoints = [
    { ...ENDPOINT, state: 'stopped', reason: '连续三天没有送达' },
    {
      ...ENDPOINT,
      endpointId: '2',
      name: '另一个',
      failingSince: '2026-11-20T02:00:00.000Z',
      closedKinds: ['newOrder'],
    },
  ]
  showScreen(<WebhooksPage />)
  await card()
  screen.getByText('连续三天没有送达。处理后请重新启用。')
  screen.getByText(/持续三天将自动停止/)
  screen.getByText(/^王店长已没有查看“.*”的权限，这些消息不会推送。$/)
})

test('whoever may only read sees what was sent and changes nothing', async () => {
  storePermissions([webhook.list.path])
  showScreen(<WebhooksPage />)
  await card()
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).not.toContain('添加接收地址')
  expect(screen.queryByRole('button', { name: '编辑' })).toBeNull()
  press('推送记录')
  await screen.findAllByText('500 错')
  expect(screen.queryByRole('button', { name: '重新推送' })).toBeNull()
})

test('only what was not delivered is sent again', async () => {
  showScreen(<WebhooksPage />)
  await card()
  press('推送记录')
  await screen.findAllByText('500 错')
  fireEvent.click(screen.getByRole('button', { name: '重新推送' }))
  await waitFor(() => expect(bodiesTo(webhook.retry.path)).toMatchObject([{ deliveryId: FAILED.deliveryId }]))
})
