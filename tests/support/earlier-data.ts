import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openEmbedded } from '@huanji/server/database/embedded'
import { openDatabase } from '@huanji/server/database/open'
import { newId } from '@huanji/server/platform/ids'
import { createLog } from '@huanji/server/platform/log'
import pg from 'pg'
import { inject } from 'vitest'
import { copyOnCluster, dropOnCluster, earlierOnCluster } from './citus.ts'
import { databaseKind, type TestDatabase } from './databases.ts'
import { LAST_BEFORE } from './earlier-rows.ts'
import { migrateUpTo } from './migrate-up-to.ts'

/** A home of the data as releases before the newest change left it, that this program has opened since. */
interface Earlier {
  readonly databaseUrl: string | null
  /** The owner's connection, until `release`. */
  readonly client: pg.Client
  readonly release: () => Promise<void>
  readonly remove: () => Promise<void>
}

/** Opens a database that was made by the migrations up to LAST_BEFORE and holds the rows that these statements wrote. */
export async function openEarlierDatabase(rows: readonly string[]): Promise<TestDatabase> {
  const kind = databaseKind()
  const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'huanji-earlier-'))
  const home = await homeOf(kind, dataFolder)
  if (kind !== 'citus') await migrateUpTo(home.client, LAST_BEFORE)
  for (const row of rows) await home.client.query(row)
  await home.release()
  const { databaseUrl } = home
  const log = createLog('silent')
  const open = await openDatabase({ databaseUrl, dataFolder, poolSize: 8, cursorKey: 'a key for earlier data', log })
  return {
    open,
    kind,
    databaseUrl,
    dataFolder,
    close: async () => {
      await open.close()
      await home.remove()
      fs.rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

function homeOf(kind: TestDatabase['kind'], dataFolder: string): Promise<Earlier> {
  if (kind === 'embedded') return embeddedHome(dataFolder)
  return kind === 'citus' ? clusterHome() : serverHome()
}

async function embeddedHome(dataFolder: string): Promise<Earlier> {
  const embedded = await openEmbedded(path.join(dataFolder, 'database'))
  const client = new pg.Client({ user: 'postgres', database: 'postgres', ssl: false, stream: embedded.connect })
  await client.connect()
  const release = async () => {
    await client.end()
    await embedded.close()
  }
  return { databaseUrl: null, client, release, remove: async () => undefined }
}

async function serverHome(): Promise<Earlier> {
  const template = inject('serverTemplate')
  if (template === null) throw new Error('this run has no PostgreSQL server: set TEST_DATABASE=postgres')
  const administrator = await connected(template, '/postgres')
  const name = `earlier_${newId().replaceAll('-', '')}`
  await administrator.query(`create database ${name}`)
  const url = new URL(template)
  url.pathname = `/${name}`
  const client = await connected(url.href)
  return {
    databaseUrl: url.href,
    client,
    release: () => client.end(),
    remove: async () => {
      await administrator.query(`drop database ${name} with (force)`)
      await administrator.end()
    },
  }
}

async function clusterHome(): Promise<Earlier> {
  const template = inject('clusterTemplate')
  if (template === null) throw new Error('this run has no cluster: set TEST_DATABASE=citus')
  const name = `earlier_${newId().replaceAll('-', '')}`
  const databaseUrl = await copyOnCluster(earlierOnCluster(template), name)
  const client = await connected(databaseUrl)
  return { databaseUrl, client, release: () => client.end(), remove: () => dropOnCluster(template, name) }
}

async function connected(connectionString: string, pathname?: string): Promise<pg.Client> {
  const url = new URL(connectionString)
  if (pathname !== undefined) url.pathname = pathname
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  return client
}
