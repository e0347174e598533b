import { spawnSync } from 'node:child_process'

/** `npm run generate`: makes everything in the repository that is made of the sources; `npm run check` compares. */
const MAKERS = ['tests/tables.ts', 'tests/permissions-doc.ts', 'tests/settings-doc.ts']

for (const maker of MAKERS) {
  const { status } = spawnSync(process.execPath, [maker, '--write'], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
