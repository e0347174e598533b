import net from 'node:net'
import type { LiveTopic } from '@huanji/contract/live'
import pg from 'pg'
import * as z from 'zod'
import { newId, randomShare } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { Change, LinkEvents } from './changes.ts'

const CHANNEL = 'huanji_changed'
/** A message of PostgreSQL holds 8,000 bytes, and a change needs at most 130. */
const CHANGES_A_MESSAGE = 50
/** What cannot be sent waits by merchant; above so many, the others are told that they have missed something. */
const WAITING_MERCHANTS = 10_000
const ANSWER_MS = 4_000
/** A connection that died without a word is noticed within this and the time for an answer. */
const LOOK_EVERY_MS = 5_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

const messageForm = z.object({
  from: z.string(),
  /** Sent round to see whether this process hears anything. */
  probe: z.string().optional(),
  missed: z.boolean().optional(),
  changes: z.array(z.tuple([z.string(), z.string(), z.number()])).optional(),
})
type Message = z.infer<typeof messageForm>

export interface PeerLinkOptions {
  /** Where a session keeps its connection: no pooler in transaction mode. */
  readonly connectionString: string
  readonly log: Log
  /** Sends a notification over another connection than the link's own. */
  readonly notify: (channel: string, text: string) => Promise<unknown>
}

/** One connection by which the processes of a database tell each other what changed. */
export interface PeerLink {
  /** Hears the others from now on; a link that does not only sends. */
  listen(): void
  send(changes: readonly Change[]): void
  close(): Promise<void>
}

interface Waiting {
  readonly topics: Set<LiveTopic>
  newestMs: number
}

/**
 * Opens its connection when there is something to send or to hear, and again whenever it is lost; what could not be sent
 * meanwhile is sent then. Notifications are sent outside every business transaction: at its commit one takes a lock that
 * the whole database shares, and holds it here for no write to disk (`synchronous_commit` off).
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its functions share one state, which would otherwise be handed around
export function createPeerLink(options: PeerLinkOptions, events: LinkEvents): PeerLink {
  const from = newId()
  const outgoing = createOutgoing(from)
  let wantsToHear = false
  let isClosed = false
  let failures = 0
  let current: Connection | null = null
  let working: Promise<void> | null = null
  let wantsAnother = false
  let timer: NodeJS.Timeout | undefined

  function receive(text: string): void {
    const message = messageForm.safeParse(jsonOf(text))
    if (!message.success) return
    const { from: sender, probe, missed, changes = [] } = message.data
    if (probe !== undefined) current?.heard(probe)
    if (sender === from) return
    if (missed) events.missed()
    for (const [merchantId, topics, ageMs] of changes) {
      events.received({ merchantId, topics: new Set(topics.split(',') as LiveTopic[]), ageMs })
    }
  }

  function lost(reason: unknown): void {
    if (current === null || isClosed) return
    current.destroy()
    const { isHearing } = current
    current = null
    if (isHearing) events.standing(false)
    if (failures === 0) options.log.warn({ err: reason }, 'the connection to the other processes was lost')
    failures += 1
    clearTimeout(timer)
    timer = setTimeout(work, pauseAfter(failures))
  }

  /** Connects, sends and listens, whatever of it is wanted. Sending works where listening does not. */
  async function workOnce(): Promise<void> {
    if (current === null) {
      current = createConnection(options, receive, lost)
      await current.start()
    }
    const connection = current
    for (let text = outgoing.next(); text !== null; text = outgoing.next()) {
      await connection.notify(text)
      outgoing.sent()
    }
    if (wantsToHear && !connection.isHearing) {
      await connection.hear(from)
      events.standing(true)
    }
    failures = 0
    if (!isClosed) timer = setTimeout(look, LOOK_EVERY_MS)
  }

  function work(): void {
    clearTimeout(timer)
    wantsAnother = working !== null
    working ??= workOnce()
      .catch(lost)
      .finally(() => {
        working = null
        if (wantsAnother && failures === 0) work()
      })
  }

  function look(): void {
    current?.look().then(work, lost)
  }

  return {
    listen: () => {
      wantsToHear = true
      work()
    },
    send: (changes) => {
      if (changes.length === 0 || isClosed) return
      outgoing.add(changes)
      if (failures === 0) work()
    },
    close: async () => {
      if (failures === 0 && (current !== null || outgoing.hasChanges())) work()
      while (working !== null) await working
      isClosed = true
      clearTimeout(timer)
      current?.destroy()
      current = null
    },
  }
}

const pauseAfter = (failures: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)) * (0.5 + randomShare())

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What is still to be sent, by merchant, so that it stays small however long the connection is away. */
function createOutgoing(from: string) {
  const waiting = new Map<string, Waiting>()
  // whoever runs anew may have been killed between a commit and telling of it
  let hasDropped = true
  let batch: [string, Waiting][] = []

  return {
    add: (changes: readonly Change[]) => {
      for (const { merchantId, topics, ageMs } of changes) {
        const one = waiting.get(merchantId) ?? { topics: new Set(), newestMs: 0 }
        for (const topic of topics) one.topics.add(topic)
        one.newestMs = performance.now() - ageMs
        waiting.set(merchantId, one)
      }
      if (waiting.size <= WAITING_MERCHANTS) return
      waiting.clear()
      hasDropped = true
    },
    hasChanges: () => waiting.size > 0,
    /** The next message, or null; it stays until `sent`. */
    next: (): string | null => {
      if (hasDropped) return JSON.stringify({ from, missed: true } satisfies Message)
      batch = [...waiting]
        .slice(0, CHANGES_A_MESSAGE)
        .map(([id, { topics, newestMs }]) => [id, { topics: new Set(topics), newestMs }])
      if (batch.length === 0) return null
      const nowMs = performance.now()
      const changes = batch.map(([id, { topics, newestMs }]): [string, string, number] => {
        return [id, [...topics].join(','), Math.round(nowMs - newestMs)]
      })
      return JSON.stringify({ from, changes } satisfies Message)
    },
    sent: () => {
      hasDropped = false
      for (const [id, { newestMs }] of batch) if (waiting.get(id)?.newestMs === newestMs) waiting.delete(id)
      batch = []
    },
  }
}

interface Connection {
  readonly isHearing: boolean
  start(): Promise<void>
  /** Listens, and makes sure that notifications arrive. @throws Error when they do not */
  hear(from: string): Promise<void>
  heard(probe: string): void
  notify(text: string): Promise<void>
  look(): Promise<void>
  destroy(): void
}

function createConnection(
  { connectionString, notify }: PeerLinkOptions,
  receive: (text: string) => void,
  lost: (reason: unknown) => void,
): Connection {
  const socket = new net.Socket()
  const client = new pg.Client({
    connectionString,
    application_name: 'huanji-changes',
    options: '-c synchronous_commit=off',
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    // a connection whose other end is gone cannot be ended in order
    stream: () => socket,
  })
  let isHearing = false
  let isOver = false
  const probes = new Map<string, () => void>()
  const end = (reason: unknown) => {
    if (!isOver) lost(reason)
  }
  client.on('error', end)
  client.on('end', () => end(new Error('the connection ended')))
  client.on('notification', ({ payload = '' }) => receive(payload))

  return {
    get isHearing() {
      return isHearing
    },
    start: async () => {
      await client.connect()
    },
    hear: async (from) => {
      await client.query(`listen ${CHANNEL}`)
      const probe = newId()
      let timeout: NodeJS.Timeout | undefined
      const arrived = new Promise<void>((resolve, reject) => {
        probes.set(probe, resolve)
        timeout = setTimeout(() => {
          reject(new Error('notifications do not arrive: a pooler in transaction mode stands between'))
        }, ANSWER_MS)
      })
      try {
        await Promise.all([arrived, notify(CHANNEL, JSON.stringify({ from, probe } satisfies Message))])
      } finally {
        clearTimeout(timeout)
        probes.delete(probe)
      }
      isHearing = true
    },
    heard: (probe) => probes.get(probe)?.(),
    notify: async (text) => {
      await client.query('select pg_notify($1, $2)', [CHANNEL, text])
    },
    look: async () => {
      await client.query('select 1')
    },
    destroy: () => {
      isOver = true
      socket.destroy()
    },
  }
}
