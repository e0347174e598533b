import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/database.ts'
import type { Metrics } from '../ops/metrics.ts'
import type { Log } from '../platform/log.ts'
import type { Services } from '../services.ts'
import type { Rates } from './rates.ts'
import { transportRefusalOf } from './routes.ts'
import { stillPagePolicy } from './security-headers.ts'

/** A document made by the server, and for how long the browser that asked may keep it. */
export interface Page {
  readonly status: number
  readonly html: string
  /** 0 when it must be asked for again each time. */
  readonly keptSeconds: number
}

/** A page without a session and without scripts that the server writes itself: nothing private may stand there. */
export interface PublicPage {
  /** With its parameters, such as `/report/:inspectionNo/:key`. */
  readonly path: string
  answer(params: Readonly<Record<string, string>>, services: Services & { readonly db: Database }): Promise<Page>
  /** The document for a person who cannot be answered, with the reason in a sentence. */
  refusal(sentence: string): string
}

interface Dependencies {
  readonly services: Services & { readonly db: Database }
  readonly rates: Rates
  readonly metrics: Metrics
  readonly log: Log
}

const compress = promisify(gzip)
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:[\s,]|$))/i

/** Registers the modules' pages: each answers GET and HEAD, counted against the address that asks as reads are. */
export async function registerPublicPages(
  server: FastifyInstance,
  pages: readonly PublicPage[],
  { services, rates, metrics, log }: Dependencies,
): Promise<void> {
  for (const page of pages) {
    await server.register(async (scope) => {
      scope.setErrorHandler((error, request, reply) => {
        const refusal = transportRefusalOf(error, request, log)
        if (refusal.retryAfterSeconds !== null) reply.header('retry-after', String(refusal.retryAfterSeconds))
        return sendPage(request, reply, { status: refusal.status, html: page.refusal(refusal.message), keptSeconds: 0 })
      })
      scope.get<{ Params: Record<string, string> }>(page.path, {
        onRequest: async (request) => rates.takeForAddress(request.ip, 'read'),
        handler: async (request, reply) => sendPage(request, reply, await page.answer(request.params, services)),
        onResponse: async (_request, reply) => metrics.observeCall(page.path, reply.statusCode, reply.elapsedTime),
      })
    })
  }
}

/** Its address is a secret between merchant and buyer, so no search engine keeps it and no other site learns it. */
async function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): Promise<FastifyReply> {
  const { status, html, keptSeconds } = page
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', stillPagePolicy(policy, html))
    .header('cache-control', keptSeconds === 0 ? 'no-store' : `private, max-age=${keptSeconds}`)
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex, nofollow')
    .header('vary', 'accept-encoding')
  if (!TAKES_GZIP.test(request.headers['accept-encoding'] ?? '')) return reply.send(html)
  return reply.header('content-encoding', 'gzip').send(await compress(html))
}
