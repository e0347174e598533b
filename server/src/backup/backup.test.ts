import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { AwsClient } from 'aws4fetch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKind, openTestDatabase, type TestDatabase } from '../../../tests/support/databases.ts'
import { testSettings } from '../../../tests/support/gateway.ts'
import { type ObjectStore, startObjectStore } from '../../../tests/support/object-store.ts'
import type { Database } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { connectOwner, embeddedFolder, type Owner } from '../database/owner.ts'
import { addAddress } from '../modules/address/commands.ts'
import { createMerchant } from '../modules/people/commands.ts'
import { systemClock } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { openStorage } from '../storage/open.ts'
import { createS3Storage } from '../storage/s3.ts'
import type { Storage } from '../storage/storage.ts'
import { writeArchive } from './archive-writer.ts'
import { putBack, verifyBackup } from './put-back.ts'
import { takeBackup } from './take.ts'
import { everyFile, everyRow } from './testing/all-content.ts'
import { type DemoArchive, makeDemoArchive, OPEN } from './testing/demo-archive.ts'

const NO_KEYS = { identityFile: null, passphraseFile: null }
const kind = databaseKind()

/** A place of the run's kind of database, with an empty storage. */
interface Place {
  readonly owner: Owner
  readonly storage: Storage
  /** The same for the product, where it can be open at the same time. */
  readonly database: TestDatabase | null
  readonly dataFolder: string
  close(): Promise<void>
}

const temporary: string[] = []
function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'huanji-restore-'))
  temporary.push(folder)
  return folder
}

async function emptyPlace(storage?: Storage): Promise<Place> {
  const dataFolder = temporaryFolder()
  const database = kind === 'embedded' ? null : await openTestDatabase()
  const owner = await connectOwner({ databaseUrl: database?.databaseUrl ?? null, dataFolder })
  const close = async () => {
    await owner.close()
    await database?.close()
  }
  return { owner, storage: storage ?? diskIn(dataFolder), database, dataFolder, close }
}

const diskIn = (dataFolder: string) => openStorage(testSettings(dataFolder), systemClock).storage

let demo: DemoArchive
let store: ObjectStore
const places: Place[] = []
const place = async (storage?: Storage): Promise<Place> => {
  const made = await emptyPlace(storage)
  places.push(made)
  return made
}

beforeAll(async () => {
  demo = await makeDemoArchive()
  store = await startObjectStore()
}, 300_000)
afterAll(async () => {
  for (const one of places) await one.close()
  await store.close()
  demo.remove()
  for (const folder of temporary) fs.rmSync(folder, { recursive: true, force: true })
})

async function backUp(source: { owner: Owner; storage: Storage }): Promise<string> {
  return (await backUpAndTell(source)).file
}

async function backUpAndTell({ owner, storage }: { owner: Owner; storage: Storage }) {
  const file = path.join(temporaryFolder(), 'backup.tar.zst')
  const archive = await writeArchive(file, OPEN)
  const taken = await takeBackup({ owner, storage, now: systemClock.now() }, archive)
  await archive.finish()
  return { file, taken }
}

async function restore(file: string, target: Place): Promise<void> {
  await putBack(target, await verifyBackup(file, NO_KEYS))
}

describe('a backup', () => {
  it('of the embedded database is put back on any other, into another storage, and is the same there', async () => {
    expect(Object.values(demo.manifest.rows).filter((count) => count > 0).length).toBeGreaterThan(40)
    expect(demo.manifest).toMatchObject({ files: Object.keys(demo.files).length, missing: { count: 0 } })
    const first = await place(createS3Storage(store.settings))
    await restore(demo.file, first)
    expect(await everyRow(first.owner)).toEqual(demo.rows)
    expect(await everyFile(first.storage)).toEqual(demo.files)

    const second = await place()
    await restore(await backUp(first), second)
    expect(await everyRow(second.owner)).toEqual(demo.rows)
    expect(await everyFile(second.storage)).toEqual(demo.files)
  }, 120_000)

  it('leaves the rules in force: numbers go on, keys and row level security hold', async () => {
    const { owner } = await place()
    const target = places.at(-1) as Place
    await restore(demo.file, target)
    const rules = async (one: Owner) =>
      (
        await one.client.query(
          `select (select count(*) from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace) as keys,
                  (select count(*) from pg_class where relforcerowsecurity and relnamespace = 'public'::regnamespace) as forced`,
        )
      ).rows
    const untouched = await place()
    if (untouched.database === null) await migrate(untouched.owner.client)
    expect(await rules(owner)).toEqual(await rules(untouched.owner))
    const { rows } = await owner.client.query<{ next: string; highest: string }>(
      `select nextval(pg_get_serial_sequence('history', 'sequence')) as next, max(sequence) as highest from history`,
    )
    expect(Number(rows[0]?.next)).toBeGreaterThan(Number(rows[0]?.highest))
  }, 120_000)

  it('is not put back where something is', async () => {
    const target = await place()
    await restore(demo.file, target)
    const before = await everyRow(target.owner)
    await expect(restore(demo.file, target)).rejects.toThrow('不是空的')
    expect(await everyRow(target.owner)).toEqual(before)
  }, 120_000)
})

/** What lies in the storage beside a backup's files, or is missing there, is no matter of the database: one home tries it. */
describe.runIf(kind === 'postgres')('a backup beside what is not ours', () => {
  it('defect: one stray file among ours ended every backup; it is left out and named', async () => {
    const target = await place()
    await restore(demo.file, target)
    const content = path.join(target.dataFolder, 'files/content')
    fs.writeFileSync(path.join(content, '.DS_Store'), 'x')
    fs.mkdirSync(path.join(content, 'lost+found'))
    fs.mkdirSync(path.join(content, '@eaDir/merchant'), { recursive: true })
    fs.writeFileSync(path.join(content, '@eaDir/merchant/thumb.jpg'), 'x')
    const { file, taken } = await backUpAndTell(target)
    expect(taken.strays.count).toBe(2)
    expect([...taken.strays.names].sort()).toEqual(['.DS_Store', '@eaDir/'])
    expect(taken).toMatchObject({ files: Object.keys(demo.files).length, missing: { count: 0 } })
    const again = await place()
    await restore(file, again)
    expect(await everyFile(again.storage)).toEqual(demo.files)
  }, 120_000)

  it('defect: an object of another’s in the bucket did the same', async () => {
    const bucket = await startObjectStore()
    try {
      const { endpoint, accessKey, secretKey, region, bucket: name } = bucket.settings
      const client = new AwsClient({ accessKeyId: accessKey, secretAccessKey: secretKey, region, service: 's3' })
      const put = await client.fetch(`${endpoint}/${name}/logs/Access%20A.txt`, { method: 'PUT', body: 'x' })
      expect(put.status).toBe(200)
      const target = await place(createS3Storage(bucket.settings))
      await restore(demo.file, target)
      const { taken } = await backUpAndTell(target)
      expect(taken.strays).toEqual({ count: 1, names: ['logs/Access A.txt'] })
      expect(taken).toMatchObject({ files: Object.keys(demo.files).length, missing: { count: 0 } })
    } finally {
      await bucket.close()
    }
  }, 120_000)

  it('defect: each photograph that was replaced was reported as lost, for ever', async () => {
    const target = await place()
    await restore(demo.file, target)
    await addPhoto(target.owner, 'replaced', '2026-11-20T08:00:00.000Z')
    expect((await backUpAndTell(target)).taken.missing).toEqual({ count: 0, keys: [] })
    // one that should be there and is not is told as before
    const lost = await addPhoto(target.owner, 'lost', null)
    expect((await backUpAndTell(target)).taken.missing).toEqual({ count: 2, keys: lost })
  }, 120_000)
})

/** Adds a photograph to a record that has one; its files were never stored. Gives their keys. */
async function addPhoto({ client }: Owner, name: string, removedAt: string | null): Promise<string[]> {
  const { rows: merchants } = await client.query<{ id: string }>('select merchant_id as id from seller_directory')
  for (const { id: merchantId } of merchants) {
    await client.query(`begin; set local role huanji_app; set local app.merchant_id = '${merchantId}'`)
    const { rows } = await client.query(`select * from photo where merchant_id = $1 and kind = 'defect' limit 1`, [
      merchantId,
    ])
    const keys = ['full', 'thumb'].map((size) => `merchant/${merchantId}/photo/${name}-${size}.jpg`)
    const [fullKey, thumbKey] = keys
    const row = { ...rows[0], id: newId(), full_key: fullKey, thumb_key: thumbKey, removed_at: removedAt }
    const columns = Object.keys(row)
    const places = columns.map((_, at) => `$${at + 1}`).join(', ')
    if (rows.length > 0) {
      await client.query(`insert into photo (${columns.join(', ')}) values (${places})`, Object.values(row))
    }
    await client.query('commit')
    if (rows.length > 0) return keys
  }
  throw new Error('no record has a photograph of a defect')
}

describe('a backup under writes', () => {
  it('is of one moment: of what one transaction wrote there is all or nothing, and every file that a row names', async () => {
    const source = await writableSource()
    const before = Object.fromEntries(Object.entries(demo.rows).map(([table, rows]) => [table, rows.length]))
    let isDone = false
    const writers = Array.from({ length: 3 }, (_, writer) => writeUntil(source, writer, () => isDone))
    let file = ''
    let written = 0
    try {
      // the first one finds few of them, the second one finds them at work
      file = await backUpOnce(source)
      file = await backUpOnce(source)
    } finally {
      isDone = true
      written = (await Promise.all(writers)).reduce((sum, count) => sum + count, 0)
    }
    const { manifest } = await verifyBackup(file, NO_KEYS)
    expect(manifest.missing).toEqual({ count: 0, keys: [] })
    const target = await place()
    await restore(file, target)
    const after = await everyRow(target.owner)
    const added = (table: string) => (after[table]?.length ?? 0) - (before[table] ?? 0)
    expect(added('merchant')).toBeGreaterThan(0)
    expect(added('merchant')).toBeLessThanOrEqual(written)
    expect(added('account')).toBe(added('merchant'))
    expect(added('address')).toBe(2 * added('merchant'))
    await source.close()
  }, 180_000)
})

/** Rows that the product writes on while they are backed up. */
interface WritableSource {
  readonly storage: Storage
  readonly db: Database
  /** What a backup reads; the embedded database's own folder is in use, so it is a copy. */
  connect(): Promise<Owner>
  close(): Promise<void>
}

async function writableSource(): Promise<WritableSource> {
  const target = await place()
  await restore(demo.file, target)
  const { storage, database, owner, dataFolder } = target
  const databaseUrl = database?.databaseUrl ?? null
  if (database !== null) {
    const connect = () => connectOwner({ databaseUrl, dataFolder })
    return { storage, db: database.open.db, connect, close: async () => undefined }
  }
  await owner.close()
  const log = createLog('silent')
  const open = await openDatabase({ databaseUrl: null, dataFolder, poolSize: 1, cursorKey: '', log })
  const connect = async () => {
    const copy = temporaryFolder()
    await open.copyTo?.(embeddedFolder(copy))
    return connectOwner({ databaseUrl: null, dataFolder: copy })
  }
  return { storage, db: open.db, connect, close: () => open.close() }
}

async function backUpOnce({ storage, connect }: WritableSource): Promise<string> {
  const owner = await connect()
  try {
    return await backUp({ owner, storage })
  } finally {
    await owner.close()
  }
}

/** Enough for a backup to run into, and few enough to be put back quickly. */
const MERCHANTS_A_WRITER = 60

/** Signs up merchants, each with two addresses that name a stored file, in one transaction; gives how many. */
async function writeUntil({ db, storage }: WritableSource, writer: number, isDone: () => boolean): Promise<number> {
  let count = 0
  for (; !isDone() && count < MERCHANTS_A_WRITER; count += 1) {
    const phone = `139${writer}${String(count).padStart(7, '0')}`
    const fileId = newId()
    await db.global(async (tx) => {
      const now = systemClock.now()
      const merchant = await createMerchant(tx, { name: `写入${phone}`, phone, passwordHash: 'none', now })
      const key = `merchant/${merchant.merchantId}/photo/${fileId}.jpg`
      await storage.write(key, Buffer.from(key), 'image/jpeg')
      for (const part of ['ship', 'return'] as const) {
        const address = { kind: part, regionCode: '330106', detail: key, isDefault: true, contactName: '写' }
        await addAddress(merchant.tx, { ...address, contactPhone: phone, now })
      }
    })
  }
  return count
}
