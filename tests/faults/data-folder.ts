import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type OpenDatabase, openDatabase } from '../../server/src/database/open.ts'
import { createMerchant } from '../../server/src/modules/people/commands.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { hashPassword } from '../../server/src/platform/passwords.ts'

const PASSWORD = 'Faults2026'

/** A data folder of its own, removed at the end. */
export async function temporaryFolder(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'huanji-faults-'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Opens the embedded database of a data folder whose server is not running. */
export function openFolder(dataFolder: string): Promise<OpenDatabase> {
  return openDatabase({
    databaseUrl: null,
    dataFolder,
    poolSize: 1,
    cursorKey: 'a key that only tests use',
    log: createLog('silent'),
  })
}

/** Puts a merchant into a folder before its server starts; gives how to sign in and the number on the marketplace. */
export async function withMerchant(
  dataFolder: string,
  phone: string,
): Promise<{ phone: string; password: string; merchantId: string; sellerId: number }> {
  const home = await openFolder(dataFolder)
  try {
    const passwordHash = await hashPassword(PASSWORD)
    const { merchantId, sellerId } = await home.db.global((tx) =>
      createMerchant(tx, { name: '耐摔手机行', phone, passwordHash, now: new Date() }),
    )
    return { phone, password: PASSWORD, merchantId, sellerId }
  } finally {
    await home.close()
  }
}
