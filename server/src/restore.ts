import { readDataSettings } from './backup/data-settings.ts'
import { runRestore } from './backup/restore-command.ts'
import { StartupRefusal } from './platform/startup-refusal.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** `npm run restore`: puts a backup back into an empty place (docs/operations.md). */
try {
  await runRestore(readDataSettings(process.env), process.argv.slice(2), say)
} catch (error) {
  if (!(error instanceof StartupRefusal)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
