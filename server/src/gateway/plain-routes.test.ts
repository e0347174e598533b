import { afterEach, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from '../../../tests/support/gateway.ts'

let gateway: TestGateway | null = null
afterEach(async () => {
  await gateway?.close()
  gateway = null
})

it('shows the demo inbox in demo mode', async () => {
  gateway = await startTestGateway()
  const answer = await fetch(`${gateway.url}/demo/sms`)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ messages: [] })
})

it('has no demo inbox in production', async () => {
  gateway = await startTestGateway({ settings: { mode: 'production' } })
  const answer = await fetch(`${gateway.url}/demo/sms`)
  expect(await answer.text()).not.toContain('messages')
  expect(answer.status).not.toBe(200)
})
