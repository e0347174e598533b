import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '..')
const OLD = `data:text/javascript,Object.defineProperty(process, 'version', { value: 'v20.20.2' })`

test('defect: a start on an old Node told of an unknown file extension', () => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ['--import', OLD, 'server/start.mjs', 'doctor'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^焕机需要 Node 24 或更新的版本，现在运行的是 v20\.20\.2：.*\n$/)
})
