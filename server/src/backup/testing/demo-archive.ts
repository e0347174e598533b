import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { testSettings } from '../../../../tests/support/gateway.ts'
import { openDatabase } from '../../database/open.ts'
import { connectOwner } from '../../database/owner.ts'
import { makeDemo } from '../../demo/make-demo.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { openStorage } from '../../storage/open.ts'
import { writeArchive } from '../archive-writer.ts'
import type { Manifest } from '../manifest.ts'
import { takeBackup } from '../take.ts'
import { everyFile, everyRow } from './all-content.ts'

export const OPEN = { recipients: [], passphraseFile: null }

/** A month of two merchants in an embedded database, its backup, and what was in it. */
export interface DemoArchive {
  readonly file: string
  readonly dataFolder: string
  readonly manifest: Manifest
  readonly rows: Record<string, string[]>
  readonly files: Record<string, string>
  remove(): void
}

export async function makeDemoArchive(): Promise<DemoArchive> {
  const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'huanji-backup-'))
  const settings = { ...testSettings(dataFolder), demoPhones: 0 }
  const log = createLog('silent')
  const open = await openDatabase({ databaseUrl: null, dataFolder, poolSize: 1, cursorKey: '', log })
  try {
    const endMs = Date.parse('2026-11-20T08:05:00.000Z')
    await makeDemo({ db: open.db, settings, log, endMs, say: () => undefined })
  } finally {
    await open.close()
  }
  const { storage } = openStorage(settings, systemClock)
  const file = path.join(dataFolder, 'demo.tar.zst')
  const owner = await connectOwner({ databaseUrl: null, dataFolder })
  try {
    const archive = await writeArchive(file, OPEN)
    const manifest = await takeBackup({ owner, storage, now: systemClock.now() }, archive)
    await archive.finish()
    const remove = () => fs.rmSync(dataFolder, { recursive: true, force: true })
    return { file, dataFolder, manifest, rows: await everyRow(owner), files: await everyFile(storage), remove }
  } finally {
    await owner.close()
  }
}
