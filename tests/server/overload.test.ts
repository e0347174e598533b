import { read } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import type { PoolDatabase } from '@huanji/server/database/pool-database'
import { type CallContext, handlers, type SessionReader } from '@huanji/server/gateway/handler'
import { newId } from '@huanji/server/platform/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { databaseKind, openTestDatabase, type TestDatabase } from '../support/databases.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'

/** What every call of the test holds its connection for, and how long others wait for one. */
const WORK_S = 0.4
const WAIT_MS = 150

const group = {
  work: read({
    path: '/t/work',
    title: '忙碌',
    access: 'signedIn',
    input: z.strictObject({}),
    output: z.strictObject({}),
    example: {},
  }),
}
const sessionReader: SessionReader = async (_tx, { employeeId, merchantId }) => ({
  merchantId,
  employeeId,
  employeeName: '阿明',
  phone: '13800138000',
  sessionId: newId(),
  grants: new Set<string>(),
  isOwner: true,
  refundLimitFen: null,
})
const modules = {
  groups: [
    handlers(group, {
      work: async ({ tx }: CallContext) => {
        await tx.rows(sql`select pg_sleep(${WORK_S})`)
        return {}
      },
    }),
  ],
  sessionReader,
}

describe.runIf(databaseKind() !== 'embedded')('more calls than can be served', () => {
  let database: TestDatabase
  let gateway: TestGateway
  beforeAll(async () => {
    database = await openTestDatabase()
    const callDb = (database.open.db as PoolDatabase).within(WAIT_MS)
    gateway = await startTestGateway({ modules, database: { ...database, open: { ...database.open, callDb } } })
  })
  afterAll(async () => {
    await gateway?.close()
    await database?.close()
  })

  const loginOf = (merchantId: string): LoginContext => ({
    loginToken: 'good',
    loginPhone: '13800138000',
    employeeId: newId(),
    merchantId,
  })

  async function made(count: number, login: LoginContext) {
    const responses = await Promise.all(
      Array.from({ length: count }, () => gateway.post(group.work.path, JSON.stringify(login))),
    )
    return Promise.all(
      responses.map(async (response) => ({
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        text: await response.text(),
      })),
    )
  }

  it('are refused with a sentence and when to come again, and nobody else waits for them', async () => {
    const [crowd, other] = [loginOf(newId()), loginOf(newId())]
    const crowded = made(60, crowd)
    const theirs = await made(2, other)
    expect(theirs.map(({ status }) => status)).toEqual([200, 200])
    const answers = await crowded
    const refused = answers.filter(({ status }) => status !== 200)
    expect(answers.length - refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeGreaterThan(0)
    for (const { status, retryAfter, text } of refused) {
      expect([status, retryAfter]).toEqual([503, '1'])
      expect(text).toContain('系统繁忙，请稍后重试')
    }
    expect((await made(1, crowd)).map(({ status }) => status)).toEqual([200])
  })
})
