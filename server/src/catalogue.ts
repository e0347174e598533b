import { openDatabase } from './database/open.ts'
import { runCatalogueCommand } from './modules/catalogue/command.ts'
import { loadRelease } from './modules/catalogue/loading.ts'
import { systemClock } from './platform/clock.ts'
import { derivedKey } from './platform/derived-key.ts'
import { createLog } from './platform/log.ts'
import { readSettings } from './settings.ts'
import { runCommand } from './start/run-command.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Shows, checks and imports models of phones from a terminal (docs/catalogue.md). */
async function main(words: readonly string[]): Promise<void> {
  const { databaseUrl, dataFolder, secret, logLevel } = readSettings(process.env)
  const cursorKey = derivedKey(secret, 'cursor')
  const open = await openDatabase({ databaseUrl, dataFolder, poolSize: 1, cursorKey, log: createLog(logLevel) })
  try {
    await loadRelease(open.db, systemClock)
    await runCatalogueCommand({ db: open.db, clock: systemClock, say }, words)
  } finally {
    await open.close()
  }
}

await runCommand('', () => main(process.argv.slice(2)))
