import type { LoginContext } from '@huanji/contract/envelope'
import type { LiveTopic, StreamEvents } from '@huanji/contract/live'
import type { Change, ChangeFeed } from '../database/changes.ts'
import { TransportRefusal } from '../errors/transport-refusal.ts'
import type { Log } from '../platform/log.ts'

const LOOK_EVERY_MS = 5_000
/** A stream that has said nothing for so long sends a comment: at the latest `LOOK_EVERY_MS` later. */
const SILENT_MS = 15_000
/** The session behind a stream is read again this often, and whenever its merchant's people, roles or sessions change. */
const CHECK_EVERY_MS = 60_000
/** Whoever leaves so much unread is cut off, and finds out what changed when coming again. */
const UNREAD_BYTES_MAX = 64 * 1024
/** A browser whose stream ends comes again after at most so long; so that not all come at once, the more there are the later. */
const RETRY_MS = 5_000
const RETRY_MS_A_STREAM = 10
/** When all streams are told to ask for everything, they are told within so long. */
const SPREAD_MS = 5_000
const SPREAD_MS_A_STREAM = 5
/** When a refused stream may be asked for again. */
const REFUSED_SECONDS = 60

/** What a stream is written to: the answer of its request. */
export interface Sink {
  readonly writableLength: number
  write(text: string): unknown
  end(text?: string): unknown
  destroy(): unknown
}

/** What a session may hear. */
export interface Hearer {
  readonly employeeId: string
  readonly topics: ReadonlySet<LiveTopic>
}

export interface LiveStreamsOptions {
  readonly feed: ChangeFeed
  /** Reads a session again; null when it is over. */
  readonly read: (login: LoginContext) => Promise<Hearer | null>
  readonly perPerson: number
  readonly inAll: number
  readonly log: Log
}

export interface LiveStreams {
  /** @throws TransportRefusal busy when this process has all the streams it may have */
  requireRoom(): void
  /**
   * Writes events to `sink` until it closes, the session ends, or the server leaves. What changed within the last
   * `sinceMs` is told at once. The returned function forgets the stream.
   * @throws TransportRefusal busy or tooMany, before anything is written
   */
  open(login: LoginContext, hearer: Hearer, sinceMs: number, begin: () => Sink): () => void
  readonly count: number
  /** Ends every stream, so that browsers come again elsewhere or later. */
  close(): void
}

interface Stream {
  readonly login: LoginContext
  readonly sink: Sink
  hearer: Hearer
  saidMs: number
  checkedMs: number
}

const text = <Name extends keyof StreamEvents>(name: Name, data: StreamEvents[Name]): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** The event streams of this process. They hold no database connection, and cost nothing while there is none. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its functions share one state, which would otherwise be handed around
export function createLiveStreams({ feed, read, perPerson, inAll, log }: LiveStreamsOptions): LiveStreams {
  const streams = new Set<Stream>()
  const byMerchant = new Map<string, Set<Stream>>()
  let timer: NodeJS.Timeout | undefined
  let isChecking = false

  const ofMerchant = (merchantId: string): ReadonlySet<Stream> => byMerchant.get(merchantId) ?? new Set()

  function forget(stream: Stream): void {
    streams.delete(stream)
    const ofOne = byMerchant.get(stream.login.merchantId)
    ofOne?.delete(stream)
    if (ofOne?.size === 0) byMerchant.delete(stream.login.merchantId)
    if (streams.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  function say(stream: Stream, what: string): void {
    if (!streams.has(stream)) return
    if (stream.sink.writableLength > UNREAD_BYTES_MAX) {
      forget(stream)
      stream.sink.destroy()
      return
    }
    stream.saidMs = performance.now()
    stream.sink.write(what)
  }

  function end(stream: Stream, lastWords: string): void {
    forget(stream)
    stream.sink.end(lastWords)
  }

  /** Tells of those topics that the stream's person may see. */
  function tell(stream: Stream, changed: ReadonlySet<LiveTopic>, ageMs: number): void {
    const topics = [...stream.hearer.topics].filter((topic) => changed.has(topic))
    if (topics.length > 0) say(stream, text('changed', { topics, ageMs: Math.floor(ageMs) }))
  }

  const tellAll = (stream: Stream) => tell(stream, stream.hearer.topics, 0)

  function spreadTellAll(): void {
    const withinMs = Math.min(SPREAD_MS, streams.size * SPREAD_MS_A_STREAM)
    for (const [place, stream] of [...streams].entries()) {
      setTimeout(tellAll, (place / streams.size) * withinMs, stream).unref()
    }
  }

  function changed({ merchantId, topics, ageMs }: Change): void {
    const heard = ofMerchant(merchantId)
    for (const stream of heard) tell(stream, topics, ageMs)
    if (!topics.has('people')) return
    for (const stream of heard) stream.checkedMs = Number.NEGATIVE_INFINITY
    if (heard.size > 0) void check()
  }

  /** Reads the sessions that are due again, one after the other; one that cannot be read stays until the next time. */
  async function check(): Promise<void> {
    if (isChecking) return
    isChecking = true
    const isDue = ({ checkedMs }: Stream) => performance.now() - checkedMs >= CHECK_EVERY_MS
    for (let due = [...streams].find(isDue); due !== undefined; due = [...streams].find(isDue)) {
      due.checkedMs = performance.now()
      const hearer = await read(due.login).catch((error: unknown) => {
        log.warn({ err: error }, 'the session of a stream could not be read')
        return due.hearer
      })
      if (!streams.has(due)) continue
      if (hearer === null) end(due, text('ended', {}))
      else due.hearer = hearer
    }
    isChecking = false
  }

  function look(): void {
    const nowMs = performance.now()
    for (const stream of streams) if (nowMs - stream.saidMs >= SILENT_MS) say(stream, ':\n\n')
    void check()
  }

  const stopListening = feed.on({
    changed,
    missed: spreadTellAll,
    standing: (isWhole) => {
      for (const stream of streams) say(stream, text('standing', { isWhole }))
      if (isWhole) spreadTellAll()
    },
  })

  function requireRoom(): void {
    if (streams.size >= inAll) throw new TransportRefusal('busy', { seconds: REFUSED_SECONDS })
  }

  return {
    requireRoom,
    open: (login, hearer, sinceMs, begin) => {
      requireRoom()
      const own = [...ofMerchant(login.merchantId)].filter((one) => one.hearer.employeeId === hearer.employeeId)
      if (own.length >= perPerson) throw new TransportRefusal('tooMany', { seconds: REFUSED_SECONDS })
      const nowMs = performance.now()
      const stream: Stream = { login, hearer, sink: begin(), saidMs: nowMs, checkedMs: nowMs }
      streams.add(stream)
      byMerchant.set(login.merchantId, new Set(ofMerchant(login.merchantId)).add(stream))
      timer ??= setInterval(look, LOOK_EVERY_MS)
      say(stream, `retry: ${RETRY_MS}\n\n${text('standing', { isWhole: feed.isWhole() })}`)
      tell(stream, feed.changedWithin(login.merchantId, sinceMs) ?? hearer.topics, 0)
      return () => forget(stream)
    },
    get count() {
      return streams.size
    },
    close: () => {
      stopListening()
      const retryMs = RETRY_MS + streams.size * RETRY_MS_A_STREAM
      for (const stream of [...streams]) end(stream, `retry: ${retryMs}\n\n`)
    },
  }
}
