import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { MIGRATIONS_FOLDER, migrate } from '@huanji/server/database/migrate'
import { openDatabase } from '@huanji/server/database/open'
import { createLog } from '@huanji/server/platform/log'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startCluster } from './citus.ts'
import { databaseKind } from './databases.ts'
import { startPostgres } from './postgres-server.ts'

const CACHE = path.join(import.meta.dirname, '../../node_modules/.cache/huanji-test')
const KEPT_TEMPLATES = 4

/** Prepares, once per run, the migrated template that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const kind = databaseKind()
  project.provide('embeddedTemplate', kind === 'embedded' ? await embeddedTemplate() : null)
  const server = kind === 'postgres' ? await startPostgres() : null
  project.provide('serverTemplate', server === null ? null : await serverTemplate(server.url))
  const cluster = kind === 'citus' ? await startCluster() : null
  project.provide('clusterTemplate', cluster?.template ?? null)
  return async () => {
    await server?.stop()
    await cluster?.stop()
  }
}

/** Making the embedded database takes seconds, so it is kept for as long as the migrations stay the same. */
async function embeddedTemplate(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of fs.readdirSync(MIGRATIONS_FOLDER).sort()) {
    hash.update(name).update(fs.readFileSync(path.join(MIGRATIONS_FOLDER, name)))
  }
  const folder = path.join(CACHE, hash.digest('hex').slice(0, 16))
  const database = path.join(folder, 'database')
  if (fs.existsSync(database)) return database
  fs.mkdirSync(CACHE, { recursive: true })
  const making = fs.mkdtempSync(path.join(CACHE, 'making-'))
  const log = createLog('silent')
  const open = await openDatabase({ databaseUrl: null, dataFolder: making, poolSize: 1, cursorKey: '', log })
  await open.close()
  try {
    fs.renameSync(making, folder)
  } catch {
    // another run made it in the meantime
    fs.rmSync(making, { recursive: true, force: true })
  }
  forgetOldTemplates()
  return database
}

function forgetOldTemplates(): void {
  const folders = fs
    .readdirSync(CACHE)
    .filter((name) => !name.startsWith('making-'))
    .map((name) => path.join(CACHE, name))
    .sort((one, other) => fs.statSync(other).mtimeMs - fs.statSync(one).mtimeMs)
  for (const folder of folders.slice(KEPT_TEMPLATES)) fs.rmSync(folder, { recursive: true, force: true })
}

async function serverTemplate(url: string): Promise<string> {
  const template = new URL(url)
  const administrator = new pg.Client({ connectionString: url })
  await administrator.connect()
  await administrator.query('create database huanji_template')
  await administrator.end()
  template.pathname = '/huanji_template'
  const client = new pg.Client({ connectionString: template.href })
  await client.connect()
  await migrate(client)
  await client.end()
  return template.href
}
