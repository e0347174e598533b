import { readDataSettings } from './backup/data-settings.ts'
import { runRestore } from './backup/restore-command.ts'
import { runCommand } from './start/run-command.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** `npm run restore`: puts a backup back into an empty place (docs/operations.md). */
await runCommand('', async () => {
  await runRestore(readDataSettings(process.env), process.argv.slice(2), say)
})
