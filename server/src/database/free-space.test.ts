import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { databaseKind } from '../../../tests/support/databases.ts'
import { createLog } from '../platform/log.ts'
import { isStorageFailure } from './errors.ts'
import { FREE_BYTES_MIN } from './free-space.ts'
import { type OpenDatabase, openDatabase } from './open.ts'

describe.runIf(databaseKind() === 'embedded')('a disk that fills up under the embedded database', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'huanji-space-'))
  let free = FREE_BYTES_MIN
  let home: OpenDatabase

  beforeAll(async () => {
    const template = inject('embeddedTemplate')
    if (template !== null) fs.cpSync(template, path.join(folder, 'database'), { recursive: true })
    home = await openDatabase({
      databaseUrl: null,
      dataFolder: folder,
      poolSize: 1,
      cursorKey: 'a key that only tests use',
      log: createLog('silent'),
      space: { freeBytes: async () => free, everyMs: 5 },
    })
    await home.ownerQuery('create table disk_test (a integer)')
    await home.ownerQuery('grant all on disk_test to huanji_app')
  })
  afterAll(async () => {
    await home?.close()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  const write = () => home.db.global((tx) => tx.run(sql`insert into disk_test values (1)`))
  const count = async () => (await home.db.global((tx) => tx.rows(sql`select a from disk_test`))).length
  const isRefused = () =>
    write().then(
      () => false,
      (error: unknown) => isStorageFailure(error),
    )

  it('refuses writes before it is full, goes on reading, and takes them again once there is room', async () => {
    expect(await isRefused()).toBe(false)
    free = FREE_BYTES_MIN - 1
    await vi.waitFor(async () => expect(await isRefused()).toBe(true))
    const before = await count()
    await expect(home.ownerQuery('insert into disk_test values (2)')).rejects.toThrow('too little room')
    expect(await count()).toBe(before)
    free = FREE_BYTES_MIN
    await vi.waitFor(async () => expect(await isRefused()).toBe(false))
    expect(await count()).toBe(before + 1)
  })
})
