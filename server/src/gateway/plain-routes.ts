import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/database.ts'
import { TransportRefusal } from '../errors/transport-refusal.ts'
import type { Services } from '../services.ts'
import { isOwnVisitor } from './own-visitors.ts'

/** A route beside the contract's calls that answers JSON to a GET, without a session: nothing private may stand there. */
export interface PlainRoute {
  readonly path: string
  /** True for a route that must not exist in production, and in the demo only for visitors of the site itself. */
  readonly isDemoOnly: boolean
  answer(services: Services & { readonly db: Database }): Promise<unknown>
}

/**
 * Registers the modules' plain routes; in production those of the demo are not there at all, nor for a request under a
 * foreign name or from a page of another site.
 */
export function registerPlainRoutes(
  server: FastifyInstance,
  routes: readonly PlainRoute[],
  services: Services & { readonly db: Database },
): void {
  for (const route of routes) {
    if (route.isDemoOnly && services.settings.mode !== 'demo') continue
    server.get(route.path, async (request, reply) => {
      if (route.isDemoOnly && !isOwnVisitor(request.headers, services.settings))
        throw new TransportRefusal('unknownPath')
      reply.header('cache-control', 'no-store')
      return route.answer(services)
    })
  }
}
