import type { Database } from '../database/database.ts'
import { DEMO_ACCOUNTS } from '../platform/demo-accounts.ts'
import { StartupRefusal } from '../platform/startup-refusal.ts'
import { countAccounts, keepPurpose, type Purpose, purposeOf } from './installation-store.ts'

/**
 * From so many of these accounts on, a database without a mark was filled by a demo of an earlier release, which made
 * eight of them in one transaction. One or two may be people who really have such a number.
 */
const TELLING_ACCOUNTS = 3

/**
 * Makes sure that production and a demo never share a database: a demo's accounts open with a password that is public,
 * and a demo shows everyone the codes that are sent to people. Production marks its database as its own; a demo marks
 * the one it is about to fill by {@link markDemo}.
 * @throws StartupRefusal when the database is the other's
 */
export async function claimDatabase(db: Database, mode: Purpose, now: Date): Promise<void> {
  await db.global(async (tx) => {
    const purpose = await purposeOf(tx)
    if (purpose !== null && purpose !== mode) throw mode === 'production' ? demoDatabase() : productionDatabase()
    if (purpose !== null) return
    const phones = DEMO_ACCOUNTS.map(({ phone }) => phone)
    const isDemo = (await countAccounts(tx, phones)) >= TELLING_ACCOUNTS
    if (isDemo && mode === 'production') throw demoDatabase()
    if (isDemo || mode === 'production') await keepPurpose(tx, mode, now)
  })
}

/** Marks a database as a demo's, before the demo writes anything else into it. */
export async function markDemo(db: Database, now: Date): Promise<void> {
  await db.global((tx) => keepPurpose(tx, 'demo', now))
}

const demoDatabase = () =>
  new StartupRefusal(
    '这个数据库由演示写入过，其中的演示账号用公开的密码即可登录，不能用于正式运行。',
    '请用 DATABASE_URL（或 HUANJI_DATA）换一个空的数据库；只是演示请设 HUANJI_MODE=demo。 The database was filled by a demo whose password is public: use an empty one.',
  )

const productionDatabase = () =>
  new StartupRefusal(
    '这个数据库用于正式运行，演示会公开发给用户的验证码，不能在其上启动。',
    '请用 DATABASE_URL（或 HUANJI_DATA）换一个空的数据库，或设 HUANJI_MODE=production。 The database is used in production: a demo needs one of its own.',
  )
