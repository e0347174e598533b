import { afterEach, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../tests/support/databases.ts'
import { DEMO_MERCHANTS, enrolMerchants } from '../demo/merchants.ts'
import { createMerchant } from '../modules/people/commands.ts'
import { DEMO_ACCOUNTS } from '../platform/demo-accounts.ts'
import { StartupRefusal } from '../platform/startup-refusal.ts'
import { claimDatabase, markDemo } from './installation.ts'

const NOW = new Date('2026-11-20T02:00:00.000Z')

const opened: TestDatabase[] = []
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
})

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await openTestDatabase()
  opened.push(database)
  return database
}

/** As a demo of a release without the mark left it. */
async function filledByDemo(merchants: number): Promise<TestDatabase> {
  const database = await emptyDatabase()
  await enrolMerchants(database.open.db, DEMO_MERCHANTS.slice(0, merchants), NOW)
  return database
}

it('production refuses a database that a demo has marked, with the way out', async () => {
  const { open } = await emptyDatabase()
  await claimDatabase(open.db, 'demo', NOW)
  await markDemo(open.db, NOW)
  const claim = claimDatabase(open.db, 'production', NOW)
  await expect(claim).rejects.toThrow(StartupRefusal)
  await expect(claim).rejects.toThrow(/演示[\s\S]*DATABASE_URL/)
  await claimDatabase(open.db, 'demo', NOW)
})

it.each([1, 2])(
  'production refuses a database that a demo of %s merchants filled before databases were marked',
  async (merchants) => {
    const { open } = await filledByDemo(merchants)
    await expect(claimDatabase(open.db, 'production', NOW)).rejects.toThrow(StartupRefusal)
  },
)

it('a demo marks what it filled before databases were marked', async () => {
  const { open } = await filledByDemo(1)
  await claimDatabase(open.db, 'demo', NOW)
  expect((await open.ownerQuery('select purpose from installation')).rows).toEqual([{ purpose: 'demo' }])
})

it('a demo refuses a database that production has used', async () => {
  const { open } = await emptyDatabase()
  await claimDatabase(open.db, 'production', NOW)
  await claimDatabase(open.db, 'production', NOW)
  await expect(claimDatabase(open.db, 'demo', NOW)).rejects.toThrow(/正式运行[\s\S]*HUANJI_MODE=production/)
})

it('a person who really has the number of a demo account keeps nobody from production', async () => {
  const { open } = await emptyDatabase()
  const founder = { name: '真实商家', phone: '13900139000', passwordHash: 'unused', now: NOW }
  await open.db.global((global) => createMerchant(global, founder))
  await claimDatabase(open.db, 'production', NOW)
})

it('knows every account that the demo makes', () => {
  const made = DEMO_MERCHANTS.flatMap(({ people }) => people.map(({ phone }) => phone))
  expect(DEMO_ACCOUNTS.map(({ phone }) => phone).sort()).toEqual([...new Set(made)].sort())
})
