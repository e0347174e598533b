import type { AddressInfo } from 'node:net'
import fastify, { type FastifyReply } from 'fastify'
import type { Jobs } from '../jobs/job.ts'
import { registerDeadLetters } from './dead-letters.ts'
import type { Metrics } from './metrics.ts'

export interface OpsServer {
  readonly url: string
  close(): Promise<void>
}

export interface OpsOptions {
  readonly port: number
  readonly host: string
  readonly metrics: Metrics
  readonly jobs: Jobs
  /** Opens the page of dead letters; null leaves it out. */
  readonly password: string | null
  /** Copies the embedded database into the folder of that number; false where nobody made that folder. Null on a server. */
  readonly copyDatabase: ((id: string) => Promise<boolean>) | null
  /** Why the server should get no calls at the moment; null when it may. */
  readonly notReady: () => Promise<string | null>
}

/**
 * The operators' own port: `/live` (the process runs), `/ready` (the database answers, its tables match, files can be
 * written, and the server is not on its way out), `/metrics`, and behind a password `/dead-letters`. `npm run backup` asks for
 * `/database-copy`, whose proof of being allowed to is a folder with an unguessable name beside the data.
 */
export async function startOps(options: OpsOptions): Promise<OpsServer> {
  const { port, host, metrics, jobs, password, copyDatabase, notReady } = options
  const server = fastify({ logger: false, forceCloseConnections: true, requestTimeout: 30_000 })
  server.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) => {
    const status = error.statusCode ?? 500
    return say(reply, status, status < 500 ? error.message : 'failed')
  })
  server.setNotFoundHandler((_request, reply) => say(reply, 404, 'not found'))
  server.get('/live', (_request, reply) => say(reply, 200, 'live'))
  server.get('/metrics', async (_request, reply) => say(reply, 200, (await metrics.text()).trimEnd()))
  server.get('/ready', async (_request, reply) => {
    const reason = await notReady()
    return say(reply, reason === null ? 200 : 503, reason ?? 'ready')
  })
  if (copyDatabase !== null) {
    server.post<{ Params: { id: string } }>('/database-copy/:id', async ({ params }, reply) =>
      (await copyDatabase(params.id)) ? say(reply, 200, 'copied') : say(reply, 404, 'not found'),
    )
  }
  if (password !== null) await registerDeadLetters(server, jobs, password)
  await server.listen({ port, host })
  const address = server.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() }
}

const say = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.code(status).type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(`${text}\n`)
