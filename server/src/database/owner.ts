import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { isCluster } from './cluster.ts'
import { openEmbedded } from './embedded.ts'
import { checkServerVersion, unreachable } from './server-client.ts'
import { refusesToAsk } from './session.ts'

/** Where the data are: an address, or the folder that holds the embedded database. */
export interface Home {
  /** Null for the embedded database. */
  readonly databaseUrl: string | null
  readonly dataFolder: string
}

/**
 * The owner's own connection, past pool, roles and limits, for what concerns all merchants at once: backup, restore, doctor.
 * It migrates nothing.
 */
export interface Owner {
  readonly client: pg.Client
  readonly isCluster: boolean
  /** Does something over a second connection; the embedded database, which has one, refuses. */
  beside<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Values as the database writes them: what was read is what is written elsewhere. */
export const AS_TEXT: pg.CustomTypesConfig = {
  getTypeParser: (() => (text: string) => text) as typeof pg.types.getTypeParser,
}

/** Where a running server lays copies of its embedded database, below the data folder, each in a folder of its own. */
export const COPIES = 'copies'

/** Where the embedded database lies in a data folder. */
export const embeddedFolder = (dataFolder: string): string => path.join(dataFolder, 'database')

/** True when there is an embedded database in the folder. */
export const hasEmbedded = (dataFolder: string): boolean =>
  fs.existsSync(path.join(embeddedFolder(dataFolder), 'PG_VERSION'))

/**
 * Connects as the owner, and makes an embedded database where the folder has none.
 * @throws StartupRefusal when it cannot be reached, is too old, or its folder is in use (DataFolderInUse)
 */
export function connectOwner({ databaseUrl, dataFolder }: Home): Promise<Owner> {
  return databaseUrl === null ? inFolder(embeddedFolder(dataFolder)) : onServer(databaseUrl)
}

async function inFolder(folder: string): Promise<Owner> {
  const embedded = await openEmbedded(folder)
  const client = new pg.Client({ user: 'postgres', database: 'postgres', ssl: false, stream: embedded.connect })
  try {
    await client.connect()
  } catch (error) {
    await embedded.close()
    throw error
  }
  return {
    client,
    isCluster: false,
    beside: () => Promise.reject(new Error('the embedded database has one connection')),
    close: async () => {
      await client.end()
      await embedded.close()
    },
  }
}

async function onServer(databaseUrl: string): Promise<Owner> {
  const client = await connected(databaseUrl)
  try {
    await checkServerVersion(client)
    const close = () => client.end()
    return { client, isCluster: await isCluster(client), beside: (work) => besides(databaseUrl, work), close }
  } catch (error) {
    await client.end()
    throw error
  }
}

async function besides<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connected(databaseUrl)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A pooler between may refuse what is asked of the session: texts of moments bear their zone, so that it can be done without. */
async function connected(connectionString: string): Promise<pg.Client> {
  try {
    return await connectedWith({ connectionString, options: '-c TimeZone=UTC' })
  } catch (error) {
    if (!refusesToAsk(error)) throw unreachable(error)
  }
  return connectedWith({ connectionString }).catch((error: unknown) => {
    throw unreachable(error)
  })
}

async function connectedWith(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 10_000, application_name: 'huanji-owner' })
  // the statement under way fails and says so; without a listener the loss would end the process as well
  client.on('error', () => undefined)
  await client.connect()
  return client
}
