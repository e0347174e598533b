import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ROOT, startProgram, untilReady } from '../faults/server-process.ts'
import { ownPort } from '../support/ports.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { recordMigrations } from './migrations.ts'
import { pack, packFolder, releasedFile } from './releases.ts'

/**
 * `node tests/releases/make.ts`: makes what the version of package.json leaves behind for later revisions to open
 * (docs/releasing.md). It needs PostgreSQL 15 and its pg_dump from the system's packages.
 */
const { version }: { version: string } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
const file = (name: Parameters<typeof releasedFile>[1]) => releasedFile(version, name)
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'huanji-release-'))
const dataFolder = path.join(folder, 'data')

/** A small demo: two dozen phones, orders, cases and bills of two merchants. */
async function makeDemo(): Promise<void> {
  const [port, opsPort, sandboxPort] = [await ownPort(), await ownPort(), await ownPort()]
  const server = startProgram('server/src/main.ts', {
    PORT: String(port),
    OPS_PORT: String(opsPort),
    HUANJI_SANDBOX_PORT: String(sandboxPort),
    HUANJI_DATA: dataFolder,
    HUANJI_DEMO_PHONES: '24',
    HUANJI_MODE: 'demo',
  })
  await untilReady(server, `http://127.0.0.1:${opsPort}/ready`)
  await server.terminate()
}

const run = (program: string, words: readonly string[], settings: Record<string, string>) =>
  execFileSync(process.execPath, [path.join(ROOT, program), ...words], {
    env: { PATH: process.env.PATH ?? '', ...settings },
    stdio: ['ignore', 'inherit', 'inherit'],
  })

/** The same data on a PostgreSQL server, as statements that any client can run; roles are no part of a dump. */
async function dumpOnServer(): Promise<Buffer> {
  const postgres = await startPostgres('system')
  try {
    const settings = { HUANJI_DATA: path.join(folder, 'on-server'), DATABASE_URL: postgres.url }
    run('server/src/restore.ts', ['--from', file('backup')], settings)
    const words = ['--inserts', '--rows-per-insert=200', '--no-comments', postgres.url]
    return execFileSync('pg_dump', words, { maxBuffer: 1 << 30 })
  } finally {
    await postgres.stop()
  }
}

try {
  await makeDemo()
  fs.rmSync(path.dirname(file('backup')), { recursive: true, force: true })
  packFolder(dataFolder, file('dataFolder'))
  run('server/src/backup.ts', ['--to', file('backup')], { HUANJI_DATA: dataFolder })
  pack(await dumpOnServer(), file('dump'))
  recordMigrations()
} finally {
  fs.rmSync(folder, { recursive: true, force: true })
}
