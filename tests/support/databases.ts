import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Tx } from '@huanji/server/database/database'
import { type OpenDatabase, openDatabase } from '@huanji/server/database/open'
import { newId } from '@huanji/server/platform/ids'
import { createLog } from '@huanji/server/platform/log'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { copyOnCluster, dropOnCluster } from './citus.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder with a migrated embedded database; null when the run does not use it. */
    embeddedTemplate: string | null
    /** Connection string of a server's migrated template database; null when the run does not use it. */
    serverTemplate: string | null
    /** Connection string of a cluster's migrated and spread template database; null when the run does not use it. */
    clusterTemplate: string | null
  }
}

export type DatabaseKind = 'embedded' | 'postgres' | 'citus'

/** A database of one test file: migrated, empty, its own. */
export interface TestDatabase {
  readonly open: OpenDatabase
  readonly kind: DatabaseKind
  /** Null for the embedded database. */
  readonly databaseUrl: string | null
  readonly dataFolder: string
  /** Closes and removes it. */
  close(): Promise<void>
}

/** The database the run is about: TEST_DATABASE, or the embedded one. */
export function databaseKind(): DatabaseKind {
  const wanted = process.env.TEST_DATABASE ?? 'embedded'
  if (wanted === 'embedded' || wanted === 'postgres' || wanted === 'citus') return wanted
  throw new Error(`TEST_DATABASE must be embedded, postgres or citus, not ${wanted}`)
}

/**
 * Lets a transaction make statements that name no merchant, to see what row level security leaves of them: on a cluster
 * such a one is refused otherwise.
 */
export const withoutMerchantInStatements = (tx: Tx): Promise<number> =>
  tx.run(sql`set local citus.multi_task_query_log_level = 'off'`)

/** Opens a fresh copy of the migrated template. */
export async function openTestDatabase(kind: DatabaseKind = databaseKind()): Promise<TestDatabase> {
  const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'huanji-test-'))
  if (kind === 'embedded') return inFolder(dataFolder)
  return kind === 'citus' ? onCluster(dataFolder) : onServer(dataFolder)
}

const options = { poolSize: 8, cursorKey: 'a key for the cursors of tests', log: createLog('silent') }

async function inFolder(dataFolder: string): Promise<TestDatabase> {
  const template = inject('embeddedTemplate')
  if (template === null) throw new Error('this run has no embedded database: unset TEST_DATABASE')
  fs.cpSync(template, path.join(dataFolder, 'database'), { recursive: true })
  const open = await openDatabase({ ...options, databaseUrl: null, dataFolder })
  return {
    open,
    kind: 'embedded',
    databaseUrl: null,
    dataFolder,
    close: async () => {
      await open.close()
      fs.rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

async function onServer(dataFolder: string): Promise<TestDatabase> {
  const template = inject('serverTemplate')
  if (template === null) throw new Error('this run has no PostgreSQL server: set TEST_DATABASE=postgres')
  const url = new URL(template)
  const templateName = url.pathname.slice(1)
  const name = `test_${newId().replaceAll('-', '')}`
  await administer(template, `create database ${name} template ${templateName}`)
  url.pathname = `/${name}`
  const open = await openDatabase({ ...options, databaseUrl: url.href, dataFolder })
  return {
    open,
    kind: 'postgres',
    databaseUrl: url.href,
    dataFolder,
    close: async () => {
      await open.close()
      await administer(template, `drop database ${name} with (force)`)
      fs.rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

async function onCluster(dataFolder: string): Promise<TestDatabase> {
  const template = inject('clusterTemplate')
  if (template === null) throw new Error('this run has no cluster: set TEST_DATABASE=citus')
  const name = `test_${newId().replaceAll('-', '')}`
  const databaseUrl = await copyOnCluster(template, name)
  const open = await openDatabase({ ...options, databaseUrl, dataFolder })
  return {
    open,
    kind: 'citus',
    databaseUrl,
    dataFolder,
    close: async () => {
      await open.close()
      await dropOnCluster(template, name)
      fs.rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

/** Runs one statement in the server's maintenance database. */
async function administer(template: string, statement: string): Promise<void> {
  const url = new URL(template)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
