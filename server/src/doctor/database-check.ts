import { DataFolderInUse } from '../database/data-lock.ts'
import { type DatabaseFacts, lookAt } from '../database/look.ts'
import { connectOwner, type Home, hasEmbedded } from '../database/owner.ts'
import { sessionKind } from '../database/session.ts'
import type { Clock } from '../platform/clock.ts'
import { StartupRefusal } from '../platform/startup-refusal.ts'
import { better, type Finding, missing, reasonOf, well, wrong } from './finding.ts'

/** The clocks of the processes and the database may be so far apart (docs/scaling.md §3). */
const SKEW_MS = 5_000

type Places = Home & { readonly directUrl: string | null }

/** Whether the database of the settings can be worked on, by whom, and how far its tables are. */
export async function checkDatabase(settings: Places, clock: Clock): Promise<Finding[]> {
  const { databaseUrl, directUrl, dataFolder } = settings
  // what is asked here needs a session of its own, as commands do
  const home = { databaseUrl: directUrl ?? databaseUrl, dataFolder }
  const isEmbedded = home.databaseUrl === null
  if (isEmbedded && !hasEmbedded(home.dataFolder)) {
    return [better('数据库', '内置数据库，首次启动时建立', '正式使用请设置 DATABASE_URL，见 docs/scaling.md。')]
  }
  try {
    const owner = await connectOwner(home)
    try {
      return [...findingsOf(await lookAt(owner), isEmbedded, clock), ...(await poolerFindings(settings))]
    } finally {
      await owner.close()
    }
  } catch (error) {
    if (error instanceof DataFolderInUse) return [well('数据库', '内置数据库，焕机正在使用')]
    if (error instanceof StartupRefusal) return [wrong('数据库', ...halves(error))]
    return [wrong('数据库', `无法查看（${reasonOf(error)}）`, '请检查 DATABASE_URL 的账号与权限。')]
  }
}

function halves({ message }: StartupRefusal): [string, string] {
  const [cause = '', cure = ''] = message.split('\n')
  return [cause, cure]
}

function findingsOf(facts: DatabaseFacts, isEmbedded: boolean, clock: Clock): Finding[] {
  if (isEmbedded) {
    const use = better('数据库', '内置数据库', '适合试用与小店；正式使用请设置 DATABASE_URL，见 docs/scaling.md。')
    return [use, tablesOf(facts)]
  }
  const name = facts.isCluster ? `PostgreSQL ${facts.version}（Citus 集群）` : `PostgreSQL ${facts.version}`
  return [well('数据库', name), roleOf(facts), tablesOf(facts), ...rightsOf(facts), clocksOf(facts, clock)]
}

function roleOf({ isSuperuser, bypassesRowSecurity, ownsDatabase, hasRoles }: DatabaseFacts): Finding {
  const about = '数据库账号'
  if (isSuperuser || bypassesRowSecurity) {
    const cure = '请另建账号：create role huanji login createrole password …; create database huanji owner huanji;'
    return wrong(about, isSuperuser ? '是超级用户，行级安全对它不起作用' : '可绕过行级安全（BYPASSRLS）', cure)
  }
  if (!ownsDatabase) return wrong(about, '不是数据库的所有者', '请执行 alter database … owner to …')
  if (!hasRoles) {
    return missing(
      about,
      '不能建角色',
      '请授予 CREATEROLE，或请数据库管理员先建好 huanji_app 与 huanji_worker 并授予该账号。',
    )
  }
  return well(about, '所有者，不是超级用户')
}

function tablesOf({ migration, known }: DatabaseFacts): Finding {
  const about = '数据表'
  if (migration === null) return missing(about, '还没有建立', '请运行 npm run migrate，或直接启动。')
  if (migration < known) {
    return missing(about, `停在第 ${migration} 号迁移，程序到第 ${known} 号`, '请先备份，再运行 npm run migrate。')
  }
  if (migration > known) {
    return wrong(about, `第 ${migration} 号迁移，比程序（第 ${known} 号）新`, '请升级程序，见 docs/releasing.md。')
  }
  return well(about, `第 ${migration} 号迁移，最新`)
}

function rightsOf({ missingRights }: DatabaseFacts): Finding[] {
  if (missingRights === null) return []
  const { roles, policies, grants } = missingRights
  const lacks = [
    ...(roles > 0 ? [`${roles} 个角色`] : []),
    ...(grants > 0 ? [`${grants} 张表的授权`] : []),
    ...(policies > 0 ? [`${policies} 张表的行级策略`] : []),
  ]
  return [
    missing(
      '数据库权限',
      `缺少${lacks.join('、')}（多见于用 pg_restore 恢复到新的服务器）`,
      '请运行 npm run migrate 补上，见 docs/operations.md。',
    ),
  ]
}

/** A pooler between the program and the database: what it keeps of a session, and what the program does without. */
async function poolerFindings({ databaseUrl, directUrl }: Places): Promise<Finding[]> {
  if (databaseUrl === null) return []
  const { isKept, keepsPrepared } = await sessionKind(databaseUrl)
  if (isKept) return []
  const about = '连接池'
  return [
    directUrl === null
      ? missing(about, '有，事务模式', '请设置 HUANJI_DIRECT_URL 为数据库本身的地址：迁移、备份与页面即时更新要用它。')
      : well(about, '有，事务模式；时限与时区随每个事务设置'),
    ...(keepsPrepared
      ? []
      : [
          better(
            '预备语句',
            '连接池不保留，每次调用略慢',
            'PgBouncer 请用 1.21 以上并设 max_prepared_statements = 200。',
          ),
        ]),
  ]
}

function clocksOf({ nowMs }: DatabaseFacts, clock: Clock): Finding {
  const apartMs = Math.abs(clock.now().getTime() - nowMs)
  const says = `与数据库相差 ${(apartMs / 1000).toFixed(1)} 秒`
  return apartMs <= SKEW_MS ? well('时钟', says) : wrong('时钟', says, '请在两台机器上启用时间同步（chrony、ntp）。')
}
