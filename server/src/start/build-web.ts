import { StartupRefusal } from '../platform/startup-refusal.ts'
import { buildWeb } from './web-build.ts'

/** Builds and compresses the web client where an installation is made that comes without the build tool (deploy/Containerfile). */
try {
  await buildWeb((line) => process.stdout.write(`${line}\n`))
} catch (error) {
  if (!(error instanceof StartupRefusal)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
