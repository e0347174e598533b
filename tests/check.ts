import { spawn } from 'node:child_process'

/**
 * `npm run check`: everything a machine can say about the code without running it. Each step is named after what it
 * protects; all of them run, so that one look shows every fault. The type checks, which need the most memory (1.4 GB with one
 * checker; several hold what they share once each), run one after the other beside the other steps.
 */
interface Step {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
}

const types = (name: string, config: string): Step => ({
  name,
  command: 'tsc',
  args: ['-p', config, '--checkers', '1'],
})
const script = (name: string, file: string): Step => ({ name, command: 'node', args: [file] })

const TYPES: readonly Step[] = [
  types('types of the server', 'tsconfig.json'),
  types('types of the tests', 'tests/tsconfig.json'),
  types('types of the web client', 'web/tsconfig.json'),
]
const OTHERS: readonly Step[] = [
  { name: 'format and lint', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
  {
    name: 'imports between packages',
    command: 'depcruise',
    args: ['--config', '.dependency-cruiser.mjs', 'domain', 'contract', 'marketplace', 'server', 'web/src', 'tests'],
  },
  script('circles of imports with types', 'tests/circles.ts'),
  script('settings documented', 'tests/settings-doc.ts'),
  script('permissions documented', 'tests/permissions-doc.ts'),
  script('tables made from the migrations', 'tests/tables.ts'),
  script('migrations of releases', 'tests/releases/migrations.ts'),
  script('words that were given up', 'tests/words.ts'),
  script('house rules', 'tests/house-rules.ts'),
  script('citations', 'tests/citations.ts'),
  { name: 'unused code and dependencies', command: 'knip', args: ['--no-progress'] },
]

/** Runs a step and gives what it complained of, or nothing. */
function run({ command, args }: Step): Promise<string> {
  return new Promise((done) => {
    const said: Buffer[] = []
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part))
    child.once('error', ({ message }) => done(`${command} could not be run: ${message}`))
    child.once('close', (code) =>
      done(code === 0 ? '' : Buffer.concat(said).toString() || `${command} ended with ${code}`),
    )
  })
}

async function runAll(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    const startedAt = performance.now()
    const fault = await run(step)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    process.stdout.write(`${fault === '' ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)\n`)
    if (fault === '') continue
    process.exitCode = 1
    process.stdout.write(`${fault}\n`)
  }
}

await Promise.all([runAll(TYPES), runAll(OTHERS)])
