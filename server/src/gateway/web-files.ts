import fs from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { PAGES } from '@huanji/contract/pages'
import { LAYOUT_PATH, PUBLIC_PAGES } from '@huanji/contract/public-pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { codeOf } from '../database/errors.ts'
import { TransportRefusal } from '../errors/transport-refusal.ts'
import { transportText } from './answer.ts'
import { isProgram } from './caller-kind.ts'
import { allowingOwnTexts } from './security-headers.ts'

/** Files whose name holds a hash of their content never change. */
const HASHED = /[\\/]assets[\\/][^\\/]+-[A-Za-z0-9_-]{8,}\.[a-z0-9.]+$/
const FOREVER = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'no-cache'
const POLICY = 'content-security-policy'

/** What the file server says of a path it will not look for: doubled slashes, dots, NUL, too long a name. */
const UNSERVED = new Set(['FST_STATIC_FORBIDDEN_PATH'])

/** Every address that the client has a page for, spelled exactly; one slash at its end is overlooked (docs/specification.md §2). */
const ADDRESSES: ReadonlySet<string> = new Set([
  ...[...Object.values(PAGES), ...Object.values(PUBLIC_PAGES)].map(({ path: address }) => address),
  LAYOUT_PATH,
])

/** Where programs ask: calls and files, which are no pages however they are asked for. */
const FOR_PROGRAMS = /^\/(api|api_auth|admin|xySaasDetect|xySaasDetectApi|files|demo|assets)(\/|$)|\.[^/]*$/

const UNKNOWN = new TransportRefusal('unknownPath')
/** The only method of calls. */
const METHOD = 'POST'
const WRONG_METHOD = new TransportRefusal('wrongMethod')

/**
 * Serves the web client from the folder it was built into, compressed beforehand, and its one page for every address
 * that is a page's. Anything else is an unknown path, see `answerUnknown`; a call (`calls` holds their paths) asked for by another
 * method than its own is told which one it takes.
 */
export async function registerWebFiles(
  server: FastifyInstance,
  folder: string | null,
  calls: ReadonlySet<string> = new Set(),
): Promise<void> {
  // a scope of its own: its errors are the files' only
  await server.register(async (files) => {
    files.addHook('onRequest', async (request, reply) => {
      if (!calls.has(pathOf(request)) || takesHtml(request)) return
      reply.header('allow', METHOD)
      throw WRONG_METHOD
    })
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
 * Answers an address that is nobody's with 404: the client's page, which says so, to whoever wants a page, otherwise the
 * envelope. `folder` is where the client was built, or null.
 */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply, folder: string | null): FastifyReply {
  reply.code(UNKNOWN.status)
  if (folder !== null && wantsPage(request) && fs.existsSync(pageIn(folder))) {
    allowPage(reply, folder).header('cache-control', ASK_AGAIN).type('text/html; charset=utf-8')
    return reply.send(pageText(folder))
  }
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
  return reply.send(transportText(UNKNOWN, { isProgram: isProgram(request) }))
}

const pageIn = (folder: string): string => path.join(folder, 'index.html')

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? ''

/** A person's browser opens an address. */
const takesHtml = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html')

/**
 * Somebody wants something to look at: a person's browser, or whoever takes anything, such as a link preview or a monitor.
 * A script, a call or another part of a page is none of them.
 */
function wantsPage(request: FastifyRequest): boolean {
  const { method, headers } = request
  if (method !== 'GET' && method !== 'HEAD') return false
  const { accept = '*/*', 'sec-fetch-dest': part = 'document' } = headers
  const at = pathOf(request)
  if (takesHtml(request)) return !at.startsWith('/assets/')
  return /(\*|text)\/\*/.test(accept) && part === 'document' && !FOR_PROGRAMS.test(at)
}

const isPage = (request: FastifyRequest): boolean =>
  wantsPage(request) && ADDRESSES.has(pathOf(request).replace(/(?<=.)\/$/, ''))
