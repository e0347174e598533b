import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type OpenDatabase, openDatabase } from '@huanji/server/database/open'
import { addAddress } from '@huanji/server/modules/address/commands'
import { createMerchant } from '@huanji/server/modules/people/commands'
import { createLog } from '@huanji/server/platform/log'
import { hashPassword } from '@huanji/server/platform/passwords'
import { inject } from 'vitest'

const PASSWORD = 'Faults2026'
const NAME = '耐摔手机行'
const SHIP_FROM = { kind: 'ship', regionCode: '330106', detail: '文三路1号', isDefault: true } as const

/** A data folder of its own, removed at the end. */
export async function temporaryFolder(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'huanji-faults-'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Opens the database of a server that is not running: the embedded one of its data folder, or the one at an address. */
export function openFolder(dataFolder: string, databaseUrl: string | null = null): Promise<OpenDatabase> {
  return openDatabase({
    databaseUrl,
    dataFolder,
    poolSize: 1,
    cursorKey: 'a key that only tests use',
    log: createLog('silent'),
  })
}

/** Lays a migrated database into a new data folder, as a server's first start would make it. */
async function newDatabase(dataFolder: string): Promise<void> {
  const template = inject('embeddedTemplate')
  if (template === null) throw new Error('this run has no embedded database')
  await cp(template, path.join(dataFolder, 'database'), { recursive: true })
}

/** Puts a merchant into a database before its server starts; gives how to sign in and the number on the marketplace. */
export async function withMerchant(
  dataFolder: string,
  phone: string,
  databaseUrl: string | null = null,
): Promise<{ phone: string; password: string; merchantId: string; sellerId: number }> {
  if (databaseUrl === null) await newDatabase(dataFolder)
  const home = await openFolder(dataFolder, databaseUrl)
  try {
    const passwordHash = await hashPassword(PASSWORD)
    const now = new Date()
    const { merchantId, sellerId } = await home.db.global(async (global) => {
      const merchant = await createMerchant(global, { name: NAME, phone, passwordHash, now })
      await addAddress(merchant.tx, { ...SHIP_FROM, contactName: NAME, contactPhone: phone, now })
      return merchant
    })
    return { phone, password: PASSWORD, merchantId, sellerId }
  } finally {
    await home.close()
  }
}

/** The codes of all bags in the database of a server that is not running. */
export async function bagsIn(dataFolder: string): Promise<Set<string>> {
  const home = await openFolder(dataFolder)
  try {
    const { rows } = await home.ownerQuery('select bag_code from seal_bag')
    return new Set((rows as { bag_code: string }[]).map((row) => row.bag_code))
  } finally {
    await home.close()
  }
}
