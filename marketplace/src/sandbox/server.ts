import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { BuyerPage } from './buyer-pages.ts'
import type { ConsentAnswer } from './consent-page.ts'
import { controlDenial } from './control-access.ts'
import type { FaultPlan } from './faults.ts'
import type { Answer, IncomingCall } from './incoming-call.ts'
import type { Outage, SandboxLog } from './options.ts'
import type { PageFile } from './page-file.ts'

const MAX_BODY_BYTES = 2 * 1024 * 1024
export const CONTROL_PREFIX = '/sandbox/control/'

export interface SandboxServerOptions {
  host: string
  port: number
  faults: FaultPlan
  /** The outage at this moment, or null. */
  outage: () => Outage | null
  log: SandboxLog
  answer: (call: IncomingCall) => Answer
  /** Lets a buyer be quicker than a call. */
  overtake: (by: 'payment' | 'purchase', call: IncomingCall) => void
  /** Answers a call, to nobody, so many virtual milliseconds later. */
  answerLater: (call: IncomingCall, delayMs: number) => void
  /** A page or a file at an address, or null. */
  page: (url: URL) => BuyerPage | PageFile | null
  /** What the form of a page comes to, or null for an address without one. */
  form: (url: URL, rawBody: Uint8Array) => ConsentAnswer | null
  /** Answers `/sandbox/control/<action>`; null when control over HTTP is switched off. */
  control: ((action: string, rawBody: Uint8Array) => Promise<Answer>) | null
}

export interface SandboxServer {
  /** Listens, and gives scheme, host and port. After `close` it listens on the same port again. */
  listen(): Promise<string>
  close(): Promise<void>
}

/** The sandbox's HTTP server: every call a POST with a JSON body, and the pages that buyers see. */
export function createSandboxServer(options: SandboxServerOptions): SandboxServer {
  const { faults, log } = options

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://sandbox')
    const rawBody = await readBody(request)
    if (rawBody === null) return send(response, 413, { code: 413, msg: '请求体过大' })
    const page = request.method === 'GET' ? options.page(url) : null
    if (page !== null) return 'html' in page ? sendPage(response, page) : sendFile(response, page)
    if (request.method !== 'POST') return send(response, 405, { code: 405, msg: '请使用POST请求' })
    const answered = options.form(url, rawBody)
    if (answered !== null) return sendForm(response, answered)
    const { control } = options
    if (control !== null && url.pathname.startsWith(CONTROL_PREFIX)) {
      const denial = controlDenial(request.headers, options.host)
      if (denial !== null) return send(response, denial.status, { code: denial.status, msg: denial.msg })
      return send(response, 200, await control(url.pathname.slice(CONTROL_PREFIX.length), rawBody))
    }
    await respondToCall({ path: url.pathname, query: url.searchParams, rawBody }, request, response)
  }

  async function respondToCall(call: IncomingCall, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const outage = options.outage()
    if (outage?.kind === 'http') return send(response, outage.status, { code: outage.status, msg: '服务暂不可用' })
    if (outage) return breakOff(outage.kind === 'hang' ? 'hang' : 'reset', request)
    const fault = faults.take(call.path)
    const { latencyMs } = faults.standing()
    if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs))
    if (fault?.kind === 'refuse') return send(response, 200, { code: fault.code, msg: fault.msg })
    if (fault?.kind === 'http') return send(response, fault.status, { code: fault.status, msg: '服务暂不可用' })
    if (fault?.kind === 'late') {
      options.answerLater(call, fault.delayMs)
      return breakOff('reset', request)
    }
    const isCutOff = fault?.kind === 'hang' || fault?.kind === 'reset'
    if (isCutOff && !fault.afterEffect) return breakOff(fault.kind, request)
    if (fault?.kind === 'overtaken') options.overtake(fault.by, call)
    if (fault?.kind === 'twice') options.answer(call)
    const answer = options.answer(call)
    if (isCutOff) return breakOff(fault.kind, request)
    send(response, 200, answer)
  }

  let { port } = options

  const server: Server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      log.error({ error, path: request.url?.split('?')[0] }, 'a call to the sandbox failed')
      send(response, 500, { code: 500, msg: 'Internal Server Error' })
    })
  })

  return {
    listen: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, options.host, () => {
          server.off('error', reject)
          const address = server.address()
          port = typeof address === 'object' && address !== null ? address.port : port
          resolve(`http://${options.host}:${port}`)
        })
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A hanging call gets no answer until the caller gives up; a reset one loses its connection at once. */
function breakOff(kind: 'hang' | 'reset', request: IncomingMessage): void {
  if (kind === 'reset') request.socket.destroy()
}

function send(response: ServerResponse, status: number, answer: Answer): void {
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(answer))
}

function sendForm(response: ServerResponse, answer: ConsentAnswer): void {
  if ('page' in answer) {
    sendPage(response, answer.page)
    return
  }
  response.writeHead(303, { location: answer.location, 'cache-control': 'no-store' })
  response.end()
}

function sendPage(response: ServerResponse, { html, isFound, policy }: BuyerPage): void {
  response.writeHead(isFound ? 200 : 404, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
  })
  response.end(html)
}

/** Nothing in a file may run, whoever opens it; another site's page may show it. */
function sendFile(response: ServerResponse, { contentType, content, fileName, status = 200 }: PageFile): void {
  response.writeHead(status, {
    'content-type': contentType,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    ...(fileName === undefined ? {} : { 'content-disposition': `attachment; filename="${fileName}"` }),
  })
  response.end(content)
}

/** The whole body, or null when it is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    const chunk = Buffer.from(part)
    bytes += chunk.length
    if (bytes <= MAX_BODY_BYTES) parts.push(chunk)
  }
  return bytes > MAX_BODY_BYTES ? null : Buffer.concat(parts)
}
