import { runBackup } from './backup/backup-command.ts'
import { readDataSettings } from './backup/data-settings.ts'
import { systemClock } from './platform/clock.ts'
import { runCommand } from './start/run-command.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** `npm run backup`: writes everything into one file while the product goes on (docs/operations.md). */
await runCommand('', async () => {
  await runBackup(readDataSettings(process.env), systemClock, process.argv.slice(2), say)
})
