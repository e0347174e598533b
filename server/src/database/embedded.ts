import fs from 'node:fs'
import path from 'node:path'
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { StartupRefusal } from '../platform/startup-refusal.ts'
import { takeDataLock } from './data-lock.ts'
import type { EmbeddedWorkerData, FromWorker, ToWorker } from './embedded-messages.ts'
import { createFrameCutter } from './frames.ts'
import { FREE_BYTES_MIN, freeBytesOf } from './free-space.ts'

/** The major version of PostgreSQL that the embedded database's files have. */
const MAJOR_VERSION = '18'

/** Answers live for a moment; without a limit the thread keeps up to 128 MB of memory for them when nothing is asked. */
const LIMITS = { maxYoungGenerationSizeMb: 24 }

/** A thread that says nothing for so long is stuck: no statement of the product takes a part of it. */
const STUCK_MS = 30_000
const PING_EVERY_MS = 5_000
/** So long a thread may take to open the folder anew: it reads its log. */
const REOPEN_MS = 60_000
/** So long a thread has to write down what it holds before it is ended. */
const CLOSE_MS = 10_000

/** The embedded database, reached like a server through a stream. */
export interface Embedded {
  /** A stream for one client of the driver; the database serves one client at a time. */
  connect(): Duplex
  /** How often files were forced to the disk, when it was asked to count. */
  fsyncCount(): Promise<number>
  /** Watches the thread from now on: one that is stuck is ended and its folder opened anew. What is under way fails. */
  watch(told: (what: 'stuck' | 'reopened' | 'lost', error?: unknown) => void): void
  /** Ends the database, once however often it is asked; a thread that is stuck is ended after a while. */
  close(): Promise<void>
}

export interface EmbeddedOptions {
  readonly countFsyncs?: boolean
  /** After how long without a word the thread counts as stuck. */
  readonly stuckMs?: number
  readonly pingEveryMs?: number
  /** How long its end may take. */
  readonly closeMs?: number
}

/**
 * Opens the embedded database in `folder`, and makes it when the folder is empty. It has one connection and enforces no
 * statement time-out: for evaluation and small shops.
 * @throws StartupRefusal when the folder is in use, holds files of another major version, or lies where there is too little room
 */
export async function openEmbedded(folder: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  fs.mkdirSync(folder, { recursive: true })
  const lock = takeDataLock(`${folder}.lock`)
  const start = async (limitMs: number | null): Promise<Worker> => {
    const data: EmbeddedWorkerData = { folder, countFsyncs: options.countFsyncs ?? false }
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
      workerData: data,
      resourceLimits: LIMITS,
    })
    const limit = limitMs === null ? undefined : setTimeout(() => void worker.terminate(), limitMs)
    await opened(worker).finally(() => clearTimeout(limit))
    return worker
  }
  try {
    checkVersion(folder)
    await requireRoom(folder)
    return createBridge(await start(null), start, options, () => lock.release())
  } catch (error) {
    lock.release()
    await requireRoom(folder)
    throw error
  }
}

/**
 * Opening writes: on a full disk it fails and says no more than that, or not, by what is left over from before.
 * @throws StartupRefusal where there is little room
 */
async function requireRoom(folder: string): Promise<void> {
  const free = await freeBytesOf(folder).catch(() => FREE_BYTES_MIN)
  if (free >= FREE_BYTES_MIN) return
  const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024)
  throw new StartupRefusal(
    `数据目录所在的磁盘已满（剩余 ${megabytes(free)} MB），内置数据库打不开：${folder}`,
    `请腾出至少 ${megabytes(FREE_BYTES_MIN)} MB 后重新启动，已保存的数据都在。 The disk is full: make room and start again.`,
  )
}

function checkVersion(folder: string): void {
  const file = path.join(folder, 'PG_VERSION')
  if (!fs.existsSync(file)) return
  const version = fs.readFileSync(file, 'utf8').trim()
  if (version === MAJOR_VERSION) return
  throw new StartupRefusal(
    `数据目录由另一个版本的内置数据库写成（${version}，需要 ${MAJOR_VERSION}）：${folder}`,
    `请用写下它的那个版本备份，再恢复到新目录。 Back it up with the release that wrote it, and restore into a new folder.`,
  )
}

function opened(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('message', () => {
      worker.off('error', reject)
      resolve()
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(hasStopped()))
  })
}

const hasStopped = (): Error => new Error('the embedded database has stopped')

/** Hands what the driver writes to the thread and its answers back, whichever thread it is by then. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its functions share one state, which would otherwise be handed around
function createBridge(
  first: Worker,
  start: (limitMs: number) => Promise<Worker>,
  { stuckMs = STUCK_MS, pingEveryMs = PING_EVERY_MS, closeMs = CLOSE_MS }: EmbeddedOptions,
  release: () => void,
): Embedded {
  let client: PortStream | null = null
  // answers to a client that has gone must not reach the next one: frames count only after its own handshake
  let live: PortStream | null = null
  let asked: ((count: number) => void) | null = null
  /** Null while there is none: it has ended, or is being opened anew. */
  let worker: Worker | null = null
  let isClosing = false
  let closed: Promise<void> | null = null
  /** Pings since the thread was last heard. A process that stood still itself has sent one. */
  let unheard = 0
  let watcher: NodeJS.Timeout | undefined
  const post = (message: ToWorker) => worker?.postMessage(message)

  function take(next: Worker): void {
    worker = next
    unheard = 0
    next.once('exit', () => {
      if (worker === next) worker = null
      // without this, what the driver waits for would never settle
      client?.destroy(hasStopped())
    })
    next.on('error', (error: Error) => client?.destroy(error))
    next.on('message', (message: FromWorker) => {
      unheard = 0
      if (message.kind === 'frames') live?.push(message.bytes)
      else if (message.kind === 'connected') {
        live = client
        live?.emit('connect')
      } else if (message.kind === 'fsyncs') asked?.(message.count)
      else if (message.kind === 'failed') client?.destroy(new Error(`the embedded database failed: ${message.reason}`))
      else if (message.kind === 'closed') void next.terminate()
    })
  }
  take(first)

  async function reopen(told: Parameters<Embedded['watch']>[0]): Promise<void> {
    const stuck = worker
    worker = null
    live = null
    client?.destroy(hasStopped())
    await stuck?.terminate()
    if (isClosing) return
    try {
      const next = await start(REOPEN_MS)
      if (isClosing) await next.terminate()
      else {
        take(next)
        told('reopened')
      }
    } catch (error) {
      // the next look tries it again: there may be room by then
      told('lost', error)
    }
  }

  async function end(): Promise<void> {
    isClosing = true
    clearInterval(watcher)
    const last = worker
    if (last !== null) {
      const exited = new Promise<void>((resolve) => last.once('exit', () => resolve()))
      const limit = setTimeout(() => void last.terminate(), closeMs)
      post({ kind: 'close' })
      await exited
      clearTimeout(limit)
    }
    release()
  }

  return {
    connect: () => {
      live = null
      client = new PortStream(post, () => worker === null)
      return client
    },
    fsyncCount: () =>
      new Promise((resolve) => {
        asked = resolve
        post({ kind: 'fsyncs' })
      }),
    watch: (told) => {
      let isReopening = false
      watcher = setInterval(() => {
        if (isReopening) return
        if (worker !== null && unheard * pingEveryMs < stuckMs) {
          unheard += 1
          return post({ kind: 'ping' })
        }
        if (worker !== null) told('stuck')
        isReopening = true
        void reopen(told).finally(() => {
          isReopening = false
        })
      }, pingEveryMs)
      watcher.unref()
    },
    close: () => {
      closed ??= end()
      return closed
    },
  }
}

/** What the driver takes for a socket. Answers of a client that left are dropped with it. */
class PortStream extends Duplex {
  readonly #post: (message: ToWorker) => void
  readonly #hasExited: () => boolean
  readonly #cut = createFrameCutter()

  constructor(post: (message: ToWorker) => void, hasExited: () => boolean) {
    super()
    this.#post = post
    this.#hasExited = hasExited
  }

  connect(): this {
    if (this.#hasExited()) this.destroy(new Error('the embedded database has stopped'))
    else this.#post({ kind: 'connect' })
    return this
  }

  override _read(): void {
    // answers are pushed as they come
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const { bytes, hasEnded } = this.#cut(chunk)
    if (bytes.length > 0) this.#post({ kind: 'frames', bytes })
    if (hasEnded) this.push(null)
    done()
  }

  override _writev(chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: () => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'binary', done)
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }
}
