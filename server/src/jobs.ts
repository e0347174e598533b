import { openDatabase } from './database/open.ts'
import { runJobsCommand } from './jobs/command.ts'
import { createJobs } from './jobs/operator.ts'
import { systemClock } from './platform/clock.ts'
import { derivedKey } from './platform/derived-key.ts'
import { createLog } from './platform/log.ts'
import { readSettings } from './settings.ts'
import { runCommand } from './start/run-command.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Lists, retries and discards dead jobs from a terminal (docs/jobs.md). */
async function main(words: readonly string[]): Promise<void> {
  const { databaseUrl, dataFolder, secret, logLevel } = readSettings(process.env)
  const cursorKey = derivedKey(secret, 'cursor')
  const open = await openDatabase({ databaseUrl, dataFolder, poolSize: 1, cursorKey, log: createLog(logLevel) })
  try {
    await runJobsCommand(createJobs({ db: open.db, clock: systemClock }), words, say)
  } finally {
    await open.close()
  }
}

await runCommand('', () => main(process.argv.slice(2)))
