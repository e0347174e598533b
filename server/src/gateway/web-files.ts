import fs from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { TransportRefusal } from '../errors/transport-refusal.ts'

/** Files whose name holds a hash of their content never change. */
const HASHED = /[\\/]assets[\\/][^\\/]+-[A-Za-z0-9_-]{8,}\.[a-z0-9.]+$/
const FOREVER = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'no-cache'

/**
 * Serves the web client from the folder it was built into, compressed beforehand, and its one page for every address
 * that is a page's. Anything else is an unknown path, answered in the envelope.
 */
export async function registerWebFiles(server: FastifyInstance, folder: string | null): Promise<void> {
  if (folder !== null && fs.existsSync(path.join(folder, 'index.html'))) {
    await server.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      index: false,
      cacheControl: false,
      setHeaders: (reply, file) => {
        reply.header('cache-control', HASHED.test(file) ? FOREVER : ASK_AGAIN)
      },
    })
    // its own route: the file server does not find a compressed index behind a bare slash
    server.get('/', async (_request, reply) => sendPage(reply))
  }
  server.setNotFoundHandler(async (request, reply) => {
    if (folder !== null && isPage(request)) return sendPage(reply)
    throw new TransportRefusal('unknownPath')
  })
}

/** A person's browser asks for a page: the client decides whether it exists (specification §2, not-found page). */
function isPage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const last = url.split('?')[0]?.split('/').at(-1) ?? ''
  return !last.includes('.') && (headers.accept ?? '').includes('text/html')
}

function sendPage(reply: FastifyReply): FastifyReply {
  return reply.sendFile('index.html')
}
