import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { OverlayHost } from '../../components/overlay/overlay-host.tsx'
import { nextKeyMs, restBeforeKeys } from '../../components/scan/testing/scanner.ts'

type Answer = (input: Record<string, unknown>) => object
/** An answer that refuses: the word and the sentence, at a field where one is named. */
export const refusal = (code: string, text: string, data: object = {}) => ({
  _errCode: '80060001',
  _errStr: text,
  _bizErrCode: code,
  _data: data,
})

interface SentCall {
  readonly path: string
  readonly body: Record<string, unknown>
  readonly idempotencyKey: string | null
}

/**
 * A gateway of a few canned answers by path, for tests of whole screens; a call without one fails the test that made it.
 * @returns every call made, in order
 */
export function stubGateway(answers: Readonly<Record<string, Answer>>): SentCall[] {
  const sent: SentCall[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body)) as Record<string, unknown>
    sent.push({ path, body, idempotencyKey: new Headers(init.headers).get('idempotency-key') })
    const answer = answers[path]
    if (!answer) throw new TypeError(`no answer for ${path}`)
    const data = answer(body)
    const envelope = '_errCode' in data ? data : { _errCode: '0', _errStr: '', _bizErrCode: '', _data: data }
    return new Response(JSON.stringify(envelope))
  })
  return sent
}

/** Shows a screen with what the shell gives it: a query cache, a router, a place for overlays. */
export function showScreen(screen: ReactNode, address = '/'): void {
  const element = (
    <>
      {screen}
      <OverlayHost />
    </>
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element }], { initialEntries: [address] })} />
    </QueryClientProvider>,
  )
}

const KEY_GAP_MS = 5
const SCAN_GAP_MS = 300

/** Scans a code as a keyboard scanner does, on a clock of its own: a slow machine must not turn a burst into typing. */
export async function scan(code: string): Promise<void> {
  restBeforeKeys(SCAN_GAP_MS)
  await act(async () => {
    for (const key of [...code, 'Enter']) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      Object.defineProperty(event, 'timeStamp', { value: nextKeyMs(KEY_GAP_MS) })
      document.body.dispatchEvent(event)
    }
    await Promise.resolve()
  })
}
