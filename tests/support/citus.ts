import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { migrate } from '@huanji/server/database/migrate'
import pg from 'pg'
import { LAST_BEFORE } from './earlier-rows.ts'
import { migrateUpTo } from './migrate-up-to.ts'
import { ownPortsInARow } from './ports.ts'

/** Starts and stops a cluster: `up FOLDER PORT` prints its connection string, `up FOLDER stop` ends it. */
const STARTER = process.env.TEST_CITUS_UP ?? path.join(import.meta.dirname, '../../../shared/tools/citus/up')
const NODES = 3

const run = promisify(execFile)

/** A Citus cluster of this run alone: a coordinator and two workers. */
export interface Cluster {
  /** Connection string of the migrated and spread database that test files copy; nobody can connect to it. */
  readonly template: string
  /** Kills a node without a chance to tidy up, 0 for the coordinator, and starts it again over the same files. */
  restart(node: number): Promise<void>
  stop(): Promise<void>
}

/** The nodes' folders, in the order of their ports. */
const FOLDERS = ['coordinator', 'worker1', 'worker2'] as const
const PG_CTL = '/usr/lib/postgresql/15/bin/pg_ctl'
const START_TIMEOUT_MS = 30_000

/** Whether a cluster can be started on this machine. */
export const canStartCluster = (): boolean => fs.existsSync(STARTER)

/** Starts a cluster on free loopback ports. @throws Error when the starter is not there */
export async function startCluster(): Promise<Cluster> {
  if (!canStartCluster()) throw new Error(`no Citus can be started here: ${STARTER} is missing (TEST_CITUS_UP)`)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'huanji-citus-'))
  // the nodes run as another user and make their folders in it
  fs.chmodSync(folder, 0o755)
  const { stdout } = await run(STARTER, [folder, String(await ownPortsInARow(NODES))])
  const template = stdout.trim().split('\n').at(-1) ?? ''
  const stop = async () => {
    await run(STARTER, [folder, 'stop'])
    fs.rmSync(folder, { recursive: true, force: true })
  }
  try {
    await prepare(template)
    return { template, restart: (node) => restartNode(path.join(folder, FOLDERS[node] ?? '')), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function restartNode(data: string): Promise<void> {
  const pid = Number(fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(pid, 'SIGKILL')
  const start = `${PG_CTL} -D '${data}' -l '${data}.log' -w start`
  const endMs = performance.now() + START_TIMEOUT_MS
  // the processes that it leaves behind may bar the next one for a moment
  for (;;) {
    try {
      await run('su', ['postgres', '-s', '/bin/bash', '-c', start])
      return
    } catch (error) {
      if (performance.now() > endMs) throw new Error(`a node did not start: ${data}`, { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/** The last of the files that were written before any cluster could have been spread; a later one must hold on a spread database. */
export const FIRST_SPREAD = 4

/** The name of the database that stays as it was before the newest change: see tests/support/earlier-data.ts. */
const EARLIER = 'huanji_earlier'

/** Where the database of before the newest change is, to be copied like the template. */
export function earlierOnCluster(template: string): string {
  const url = new URL(template)
  url.pathname = `/${EARLIER}`
  return url.href
}

/** Migrates and spreads the database, and then shuts it, because only an unused one can be copied. */
async function prepare(template: string): Promise<void> {
  const name = new URL(template).pathname.slice(1)
  await withClient(template, async (client) => {
    await migrateUpTo(client, FIRST_SPREAD)
    await migrateUpTo(client, LAST_BEFORE)
  })
  await shut(template, name)
  await copyOnCluster(template, EARLIER)
  await onEveryNode(template, (node) => node.query(`alter database ${name} allow_connections true`))
  await withClient(template, (client) => migrate(client))
  await shut(template, name)
}

async function withClient(connectionString: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Ends every connection to a database and lets nobody in again: the nodes look after their databases all the time. */
async function shut(address: string, name: string): Promise<void> {
  await onEveryNode(address, (node) => node.query(`alter database ${name} allow_connections false`))
  await onEveryNode(address, (node) =>
    node.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`),
  )
}

/**
 * Copies the template under a new name, on every node for itself: what the coordinator knows of shards and nodes holds for
 * the copies as well, since it reaches the nodes under its own database's name. Gives the copy's connection string.
 */
export async function copyOnCluster(template: string, name: string): Promise<string> {
  const url = new URL(template)
  const original = url.pathname.slice(1)
  await onEveryNode(template, (node) => node.query(`create database ${name} template ${original}`))
  url.pathname = `/${name}`
  return url.href
}

/** Removes a copy from every node. */
export async function dropOnCluster(template: string, name: string): Promise<void> {
  await shut(template, name)
  await onEveryNode(template, (node) => node.query(`drop database ${name} with (force)`))
}

/** The nodes' own connection strings for a database of the cluster, the coordinator's first. */
export function nodesOf(databaseUrl: string): string[] {
  return Array.from({ length: NODES }, (_, index) => {
    const url = new URL(databaseUrl)
    url.port = String(Number(url.port) + index)
    return url.href
  })
}

/** Works in the maintenance database of every node at the same time. */
async function onEveryNode(databaseUrl: string, work: (node: pg.Client) => Promise<unknown>): Promise<void> {
  await Promise.all(
    nodesOf(databaseUrl).map(async (address) => {
      const url = new URL(address)
      url.pathname = '/postgres'
      const client = new pg.Client({ connectionString: url.href })
      await client.connect()
      try {
        await work(client)
      } finally {
        await client.end()
      }
    }),
  )
}
