import type pg from 'pg'
import { StartupRefusal } from '../platform/startup-refusal.ts'
import { codeOf } from './errors.ts'

/** The oldest server whose syntax the statements keep to. */
const OLDEST_SERVER = 150_000

/** @throws StartupRefusal for a server that is older than the statements' syntax */
export async function checkServerVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; name: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as name`,
  )
  const server = rows[0]
  if (server && server.version >= OLDEST_SERVER) return
  throw new StartupRefusal(
    `数据库版本过低：PostgreSQL ${server?.name ?? ''}，需要 15 或更高。`,
    '请升级数据库服务器，或去掉 DATABASE_URL 使用内置数据库。 The database is too old: PostgreSQL 15 or newer is needed.',
  )
}

/** The refusal for a database that cannot be connected to, with the reason that the driver gave. */
export function unreachable(error: unknown): StartupRefusal {
  const reason = codeOf(error) || (error instanceof Error ? error.message : String(error))
  return new StartupRefusal(
    `连接不上数据库（${reason}）。`,
    '请检查 DATABASE_URL 的地址、账号与密码，并确认数据库已启动。 The database cannot be reached: check DATABASE_URL.',
  )
}
