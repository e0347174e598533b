import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from './metrics.ts'

export interface OpsServer {
  readonly url: string
  close(): Promise<void>
}

export interface OpsOptions {
  readonly port: number
  readonly host: string
  readonly metrics: Metrics
  /** Why the server should get no calls at the moment; null when it may. */
  readonly notReady: () => Promise<string | null>
}

/**
 * The operators' own port: `/live` (the process runs), `/ready` (the database answers, its tables match, files can be
 * written, and the server is not on its way out) and `/metrics`.
 */
export async function startOps(options: OpsOptions): Promise<OpsServer> {
  const server = http.createServer((request, response) => {
    answer(request.url ?? '', options)
      .catch((): Reply => ({ status: 500, body: 'failed\n' }))
      .then(
        ({ status, body }) => {
          response
            .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
            .end(body)
        },
        () => response.destroy(),
      )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Reply {
  readonly status: number
  readonly body: string
}

async function answer(url: string, { metrics, notReady }: OpsOptions): Promise<Reply> {
  const path = url.split('?')[0]
  if (path === '/live') return { status: 200, body: 'live\n' }
  if (path === '/metrics') return { status: 200, body: await metrics.text() }
  if (path !== '/ready') return { status: 404, body: 'not found\n' }
  const reason = await notReady()
  return reason === null ? { status: 200, body: 'ready\n' } : { status: 503, body: `${reason}\n` }
}
