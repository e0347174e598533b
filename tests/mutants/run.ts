import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Mutant, REFUSALS, RULES } from './mutants.ts'

/**
 * `npm run mutants`: plants one mistake after the other (tests/mutants/mutants.ts) and runs the tests that are to find it,
 * rules without a database, refusals on the one that TEST_DATABASE names. Ends with how many were found; those that were
 * not are named. A word as argument takes only the files that contain it. It edits the sources while it runs and puts
 * them back, also when it is interrupted: nothing else should be at work on them.
 */
const ROOT = path.join(import.meta.dirname, '../..')

const [only = ''] = process.argv.slice(2)
const planted = new Map<string, string>()

function putBack(): void {
  for (const [file, text] of planted) writeFileSync(file, text)
  planted.clear()
}

function plant({ file, from, to }: Mutant): void {
  const whole = path.join(ROOT, file)
  const text = readFileSync(whole, 'utf8')
  if (text.split(from).length !== 2) throw new Error(`${file} does not have "${from}" once`)
  planted.set(whole, text)
  writeFileSync(
    whole,
    text.replace(from, () => to),
  )
}

/** Whether some test fails. */
function isFound({ file, suites = [path.dirname(file)] }: Mutant): boolean {
  const project = file.startsWith('domain/') ? 'unit' : 'server*'
  const args = ['vitest', 'run', '--project', project, '--bail', '1', '--reporter', 'dot', ...suites]
  const { status } = spawnSync('npx', args, { cwd: ROOT, stdio: 'ignore' })
  if (status === null) throw new Error('the tests were ended')
  return status !== 0
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    putBack()
    process.exit(1)
  })
}

const mutants = [...RULES, ...REFUSALS].filter(({ file }) => file.includes(only))
let found = 0
try {
  for (const mutant of mutants) {
    plant(mutant)
    const isDead = isFound(mutant)
    putBack()
    if (isDead) found += 1
    process.stdout.write(`${isDead ? 'found ' : 'MISSED'} ${mutant.file}: ${mutant.from} → ${mutant.to || 'nothing'}\n`)
  }
} finally {
  putBack()
}
process.stdout.write(`\n${found} of ${mutants.length} found\n`)
process.exitCode = found === mutants.length ? 0 : 1
