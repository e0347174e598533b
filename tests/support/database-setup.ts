import { migrate } from '@huanji/server/database/migrate'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startCluster } from './citus.ts'
import { databaseKind } from './databases.ts'
import { embeddedTemplate } from './embedded-template.ts'
import { startPostgres } from './postgres-server.ts'

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
