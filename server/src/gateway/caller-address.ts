import type { FastifyInstance } from 'fastify'
import type { Rates } from './rates.ts'

/** Tells whoever asks under which address the server knows them: the doctor asks from outside, with a forged header. */
export const CALLER_ADDRESS_PATH = '/api/ext/address'

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
