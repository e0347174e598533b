import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/database.ts'
import type { Services } from '../services.ts'

/** A route beside the contract's calls that answers JSON to a GET, without a session: nothing private may stand there. */
export interface PlainRoute {
  readonly path: string
  /** True for a route that must not exist in production. */
  readonly isDemoOnly: boolean
  answer(services: Services & { readonly db: Database }): Promise<unknown>
}

/** Registers the modules' plain routes; in production those of the demo are not there at all. */
export function registerPlainRoutes(
  server: FastifyInstance,
  routes: readonly PlainRoute[],
  services: Services & { readonly db: Database },
): void {
  for (const route of routes) {
    if (route.isDemoOnly && services.settings.mode !== 'demo') continue
    server.get(route.path, async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return route.answer(services)
    })
  }
}
