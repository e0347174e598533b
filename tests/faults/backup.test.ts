import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openFolder, temporaryFolder, withMerchant } from './data-folder.ts'
import { gatewayProcess } from './gateway-process.ts'
import { ROOT } from './server-process.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Runs one of the product's commands to its end. */
function run(file: string, settings: Readonly<Record<string, string>>, ...words: string[]) {
  const env = { PATH: process.env.PATH ?? '', ...settings }
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(ROOT, file), ...words], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

test('an operator backs up a running shop, keeps the newest two, and restores it into an empty folder', async () => {
  const { folder, remove } = await temporaryFolder()
  cleanups.push(remove)
  const dataFolder = path.join(folder, 'data')
  const merchant = await withMerchant(dataFolder, '13800131701')
  const gateway = await gatewayProcess({ dataFolder })
  await gateway.start()
  cleanups.push(() => (gateway.isRunning ? gateway.killHard() : Promise.resolve()))

  const backups = path.join(folder, 'backups')
  fs.mkdirSync(backups)
  for (const old of ['huanji-20200101T000000Z.tar.zst', 'huanji-20200102T000000Z.tar.zst', 'notes.txt']) {
    fs.writeFileSync(path.join(backups, old), 'old')
  }
  const { HUANJI_DATA = '', OPS_PORT = '' } = gateway.settings
  const made = run('server/src/backup.ts', { HUANJI_DATA, OPS_PORT }, '--to', backups, '--keep', '2')
  expect(made).toMatchObject({ status: 0, output: expect.stringContaining('已备份') })
  const names = fs.readdirSync(backups).sort()
  expect(names).toHaveLength(3)
  expect(names.slice(0, 1)).toEqual(['huanji-20200102T000000Z.tar.zst'])
  expect(
    fs.existsSync(path.join(HUANJI_DATA, 'copies')) ? fs.readdirSync(path.join(HUANJI_DATA, 'copies')) : [],
  ).toEqual([])
  expect((await fetch(`${gateway.opsUrl}/ready`)).status).toBe(200)

  const file = path.join(backups, names[1] ?? '')
  const elsewhere = { HUANJI_DATA: path.join(folder, 'elsewhere') }
  expect(run('server/src/restore.ts', elsewhere, '--from', file, '--verify')).toMatchObject({ status: 0 })
  expect(fs.existsSync(elsewhere.HUANJI_DATA)).toBe(false)
  const restored = run('server/src/restore.ts', elsewhere, '--from', file)
  expect(restored).toMatchObject({ status: 0, output: expect.stringContaining('操作日志连续完整') })
  const home = await openFolder(elsewhere.HUANJI_DATA)
  const { rows } = await home.ownerQuery('select merchant_id from seller_directory')
  await home.close()
  expect(rows).toEqual([{ merchant_id: merchant.merchantId }])
  expect(run('server/src/restore.ts', elsewhere, '--from', file)).toMatchObject({
    status: 1,
    output: expect.stringContaining('不是空的'),
  })
})

test('what cannot be done is said in a sentence, and changes nothing', async () => {
  const { folder, remove } = await temporaryFolder()
  cleanups.push(remove)
  const nothing = { HUANJI_DATA: path.join(folder, 'nothing') }
  const file = path.join(folder, 'file')
  const none = run('server/src/backup.ts', nothing, '--to', file)
  expect(none).toMatchObject({ status: 1, output: expect.stringContaining('没有可备份的数据库') })
  expect(run('server/src/backup.ts', nothing).output).toContain('用法')
  fs.writeFileSync(file, 'not a backup')
  const broken = run('server/src/restore.ts', nothing, '--from', file)
  expect(broken).toMatchObject({ status: 1, output: expect.stringContaining('不完整或已损坏') })
  expect(broken.output).not.toMatch(/\n\s+at /)
  expect(fs.existsSync(nothing.HUANJI_DATA)).toBe(false)
})

test('nobody gets a copy of the database who cannot make a folder beside it', async () => {
  const { folder, remove } = await temporaryFolder()
  cleanups.push(remove)
  const dataFolder = path.join(folder, 'data')
  await withMerchant(dataFolder, '13800131702')
  const gateway = await gatewayProcess({ dataFolder })
  await gateway.start()
  cleanups.push(() => gateway.killHard())
  for (const id of ['01900000-0000-7000-8000-000000000001', '..', '%2e%2e%2fdatabase']) {
    const answer = await fetch(`${gateway.opsUrl}/database-copy/${id}`, { method: 'POST' })
    expect(answer.status).toBe(404)
  }
  expect(fs.existsSync(path.join(dataFolder, 'copies'))).toBe(false)
})
