import { spawnSync } from 'node:child_process'

/**
 * `npm run check`: everything a machine can say about the code without running it. Each step is named after what it
 * protects; all of them run, so that one look shows every fault.
 */
const steps: { name: string; command: string; args: string[] }[] = [
  { name: 'format and lint', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
  { name: 'types', command: 'tsc', args: ['-p', 'tsconfig.json'] },
  { name: 'types of the web client', command: 'tsc', args: ['-p', 'web/tsconfig.json'] },
  {
    name: 'imports between packages',
    command: 'depcruise',
    args: ['--config', '.dependency-cruiser.mjs', 'domain', 'contract', 'marketplace', 'server', 'web/src', 'tests'],
  },
  { name: 'circles of imports with types', command: 'node', args: ['tests/circles.ts'] },
  { name: 'settings documented', command: 'node', args: ['tests/settings-doc.ts'] },
  { name: 'permissions documented', command: 'node', args: ['tests/permissions-doc.ts'] },
  { name: 'tables made from the migrations', command: 'node', args: ['tests/tables.ts'] },
  { name: 'migrations as they landed', command: 'node', args: ['tests/releases/migrations.ts'] },
  { name: 'words that were given up', command: 'node', args: ['tests/words.ts'] },
  { name: 'house rules', command: 'node', args: ['tests/house-rules.ts'] },
  { name: 'citations', command: 'node', args: ['tests/citations.ts'] },
  { name: 'unused code and dependencies', command: 'knip', args: ['--no-progress'] },
]

let failed = 0
for (const { name, command, args } of steps) {
  const startedAt = performance.now()
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n`)
  if (status !== 0) {
    failed++
    process.stdout.write(`${stdout}${stderr}\n`)
  }
}
process.exitCode = failed === 0 ? 0 : 1
