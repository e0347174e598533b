import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CHANNEL_DESCRIPTIONS } from '../../channel/channels.ts'
import { refusal, showScreen, stubGateway } from '../../testing/screen.tsx'
import { ORDER } from '../testing/order.ts'
import { RemarkEditor } from './remark-editor.tsx'

const { orders } = CHANNEL_DESCRIPTIONS.auction

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('defect: what a colleague had written was replaced without being shown', async () => {
  const sent = stubGateway({
    [orders.calls.addRemark.path]: ({ version }) =>
      version === ORDER.version ? refusal('VERSION_CONFLICT', '李四在 10:02 修改过订单') : { order: ORDER },
    [orders.calls.detail.path]: () => ({ ...ORDER, version: 9, remark: '买家要求周一发' }),
    '/api/mch/business': () => ({}),
  })
  const onDone = vi.fn()
  showScreen(<RemarkEditor orders={orders} order={ORDER} onDone={onDone} />)
  fireEvent.change(screen.getByLabelText('备注'), { target: { value: '送手机壳' } })
  fireEvent.click(screen.getByRole('button', { name: /^保存/ }))
  fireEvent.click(await screen.findByRole('button', { name: '按最新订单继续' }))
  await screen.findByText('同事已改为“买家要求周一发”，保存后以您写的为准。')
  fireEvent.click(screen.getByRole('button', { name: /^保存/ }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  const writes = sent.filter(({ path }) => path === orders.calls.addRemark.path)
  expect(writes.at(-1)?.body).toMatchObject({ version: 9, remark: '送手机壳' })
})
