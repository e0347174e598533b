import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKind, openTestDatabase, type TestDatabase } from '../../../tests/support/databases.ts'
import { checkDatabase } from '../doctor/database-check.ts'
import { systemClock } from '../platform/clock.ts'
import { migrate } from './migrate.ts'
import { missingRights, RIGHTS } from './rights.ts'

/** Every right and policy of the database's own tables, sequences and later ones, as texts. */
async function rightsIn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(
    `select format('%s %s %s', c.relname, r.rolname, a.privilege_type) as text
     from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
     where c.relnamespace = 'public'::regnamespace and r.rolname like 'huanji_%'
     union all
     select format('%s %s %s %s %s %s', tablename, policyname, roles::text, cmd, qual, with_check) from pg_policies
     union all
     select format('later %s %s %s', d.defaclobjtype, r.rolname, a.privilege_type)
     from pg_default_acl d, aclexplode(d.defaclacl) a join pg_roles r on r.oid = a.grantee where r.rolname like 'huanji_%'
     order by 1`,
  )
  return rows.map(({ text }) => text)
}

/** What pg_restore leaves of a dump in a server that has not the two roles: everything but what names them. */
const AS_RESTORED = `
  do $$ declare one record; begin
    for one in select tablename, policyname from pg_policies where schemaname = 'public' loop
      execute format('drop policy %I on %I', one.policyname, one.tablename);
    end loop;
  end $$;
  revoke all on all tables in schema public from huanji_app, huanji_worker;
  revoke all on all sequences in schema public from huanji_app, huanji_worker;
  revoke usage on schema public from huanji_app, huanji_worker;
  alter default privileges in schema public revoke all on tables from huanji_app;
  alter default privileges in schema public revoke all on sequences from huanji_app;`

describe.runIf(databaseKind() === 'postgres')('a database that was restored without its roles', () => {
  let database: TestDatabase
  let client: pg.Client
  beforeAll(async () => {
    database = await openTestDatabase()
    client = new pg.Client({ connectionString: database.databaseUrl ?? '' })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await database.close()
  })

  const findings = async () => {
    const home = { databaseUrl: database.databaseUrl, directUrl: null, dataFolder: database.dataFolder }
    return (await checkDatabase(home, systemClock)).find(({ about }) => about === '数据库权限')
  }

  it('defect: doctor and migrate called it well, and the start ended with a stack; migrate puts it right', async () => {
    const before = await rightsIn(client)
    expect(before.length).toBeGreaterThan(300)
    expect(await missingRights(client)).toBeNull()
    expect(await findings()).toBeUndefined()
    await client.query(AS_RESTORED)
    const missing = await missingRights(client)
    expect(missing?.policies).toBeGreaterThan(50)
    expect(missing).toMatchObject({ roles: 0, grants: missing?.policies })
    expect(await findings()).toMatchObject({ verdict: '缺少', cure: expect.stringContaining('npm run migrate') })
    expect(await migrate(client)).toEqual([RIGHTS])
    expect(await rightsIn(client)).toEqual(before)
    expect(await migrate(client)).toEqual([])
  })

  it('says it where the account may not put it right', async () => {
    const owner = `owner_${Date.now()}`
    await client.query(AS_RESTORED)
    await client.query(
      `create role ${owner}; grant usage, create on schema public to ${owner}; grant all on migration to ${owner}`,
    )
    await client.query(`set role ${owner}`)
    await expect(migrate(client)).rejects.toThrow('数据库账号权限不足')
    await client.query(`reset role; drop owned by ${owner}; drop role ${owner}`)
    expect(await migrate(client)).toEqual([RIGHTS])
  })
})
