import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
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
        await expect(tenant((tx) => tx.run(sql`delete from audit_log`))).rejects.toMatchObject({ code: '42501' })
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
