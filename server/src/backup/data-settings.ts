import { randomToken } from '../platform/ids.ts'
import { readSettings, type Settings } from '../settings.ts'

/** The settings that say where the data are and with what a backup is sealed. */
const NAMES = [
  'DATABASE_URL',
  'HUANJI_DIRECT_URL',
  'OPS_PORT',
  'HUANJI_HOST',
  'HUANJI_DATA',
  'HUANJI_LOG_LEVEL',
  'HUANJI_STORAGE',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'HUANJI_BACKUP_RECIPIENTS',
  'HUANJI_BACKUP_PASSPHRASE_FILE',
] as const

export type DataSettings = Pick<
  Settings,
  'databaseUrl' | 'opsPort' | 'host' | 'dataFolder' | 'logLevel' | 's3' | 'secret' | 'backup'
>

/**
 * Reads where the data are, and nothing else: no provider and no key of production has to be there for a backup.
 * @throws StartupRefusal as `readSettings`
 */
export function readDataSettings(environment: NodeJS.ProcessEnv): DataSettings {
  const ours = Object.fromEntries(NAMES.map((name) => [name, environment[name]]))
  // nothing is signed: with a secret given, none is made and kept
  const settings = readSettings({ ...ours, HUANJI_MODE: 'demo', HUANJI_SECRET: randomToken(32) })
  // past a pooler, where there is a way: one snapshot, one session
  return { ...settings, databaseUrl: settings.directUrl ?? settings.databaseUrl }
}
