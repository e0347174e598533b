import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/database.ts'
import type { Services } from '../services.ts'
import type { Rates } from './rates.ts'

/** A file on its way to a browser. */
export interface DownloadedFile {
  readonly fileName: string
  readonly contentType: string
  readonly bytes: number
  readonly content: Readable
}

/** A route that answers a file to whoever has its signed address. */
export interface Download {
  /** With a star for the token, which may be longer than a named parameter. */
  readonly path: string
  /** @throws TransportRefusal for an address that is not good, or not any more */
  open(
    params: Readonly<Record<string, string>>,
    services: Services & { readonly db: Database },
  ): Promise<DownloadedFile>
}

/** What is sent can do nothing where it is opened, and is kept nowhere on the way. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

/** The name of a file for every browser: in ASCII, and as it is. */
export const attachment = (name: string): string =>
  `attachment; filename="${name.replace(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`

/** Registers the modules' downloads; each is counted against the address that asks as reads are. */
export function registerDownloads(
  server: FastifyInstance,
  downloads: readonly Download[],
  { services, rates }: { readonly services: Services & { readonly db: Database }; readonly rates: Rates },
): void {
  for (const download of downloads) {
    server.get<{ Params: Record<string, string> }>(download.path, {
      onRequest: async (request) => rates.takeForAddress(request.ip, 'read'),
      handler: async (request, reply) => {
        const { fileName, contentType, bytes, content } = await download.open(request.params, services)
        reply.headers({ ...HEADERS, 'content-type': contentType, 'content-length': bytes })
        return reply.header('content-disposition', attachment(fileName)).send(content)
      },
    })
  }
}
