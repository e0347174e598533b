import { CALLER_ADDRESS_PATH } from '@huanji/contract/constants'
import type { FastifyInstance } from 'fastify'
import type { Rates } from './rates.ts'

/** Registers the route: nothing of it is anybody else's, and no cache keeps it. */
export function registerCallerAddress(server: FastifyInstance, rates: Rates): void {
  server.get(CALLER_ADDRESS_PATH, {
    onRequest: async (request) => rates.takeForAddress(request.ip, 'read'),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return { address: request.ip }
    },
  })
}
