import { dictionary } from '@huanji/domain/dictionary'
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

const CERTIFICATE =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/
const NO_TLS = 'does not support SSL'

const CHECK_ADDRESS =
  '请检查 DATABASE_URL 的地址、账号与密码，并确认数据库已启动。 The database cannot be reached: check DATABASE_URL.'

/** What to do about a refusal of the server, by its code. */
const CURES = dictionary({
  '28P01': '请核对 DATABASE_URL 中的账号与密码。 The password is refused: check DATABASE_URL.',
  '28000':
    '请核对账号，并让数据库的 pg_hba.conf 接纳这台机器（要求加密时在 DATABASE_URL 加 sslmode=require）。 The server does not admit this account from here.',
  '3D000':
    '请先建立数据库：create database huanji owner huanji; 或核对 DATABASE_URL 中的库名。 There is no such database.',
  '53300': '请调高数据库的 max_connections，或减小 HUANJI_POOL，或减少进程。 The server has no connection left.',
  '57P03': '数据库正在启动或恢复，请稍候再试。 The database is starting up.',
})

/** The refusal for a database that cannot be connected to, with the reason that the driver gave, and its cure. */
export function unreachable(error: unknown): StartupRefusal {
  const message = error instanceof Error ? error.message : String(error)
  const code = codeOf(error)
  if (CERTIFICATE.test(code)) {
    return new StartupRefusal(
      `数据库的证书不受信任（${code}）。`,
      '请在 DATABASE_URL 中用 sslrootcert=<文件> 指明签发它的证书（自签名则为它自己）；sslmode=require 在这里也核对证书与主机名，只加密不核对为 sslmode=no-verify。 ' +
        'The certificate of the database is not trusted: name its issuer by sslrootcert.',
    )
  }
  if (message.includes(NO_TLS)) {
    return new StartupRefusal(
      '数据库没有开启加密连接，而 DATABASE_URL 要求加密。',
      '请在数据库上开启 ssl，或去掉 sslmode。 The database offers no TLS: switch it on, or leave sslmode out.',
    )
  }
  return new StartupRefusal(`连接不上数据库（${code || message}）。`, CURES[code] ?? CHECK_ADDRESS)
}
