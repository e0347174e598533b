import { constants } from 'node:fs'
import { cp } from 'node:fs/promises'
import pg from 'pg'
import type { Log } from '../platform/log.ts'
import { type ChangeFeed, type Changes, createChanges } from './changes.ts'
import { isCluster } from './cluster.ts'
import { createConnectionShares } from './connection-shares.ts'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { type FreeSpace, watchFreeSpace } from './free-space.ts'
import { isMigrated, migrate } from './migrate.ts'
import { embeddedFolder } from './owner.ts'
import { createPeerLink } from './peer-link.ts'
import { createPoolDatabase, isReading } from './pool-database.ts'
import { checkServerVersion, unreachable } from './server-client.ts'
import { ASKED_OF_SESSION, OWN_SESSION, type SessionKind, sessionKind } from './session.ts'
import { type TableTopics, topicsBy } from './table-topics.ts'
import { VALUE_TYPES } from './value-types.ts'

/** One merchant uses at most this part of the pool at the same time. */
const SHARE_OF_A_MERCHANT = 0.4
/** The work of jobs is kept out of the calls' way, and has this much of the pool to itself where the pool is not small. */
const FOR_JOBS = 2
/** A transaction that finds its merchant's share full waits so long; a call of a real server less (`callWaitMs`). */
const SHARE_WAIT_MS = 5_000
/** The embedded database has one connection, and so much patience with a queue. */
const EMBEDDED_WAIT_MS = 30_000

/** What an open home of the data offers beside transactions; only start-up and the job queue see it. */
export interface OpenDatabase {
  readonly db: Database
  /** The same for calls, which are refused sooner when too many are under way. */
  readonly callDb: Database
  readonly kind: 'embedded' | 'server'
  /** True where the server is a Citus cluster. */
  readonly isCluster: boolean
  /** How much of a session the connections have: all of it, or what a pooler leaves. */
  readonly session: SessionKind
  /** Migrations applied by this opening, by file name. */
  readonly applied: readonly string[]
  /** One statement outside any transaction, as the owner of the tables: for the job queue's own schema. */
  ownerQuery(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  /** True when nobody has an account yet. */
  isEmpty(): Promise<boolean>
  /** True when the tables are those this program knows. */
  isMigrated(): Promise<boolean>
  /** What is committed, here and in the other processes. */
  readonly changes: ChangeFeed
  /** Says what is told from now on when rows of the modules' tables are written; before, nothing is. */
  nameTopics(tables: TableTopics): void
  /**
   * Copies the embedded database's files into an empty folder, from where it can be opened like a database that was killed
   * at that moment. It waits for its turn, and everybody else for it. Null on a server, which needs no copy to be read from.
   */
  readonly copyTo: ((folder: string) => Promise<void>) | null
  connections(): { total: number; idle: number; waiting: number }
  close(): Promise<void>
}

export interface OpenOptions {
  /** Null for the embedded database. */
  readonly databaseUrl: string | null
  /** The same server past a pooler, by which processes tell each other what changed; `databaseUrl` when left out. */
  readonly directUrl?: string | null
  readonly dataFolder: string
  readonly poolSize: number
  readonly cursorKey: string
  readonly log: Log
  /**
   * How long a call waits for a connection before it is refused as too busy: less than a second, so that who cannot be
   * served is told at once. As long as other work when left out, and always with the embedded database, which serves one
   * at a time.
   */
  readonly callWaitMs?: number
  /** How the room on the embedded database's disk is looked at. */
  readonly space?: Parameters<typeof watchFreeSpace>[2]
}

/** Opens the database the settings name and brings it up to date. @throws StartupRefusal with cause and cure */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  return options.databaseUrl === null ? openInFolder(options) : openServer(options, options.databaseUrl)
}

async function openInFolder(options: OpenOptions): Promise<OpenDatabase> {
  const folder = embeddedFolder(options.dataFolder)
  const embedded = await openEmbedded(folder)
  const pool = new pg.Pool({
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    // the embedded database serves one client at a time
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: EMBEDDED_WAIT_MS,
    types: VALUE_TYPES,
    stream: embedded.connect,
    pipeline: true,
  })
  outliveLostConnections(pool, options.log)
  try {
    const client = await pool.connect()
    const applied = await migrate(client).finally(() => client.release())
    embedded.watch((what, error) => options.log.error({ err: error }, EMBEDDED_WORDS[what]))
    const told = (isShort: boolean, freeBytes: number) => {
      if (isShort) options.log.error({ freeBytes }, 'too little room on the disk: writes are refused')
      else options.log.info({ freeBytes }, 'there is room on the disk again')
    }
    const space = await watchFreeSpace(folder, told, options.space)
    const closeHome = () => {
      space.stop()
      return embedded.close()
    }
    return opened({
      kind: 'embedded',
      isCluster: false,
      session: OWN_SESSION,
      copyTo: (to) => copyEmbedded(pool, folder, to),
      pool,
      applied,
      options,
      changes: createChanges(null),
      space,
      closeHome,
    })
  } catch (error) {
    await embedded.close()
    throw error
  }
}

/** What the log says of the embedded database's thread. */
const EMBEDDED_WORDS = {
  stuck: 'the embedded database does not answer: it is ended and opened anew',
  reopened: 'the embedded database was opened anew',
  lost: 'the embedded database could not be opened anew; it is tried again',
} as const

async function openServer(options: OpenOptions, connectionString: string): Promise<OpenDatabase> {
  // a migration takes a lock that belongs to its session
  const migrated = await migrateServer(options.directUrl ?? connectionString)
  const session = await sessionKind(connectionString)
  const pool = new pg.Pool({
    connectionString,
    application_name: 'huanji',
    ...(session.isKept ? ASKED_OF_SESSION : {}),
    max: options.poolSize,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    types: VALUE_TYPES,
    // what does not wait for an answer is sent along
    pipeline: true,
  })
  outliveLostConnections(pool, options.log)
  const link = {
    connectionString: options.directUrl ?? connectionString,
    log: options.log,
    notify: (channel: string, text: string) => pool.query('select pg_notify($1, $2)', [channel, text]),
  }
  const changes = createChanges((events) => createPeerLink(link, events))
  return opened({
    kind: 'server',
    copyTo: null,
    ...migrated,
    session,
    pool,
    options,
    changes,
    closeHome: async () => undefined,
  })
}

/** With the one connection held, nothing is under way while the files are copied. */
async function copyEmbedded(pool: pg.Pool, folder: string, to: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('checkpoint')
    await cp(folder, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
  } finally {
    client.release()
  }
}

/** Migrates over a connection without time-outs: a migration may take long. */
async function migrateServer(connectionString: string): Promise<{ applied: string[]; isCluster: boolean }> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    application_name: 'huanji-migration',
  })
  // the statement that was under way fails and says so; without a listener the loss would end the process as well
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    throw unreachable(error)
  }
  try {
    await checkServerVersion(client)
    return { applied: await migrate(client), isCluster: await isCluster(client) }
  } finally {
    await client.end()
  }
}

/**
 * An `error` event without a listener ends the process. The pool listens to a connection only while it lies idle, so each
 * one gets a listener that stays; whoever is using it learns of the loss from the statement that fails.
 */
function outliveLostConnections(pool: pg.Pool, log: Log): void {
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
  })
}

type Opened = Pick<OpenDatabase, 'kind' | 'isCluster' | 'session' | 'applied' | 'copyTo'> & {
  readonly pool: pg.Pool
  readonly options: OpenOptions
  readonly changes: Changes
  /** How much room there is for the embedded database; a server sees to its own. */
  readonly space?: FreeSpace
  readonly closeHome: () => Promise<void>
}

function opened({ pool, options, changes, space, closeHome, ...home }: Opened): OpenDatabase {
  const { cursorKey, log } = options
  const { max } = pool.options
  const shares = createConnectionShares({
    inAll: max > 2 * FOR_JOBS ? max - FOR_JOBS : max,
    ofOne: Math.max(1, Math.floor(max * SHARE_OF_A_MERCHANT)),
  })
  // the embedded database locks nothing against itself: a full share there only means that it is busy
  const waitMs = home.kind === 'embedded' ? EMBEDDED_WAIT_MS : SHARE_WAIT_MS
  const { isCluster, session } = home
  const pooled = { cursorKey, instance: {}, log, isCluster, session, shares, waitMs }
  let topicsOf = topicsBy({})
  const topics = { topicsOf: (text: string) => topicsOf(text), changed: changes.note }
  const db = createPoolDatabase(pool, { ...pooled, ...topics, space })
  return {
    ...home,
    db,
    callDb: home.kind === 'embedded' ? db : db.within(options.callWaitMs ?? waitMs),
    changes,
    nameTopics: (tables) => {
      topicsOf = topicsBy(tables)
    },
    ownerQuery: async (text, values) => {
      if (!isReading(text)) space?.requireRoom()
      return pool.query(text, values)
    },
    isEmpty: async () => (await pool.query('select from account limit 1')).rowCount === 0,
    isMigrated: () => isMigrated(pool),
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      await db.close()
      await changes.close()
      await closeHome()
    },
  }
}
