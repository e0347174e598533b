import { runBackup } from './backup/backup-command.ts'
import { readDataSettings } from './backup/data-settings.ts'
import { systemClock } from './platform/clock.ts'
import { StartupRefusal } from './platform/startup-refusal.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** `npm run backup`: writes everything into one file while the product goes on (docs/operations.md). */
try {
  await runBackup(readDataSettings(process.env), systemClock, process.argv.slice(2), say)
} catch (error) {
  if (!(error instanceof StartupRefusal)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
