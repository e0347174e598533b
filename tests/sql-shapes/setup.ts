import { relative } from 'node:path'
import { loadModule } from 'libpg-query'
import pg from 'pg'
import { afterAll, afterEach, expect } from 'vitest'
import { databaseKind } from '../support/databases.ts'
import { createWatch, listen, type Watch } from './watch.ts'

declare global {
  /** One for all test files of a worker, which share their modules; undefined on a cluster, which refuses by itself. */
  var shapesWatch: Watch | undefined
}

if (databaseKind() !== 'citus' && globalThis.shapesWatch === undefined) {
  await loadModule()
  globalThis.shapesWatch = createWatch()
  listen(pg.Client, globalThis.shapesWatch, () => {
    const { testPath = '', currentTestName = '(before its tests)' } = expect.getState()
    return `${relative('.', testPath)} > ${currentTestName}`
  })
}

/** Fails a test that gives the database a statement that a cluster refuses: whoever has no cluster hears of it all the same. */
function complain(): void {
  const report = globalThis.shapesWatch?.report() ?? null
  if (report !== null) throw new Error(report)
}

afterEach(complain)
// what a test file itself tidies away at its end
afterAll(complain)
