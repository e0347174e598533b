import { execFileSync } from 'node:child_process'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { COMPILED, ROOT } from '../faults/server-process.ts'
import { embeddedTemplate } from './embedded-template.ts'

/** What a server loads before it does anything. */
const PROGRAM = 'server/src/start/run-server.ts'

/**
 * Prepares, once per run, what every start of a process would do again: the database of a new data folder, and the
 * program compiled. Only a process that ends in order leaves it compiled for the next, and these are killed.
 */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('embeddedTemplate', await embeddedTemplate())
  const load = `import(${JSON.stringify(path.join(ROOT, PROGRAM))}).then(() => process.exit(0))`
  execFileSync(process.execPath, ['-e', load], { env: { ...process.env, ...COMPILED } })
}
