import { examine, isFault, linesOf } from './doctor/examine.ts'
import { systemClock } from './platform/clock.ts'
import { VERSION } from './platform/version.ts'
import { runCommand } from './start/run-command.ts'

/** `npm run doctor`: checks every setting and what it names, and says what is missing (docs/going-live.md). */
await runCommand('', async () => {
  const findings = await examine(process.env, systemClock)
  process.stdout.write(`焕机 ${VERSION}\n${linesOf(findings).join('\n')}\n`)
  process.exitCode = findings.some(isFault) ? 1 : 0
})
