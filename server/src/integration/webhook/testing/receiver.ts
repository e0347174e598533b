import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message as a receiver got it. */
export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** A receiver on this machine, which keeps what it is sent and answers as it is told to. */
export async function startReceiver() {
  const received: Received[] = []
  let status = 200
  let answer = 'ok'
  let headers: Record<string, string> = {}
  let isSilent = false
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() })
      if (!isSilent) response.writeHead(status, headers).end(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    answers: (next: number, text = 'ok', nextHeaders: Record<string, string> = {}) => {
      status = next
      answer = text
      headers = nextHeaders
    },
    /** Takes what is sent and says nothing. */
    staysSilent: (silent: boolean) => {
      isSilent = silent
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>
