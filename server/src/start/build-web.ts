import { runCommand } from './run-command.ts'
import { buildWeb } from './web-build.ts'

/** Builds and compresses the web client where an installation is made that comes without the build tool (deploy/Containerfile). */
await runCommand('', () => buildWeb((line) => process.stdout.write(`${line}\n`)))
