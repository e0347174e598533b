import fs from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { codeOf } from '../database/errors.ts'
import { TransportRefusal } from '../errors/transport-refusal.ts'
import { transportText } from './answer.ts'
import { allowingOwnTexts } from './security-headers.ts'

/** Files whose name holds a hash of their content never change. */
const HASHED = /[\\/]assets[\\/][^\\/]+-[A-Za-z0-9_-]{8,}\.[a-z0-9.]+$/
const FOREVER = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'no-cache'
const POLICY = 'content-security-policy'

/** What the file server says of a path it will not look for: doubled slashes, dots, NUL, too long a name. */
const UNSERVED = new Set(['FST_STATIC_FORBIDDEN_PATH'])

const UNKNOWN = new TransportRefusal('unknownPath')

/**
 * Serves the web client from the folder it was built into, compressed beforehand, and its one page for every address
 * that is a page's. Anything else is an unknown path, see `answerUnknown`.
 */
export async function registerWebFiles(server: FastifyInstance, folder: string | null): Promise<void> {
  // a scope of its own: its errors are the files' only
  await server.register(async (files) => {
    const hasPage = folder !== null && fs.existsSync(pageIn(folder))
    if (hasPage) {
      await registerFolder(files, folder)
      files.setErrorHandler((error, request, reply) => {
        if (!UNSERVED.has(codeOf(error))) throw error
        return answerUnknown(request, reply, folder)
      })
    }
    files.setNotFoundHandler(async (request, reply) =>
      hasPage && isPage(request) ? sendPage(reply, folder) : answerUnknown(request, reply, folder),
    )
  })
}

async function registerFolder(files: FastifyInstance, folder: string): Promise<void> {
  await files.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, file) => {
      reply.header('cache-control', HASHED.test(file) ? FOREVER : ASK_AGAIN)
    },
  })
  // its own route: the file server does not find a compressed index behind a bare slash
  files.get('/', async (_request, reply) => sendPage(reply, folder))
}

const sendPage = (reply: FastifyReply, folder: string): FastifyReply => allowPage(reply, folder).sendFile('index.html')

/** Lets the page's own start script and styles, which stand in its text, through the security policy. */
function allowPage(reply: FastifyReply, folder: string): FastifyReply {
  const policy = reply.getHeader(POLICY)
  return typeof policy === 'string' ? reply.header(POLICY, allowingOwnTexts(policy, pageText(folder))) : reply
}

const pages = new Map<string, { readonly mtimeMs: number; readonly text: string }>()

/** The text of the page, read anew once it was built anew. */
function pageText(folder: string): string {
  const { mtimeMs } = fs.statSync(pageIn(folder))
  const known = pages.get(folder)
  if (known?.mtimeMs === mtimeMs) return known.text
  const text = fs.readFileSync(pageIn(folder), 'utf8')
  pages.set(folder, { mtimeMs, text })
  return text
}

/**
 * Answers an address that is nobody's with 404: the client's page, which says so, for a person's browser, otherwise the
 * envelope. `folder` is where the client was built, or null.
 */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply, folder: string | null): FastifyReply {
  reply.code(UNKNOWN.status)
  if (folder !== null && wantsPage(request) && fs.existsSync(pageIn(folder))) {
    allowPage(reply, folder).header('cache-control', ASK_AGAIN).type('text/html; charset=utf-8')
    return reply.send(pageText(folder))
  }
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
  return reply.send(transportText(UNKNOWN))
}

const pageIn = (folder: string): string => path.join(folder, 'index.html')

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? ''

/** A person's browser asks for something to look at: not a script, a call or another part of a page. */
function wantsPage(request: FastifyRequest): boolean {
  const { method, headers } = request
  if (method !== 'GET' && method !== 'HEAD') return false
  return !pathOf(request).startsWith('/assets/') && (headers.accept ?? '').includes('text/html')
}

/** The address may be a page's: the client decides whether it exists and has a not-found page (docs/specification.md §2). */
function isPage(request: FastifyRequest): boolean {
  return wantsPage(request) && !pathOf(request).split('/').at(-1)?.includes('.')
}
