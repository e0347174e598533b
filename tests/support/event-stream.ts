import type { LoginContext } from '@huanji/contract/envelope'
import { STREAM_HEADERS, STREAM_PATH } from '@huanji/contract/live'

export interface StreamEvent {
  readonly name: string
  readonly data: { readonly topics?: readonly string[]; readonly ageMs?: number; readonly isWhole?: boolean }
}

/** An open event stream, with what came so far. */
export interface EventStream {
  readonly response: Response
  readonly events: readonly StreamEvent[]
  /** Comments and the time to come again, as they came. */
  readonly asides: readonly string[]
  /** The topics told since the last time this was asked. */
  takeTopics(): Set<string>
  /** Comes back when what came since topics were taken is enough. @throws Error after ten seconds */
  until(isEnough: (events: readonly StreamEvent[]) => boolean): Promise<void>
  readonly isOver: boolean
  close(): void
}

export const streamHeaders = (login: LoginContext, sinceMs = 0): Record<string, string> => ({
  authorization: `Bearer ${login.loginToken}`,
  [STREAM_HEADERS.phone]: login.loginPhone,
  [STREAM_HEADERS.employeeId]: login.employeeId,
  [STREAM_HEADERS.merchantId]: login.merchantId,
  [STREAM_HEADERS.sinceMs]: String(Math.ceil(sinceMs)),
})

/** Asks for the stream and reads it from then on, whatever is answered. */
export async function openEventStream(url: string, login: LoginContext, sinceMs = 0): Promise<EventStream> {
  const aborter = new AbortController()
  const response = await fetch(`${url}${STREAM_PATH}`, {
    headers: streamHeaders(login, sinceMs),
    signal: aborter.signal,
  })
  const events: StreamEvent[] = []
  const asides: string[] = []
  let isOver = false
  let taken = 0
  const take = (block: string) => {
    const [, name] = /^event: (.*)$/m.exec(block) ?? []
    const [, data] = /^data: (.*)$/m.exec(block) ?? []
    if (name === undefined || data === undefined) asides.push(block)
    else events.push({ name, data: JSON.parse(data) as StreamEvent['data'] })
  }
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (isStream) {
    void readBlocks(response, take)
      .catch(() => undefined)
      .finally(() => {
        isOver = true
      })
  }
  return {
    response,
    events,
    asides,
    takeTopics: () => {
      const fresh = events.slice(taken)
      taken = events.length
      return new Set(fresh.flatMap(({ data }) => data.topics ?? []))
    },
    until: async (isEnough) => {
      const endMs = performance.now() + 10_000
      while (!isEnough(events.slice(taken))) {
        if (performance.now() > endMs) throw new Error(`waited in vain; events so far: ${JSON.stringify(events)}`)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    get isOver() {
      return isOver
    },
    close: () => aborter.abort(),
  }
}

async function readBlocks(response: Response, take: (block: string) => void): Promise<void> {
  let rest = ''
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) take(block)
  }
}
