import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storePermissions } from '../../../session/session.ts'
import { refusal, showScreen, stubGateway } from '../../testing/screen.tsx'
import { ORDER } from '../testing/order-detail.ts'
import { BuyerSection } from './buyer-section.tsx'

const REVEAL = '/api/ext/buyerContact/reveal'
const CONTACT = { name: '陈小北', phone: '13800130115', region: '广东省广州市', detail: '天河路1号', masked: false }
const BUTTON = { name: '查看联系方式（会记下是谁看的）' }

beforeEach(() => storePermissions([REVEAL]))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a masked receiver is said to be masked and cannot be copied', () => {
  storePermissions([])
  showScreen(<BuyerSection order={ORDER} />)
  screen.getByText('联系方式已脱敏')
  screen.getByText('138****0115')
  expect(screen.queryByRole('button', { name: '复制收货手机号' })).toBeNull()
  expect(screen.queryByRole('button', BUTTON)).toBeNull()
})

test('a receiver that may be read can be copied, with nothing to ask for', () => {
  showScreen(<BuyerSection order={{ ...ORDER, receiver: CONTACT }} />)
  screen.getByRole('button', { name: '复制收货手机号' })
  expect(screen.queryByText('联系方式已脱敏')).toBeNull()
  expect(screen.queryByRole('button', BUTTON)).toBeNull()
  expect(screen.queryByRole('status')).toBeNull()
})

test('whoever may see contacts order by order has this one shown, once asked for, and can copy it', async () => {
  const sent = stubGateway({ [REVEAL]: () => CONTACT })
  showScreen(<BuyerSection order={ORDER} />)
  expect(sent).toEqual([])
  fireEvent.click(screen.getByRole('button', BUTTON))
  await screen.findByText('13800130115')
  screen.getByText('陈小北')
  screen.getByText('广东省广州市天河路1号')
  screen.getByRole('button', { name: '复制收货手机号' })
  screen.getByRole('button', { name: '复制收货地址' })
  expect(screen.getByRole('status').textContent).toContain('已记入操作日志')
  expect(screen.queryByRole('button', BUTTON)).toBeNull()
  expect(sent.map(({ path, body }) => [path, body.orderId])).toEqual([[REVEAL, ORDER.orderId]])
})

test('stays masked when the server refuses, and can be asked for again', async () => {
  const sent = stubGateway({ [REVEAL]: () => refusal('NOT_FOUND', '没有这个订单，请刷新后重试') })
  showScreen(<BuyerSection order={ORDER} />)
  const button = screen.getByRole<HTMLButtonElement>('button', BUTTON)
  fireEvent.click(button)
  await waitFor(() => expect(sent).toHaveLength(1))
  await waitFor(() => expect(button.disabled).toBe(false))
  screen.getByText('138****0115')
})

test('offers nothing to see where there is no receiver yet', () => {
  const receiver = { name: '', phone: '', region: '', detail: '', masked: true }
  showScreen(<BuyerSection order={{ ...ORDER, receiver }} />)
  expect(screen.queryByRole('button', BUTTON)).toBeNull()
})
