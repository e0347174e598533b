import { TIMING_REPORT_CAP_MS } from '@huanji/contract/constants'
import { ERR } from '@huanji/contract/errors'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { BrowserOutcome, Metrics } from '../ops/metrics.ts'
import type { Rates } from './rates.ts'

const report = z.strictObject({
  path: z.string().max(100),
  durationMs: z.int().min(0).max(TIMING_REPORT_CAP_MS),
  /** The answer's code, or `failed` when no answer came. */
  errCode: z.string().max(20),
})

function outcomeOf(errCode: string): BrowserOutcome {
  if (errCode === ERR.ok) return 'ok'
  return errCode === 'failed' ? 'failed' : 'refused'
}

/**
 * Takes the browsers' reports of how long calls took (docs/specification.md §9) into the metrics; what cannot be read
 * is dropped.
 */
export function registerTimingReports(
  server: FastifyInstance,
  paths: ReadonlySet<string>,
  metrics: Metrics,
  rates: Rates,
): void {
  server.post('/report/timing', {
    bodyLimit: 1024,
    onRequest: async (request) => rates.takeForAddress(request.ip, 'read'),
    handler: async (request, reply) => {
      const { success, data } = report.safeParse(request.body)
      if (success && paths.has(data.path)) metrics.observeBrowser(data.path, outcomeOf(data.errCode), data.durationMs)
      return reply.code(204).send()
    },
  })
}
