import { STREAM_HEADERS, STREAM_PATH } from '@huanji/contract/live'
import { loginContext } from '../session/session.ts'

/** When to come again, unless the server says otherwise. */
const RETRY_MS = 5_000

/** Takes an event of the stream; a sign of life has no name. */
export type TakeEvent = (name: string, data: unknown) => void

/**
 * Opens the event stream and hands its events on until it breaks. Gives after how many milliseconds to come again; null
 * when it is no use to come again with this session.
 * @param sinceMs how old the caller's knowledge is
 * @throws whatever `fetch` throws, also when `signal` ends it
 */
export async function readStream(sinceMs: number, signal: AbortSignal, take: TakeEvent): Promise<number | null> {
  const { loginToken, loginPhone, employeeId, merchantId } = loginContext()
  const response = await fetch(STREAM_PATH, {
    headers: {
      authorization: `Bearer ${loginToken}`,
      [STREAM_HEADERS.phone]: loginPhone,
      [STREAM_HEADERS.employeeId]: employeeId,
      [STREAM_HEADERS.merchantId]: merchantId,
      [STREAM_HEADERS.sinceMs]: `${Math.ceil(sinceMs)}`,
    },
    cache: 'no-store',
    signal,
  })
  if (!response.ok) return Number(response.headers.get('retry-after')) * 1000 || RETRY_MS
  if (!response.body || !/event-stream/.test(response.headers.get('content-type') ?? '')) return null
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let retryMs = RETRY_MS
  let isOver = false
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return isOver ? null : retryMs
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, field, name = '', data = '{}'] = /^(\w*): ?(.*)(?:\ndata: (.*))?/.exec(block) ?? []
      if (field === 'retry') retryMs = Number(name)
      if (name === 'ended') isOver = true
      take(field === 'event' ? name : '', JSON.parse(data))
    }
  }
}
