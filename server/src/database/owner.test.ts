import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { nodesOf } from '../../../tests/support/citus.ts'
import { databaseKind } from '../../../tests/support/databases.ts'
import { systemOrigin } from '../audit/entry.ts'
import { recordAudit } from '../audit/store.ts'
import { verifyChain } from '../modules/audit/verify.ts'
import { newId } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { openDatabase } from './open.ts'

// a managed server gives no superuser; the embedded database has no other user
describe.runIf(databaseKind() === 'postgres')('a database whose owner is no superuser', () => {
  it('is migrated, takes entries of a call, and lets even its owner see them only as one merchant', async () => {
    const template = new URL(inject('serverTemplate') ?? '')
    const name = `owner_${newId().replaceAll('-', '')}`
    template.pathname = '/postgres'
    const administrator = new pg.Client({ connectionString: template.href })
    await administrator.connect()
    try {
      await administrator.query(`create role ${name} login createrole`)
      // as if it had made the roles itself: since PostgreSQL 16 that lets it administer them but not assume them
      const { rows } = await administrator.query(`select current_setting('server_version_num')::int as version`)
      const how = rows[0].version >= 160_000 ? 'admin true, inherit false, set false' : 'admin option'
      await administrator.query(`grant huanji_app, huanji_worker to ${name} with ${how}`)
      await administrator.query(`create database ${name} owner ${name}`)
      const url = new URL(template)
      url.username = name
      url.pathname = `/${name}`
      const options = { dataFolder: '', poolSize: 2, cursorKey: '', log: createLog('silent') }
      const open = await openDatabase({ ...options, databaseUrl: url.href })
      try {
        const merchantId = newId()
        const tenant = <T>(work: Parameters<typeof open.db.tenant<T>>[1]) => open.db.tenant(merchantId, work)
        const what = { action: 'test.done', actionLabel: '试', now: new Date('2026-11-20T02:00:00.000Z') }
        const entry = { subject: 'order', subjectId: '1', subjectLabel: '1', before: null, after: null } as const
        await tenant((tx) => recordAudit(tx, systemOrigin('系统'), what, [entry, entry]))
        expect(await verifyChain(tenant)).toEqual({ entryCount: 2, brokenAt: null })
        await expect(
          tenant((tx) => tx.run(sql`delete from audit_log where merchant_id = ${tx.merchantId}`)),
        ).rejects.toMatchObject({ code: '42501' })
        await expect(open.ownerQuery('select from audit_log')).rejects.toThrow(/app\.merchant_id|uuid/)
      } finally {
        await open.close()
      }
    } finally {
      await administrator.query(`drop database if exists ${name} with (force)`)
      await administrator.query(`drop owned by ${name}`)
      await administrator.query(`drop role ${name}`)
      await administrator.end()
    }
  })
})

describe.runIf(databaseKind() === 'citus')('a cluster whose owner is no superuser', () => {
  it('defect: it could not be spread, as its owner sees no row of a merchant', async () => {
    const template = inject('clusterTemplate') ?? ''
    const name = `owner_${newId().replaceAll('-', '')}`
    const at = (node: string, user: string, database: string) => {
      const url = new URL(node)
      url.username = user
      url.pathname = `/${database}`
      return url.href
    }
    const nodes = nodesOf(template)
    const everywhere = async (database: string, statements: readonly string[]) => {
      for (const node of nodes) {
        const client = new pg.Client({ connectionString: at(node, 'postgres', database) })
        await client.connect()
        await client.query('set citus.enable_ddl_propagation = off')
        for (const statement of statements) await client.query(statement)
        await client.end()
      }
    }
    const role = [`create role ${name} login createrole`, `grant huanji_app, huanji_worker to ${name}`]
    await everywhere('postgres', [...role, `create database ${name} owner ${name}`])
    try {
      await everywhere(name, ['create extension citus'])
      const coordinator = new pg.Client({ connectionString: at(nodes[0] ?? '', 'postgres', name) })
      await coordinator.connect()
      const [head, ...others] = nodes.map((node) => new URL(node))
      await coordinator.query('select citus_set_coordinator_host($1, $2)', [head?.hostname, head?.port])
      for (const { hostname, port } of others)
        await coordinator.query('select citus_add_node($1, $2)', [hostname, port])
      await coordinator.end()
      const options = { dataFolder: '', poolSize: 2, cursorKey: '', log: createLog('silent') }
      const open = await openDatabase({ ...options, databaseUrl: at(nodes[0] ?? '', name, name) })
      const { rows } = await open
        .ownerQuery(
          `select (select count(*)::int from pg_dist_partition where partmethod = 'h') as spread,
                  (select count(*)::int from pg_class where relforcerowsecurity) as forced`,
        )
        .finally(() => open.close())
      const [counted] = rows as { spread: number; forced: number }[]
      expect(counted?.spread).toBeGreaterThan(40)
      expect(counted?.forced).toBe(counted?.spread)
    } finally {
      await everywhere('postgres', [`drop database if exists ${name} with (force)`, `drop role ${name}`])
    }
  }, 120_000)
})
