import type { LiveTopic } from '@huanji/contract/live'
import type { QueryClient } from '@tanstack/react-query'
import { elapsedMs, watchJumps } from '../platform/clock.ts'
import { loginContext } from '../session/session.ts'
import { createRefresher } from './live-refresh.ts'
import { readStream } from './live-stream.ts'
import { setLive } from './queries.ts'

/** The stream gives a sign of life at least every 20 seconds. */
const SILENT_MS = 25_000
/** Lists are asked for without the stream so long after it was lost; not all browsers at the same moment. */
const FALLBACK_MS = 5_000
/** Whoever wakes a machine sees at once how things are, before the stream has noticed that it broke. */
const LOOK_MS = 5_000
const LONGEST_PAUSE_MS = 60_000
/** A window that nobody has seen for so long leaves the stream to another one, or does without. */
const HIDDEN_MS = 180_000
/** Where each window has a stream of its own: a browser has six connections to a server, and windows in use need them. */
const HIDDEN_ALONE_MS = 10_000

/** What the window that has the stream tells the others; without a name it is a sign of life. */
interface Told {
  readonly name: string
  readonly data: { readonly isWhole?: boolean; readonly topics?: readonly LiveTopic[]; readonly ageMs?: number }
  /** For how long its knowledge has no gap. */
  readonly coversMs: number
}

/** Keeps what is on screen as it is at the server, by one stream for all windows of the browser. Ends with the returned function. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its functions share one state, which would otherwise be handed around
export function startLive(client: QueryClient): () => void {
  const { merchantId, employeeId } = loginContext()
  const name = `live ${merchantId} ${employeeId}`
  const { locks } = navigator as { locks?: LockManager }
  const channel = locks && 'BroadcastChannel' in window ? new BroadcastChannel(name) : null
  const refresher = createRefresher(client)
  const forgetJumps = watchJumps(refresher.all)
  const looking = setInterval(elapsedMs, LOOK_MS)
  /** Up to when this window has heard everything; at first, nothing since the page began. */
  let knownMs = 0
  let stands = false
  let silence: number | undefined
  let fallback: number | undefined
  let hiding: number | undefined
  let joined: AbortController | null = null
  /** Ends the stream of this window, while it has one. */
  let stream: AbortController | null = null
  let coversFromMs = 0
  const lastChange = new Map<LiveTopic, number>()

  function setStands(next: boolean): void {
    if (next) {
      knownMs = elapsedMs()
      clearTimeout(fallback)
    } else if (stands && !document.hidden) {
      fallback = window.setTimeout(refresher.all, FALLBACK_MS * (1 + Math.random()))
    }
    if (next !== stands) setLive(client, next)
    stands = next
  }

  function hear({ name: what, data, coversMs }: Told): void {
    clearTimeout(silence)
    silence = window.setTimeout(() => (stream ? stream.abort() : setStands(false)), SILENT_MS)
    if (what === 'standing') {
      if (elapsedMs() - knownMs > coversMs) refresher.all()
      setStands(data.isWhole === true)
    } else if (what === 'changed') refresher.changed(data.topics ?? [], data.ageMs ?? 0)
    if (stands) knownMs = elapsedMs()
    else if (what === '' && !stream) channel?.postMessage(null)
  }

  function tell(what: string, data: Told['data']): void {
    const told = { name: what, data, coversMs: elapsedMs() - coversFromMs }
    for (const topic of data.topics ?? []) lastChange.set(topic, elapsedMs() - (data.ageMs ?? 0))
    hear(told)
    channel?.postMessage(told)
  }

  /** Another window asks how things stand: it is told what changed, and when, since it cannot have heard of it. */
  function answer(): void {
    if (!stream || !stands) return
    const coversMs = elapsedMs() - coversFromMs
    const post = (told: Told) => channel?.postMessage(told)
    for (const [topic, atMs] of lastChange) {
      post({ name: 'changed', data: { topics: [topic], ageMs: elapsedMs() - atMs }, coversMs })
    }
    post({ name: 'standing', data: { isWhole: true }, coversMs })
  }

  /** Has the stream for all windows, until `signal` ends it or the session is over. */
  async function lead(signal: AbortSignal): Promise<void> {
    coversFromMs = knownMs
    for (let failures = 0; !signal.aborted; failures += 1) {
      stream = new AbortController()
      const ends = AbortSignal.any([signal, stream.signal])
      const retryMs = await readStream(elapsedMs() - knownMs, ends, (what, data) => {
        failures = 0
        if (what !== 'ended') tell(what, data as Told['data'])
      }).catch(() => FALLBACK_MS)
      stream = null
      if (signal.aborted) return
      tell('standing', { isWhole: false })
      if (retryMs === null) {
        // the next answer says why, and leads on from here
        refresher.all()
        return
      }
      const waitMs = Math.random() * Math.min(LONGEST_PAUSE_MS, retryMs * 2 ** failures)
      await new Promise((resolve) => {
        setTimeout(resolve, waitMs)
        signal.addEventListener('abort', resolve, { once: true })
      })
    }
  }

  function join(): void {
    joined ??= new AbortController()
    const { signal } = joined
    if (!channel) void lead(signal)
    else {
      locks?.request(name, { signal }, () => lead(signal)).catch(() => {})
      channel.postMessage(null)
    }
  }

  function leave(): void {
    joined?.abort()
    joined = null
    if (stream) setStands(false)
    stream = null
  }

  function onVisibility(): void {
    clearTimeout(hiding)
    if (document.hidden) hiding = window.setTimeout(leave, channel ? HIDDEN_MS : HIDDEN_ALONE_MS)
    else {
      refresher.seen()
      if (!joined) join()
    }
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<Told | null>) => (data ? hear(data) : answer()))
  document.addEventListener('visibilitychange', onVisibility)
  onVisibility()

  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    leave()
    for (const timer of [silence, fallback, hiding]) clearTimeout(timer)
    channel?.close()
    clearInterval(looking)
    forgetJumps()
    refresher.stop()
    setLive(client, false)
  }
}
