import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import type { BoxId, Command, Told } from './bench-protocol.ts'

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
/** A page that is up answers at once; one that is not there yet is asked again. */
const ASK_AGAIN_MS = 500
const READY_LIMIT_MS = 60_000

/** The page with the product's own boxes, and what it has told. */
export interface Bench {
  readonly url: string
  /** Puts the focus into a box and waits until it is there; what was told before is forgotten. */
  focus(box: BoxId): Promise<void>
  /** The next thing that is told and fits, or null when nothing comes in time. */
  next<Fitting extends Told>(fits: (told: Told) => told is Fitting, limitMs: number): Promise<Fitting | null>
  close(): Promise<void>
}

async function buildPage(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'huanji-bench-'))
  const root = path.join(import.meta.dirname, 'bench')
  await build({ root, configFile: false, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } })
  return folder
}

function answerFile(folder: string, url: string, response: ServerResponse): void {
  const file = path.join(folder, url === '/' ? 'index.html' : path.normalize(url))
  if (!existsSync(file)) response.writeHead(404).end()
  else response.writeHead(200, { 'Content-Type': TYPES[path.extname(file)] ?? 'text/plain' }).end(readFileSync(file))
}

/** What was told and not asked for yet, and who waits for it. */
class Mailbox {
  private told: Told[] = []
  private wake: () => void = () => {}

  add(told: Told): void {
    this.told.push(told)
    this.wake()
  }

  empty(): void {
    this.told = []
  }

  async next<Fitting extends Told>(fits: (told: Told) => told is Fitting, limitMs: number): Promise<Fitting | null> {
    const limit = performance.now() + limitMs
    for (;;) {
      const found = this.told.find(fits)
      if (found) {
        this.told = this.told.filter((one) => one !== found)
        return found
      }
      const leftMs = limit - performance.now()
      if (leftMs <= 0) return null
      await new Promise<void>((resolve) => {
        const late = setTimeout(resolve, leftMs)
        this.wake = () => {
          clearTimeout(late)
          resolve()
        }
      })
    }
  }
}

/** Builds the page and serves it on a free port of this machine. */
export async function openBench(): Promise<Bench> {
  const folder = await buildPage()
  const mailbox = new Mailbox()
  let page: ServerResponse | undefined
  let number = 0
  const server = createServer((request, response) => {
    if (request.url === '/commands') {
      page = response
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('\n')
    } else if (request.url === '/told') {
      let text = ''
      request.on('data', (chunk) => {
        text += chunk
      })
      request.on('end', () => {
        mailbox.add(JSON.parse(text))
        response.writeHead(204).end()
      })
    } else answerFile(folder, new URL(request.url ?? '/', 'http://bench').pathname, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const next: Bench['next'] = (fits, limitMs) => mailbox.next(fits, limitMs)
  return {
    url: `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}/`,
    next,
    async focus(box) {
      const limit = performance.now() + READY_LIMIT_MS
      for (;;) {
        number += 1
        const wanted = number
        mailbox.empty()
        page?.write(`data: ${JSON.stringify({ number: wanted, focus: box } satisfies Command)}\n\n`)
        const isReady = (told: Told): told is Extract<Told, { how: 'ready' }> =>
          told.how === 'ready' && told.number === wanted
        const ready = await next(isReady, ASK_AGAIN_MS)
        if (ready?.hasFocus) return mailbox.empty()
        if (performance.now() > limit) throw new Error(`the page never had its focus in ${box}`)
      }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
