import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { StartupRefusal } from '../platform/startup-refusal.ts'
import { createDiskStorage, type DiskStorage } from './disk.ts'
import { FileMissing, StorageUnavailable } from './storage.ts'

let parent: string
let folder: string
beforeEach(() => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'huanji-disk-'))
  folder = path.join(parent, 'files')
})
afterEach(() => fs.rmSync(parent, { recursive: true, force: true }))

const create = (): DiskStorage => createDiskStorage({ folder, secret: 'a secret of tests', clock: systemClock })
const receive = (storage: DiskStorage, key: string) =>
  storage.receive({ key, contentType: 'image/jpeg', maxBytes: 1000, expiresAt: '' })
const HOUR_MS = 3_600_000

describe('half-written files of killed processes', () => {
  const partial = (name: string) => path.join(folder, 'partial', name)
  const age = (file: string, ageMs: number) => {
    const touched = new Date(Date.now() - ageMs)
    fs.utimesSync(file, touched, touched)
  }

  it('are removed, while uploads under way in other processes go on', async () => {
    const other = create()
    const underWay = await receive(other, 'a/b.jpg')
    await underWay.write(Buffer.from('first '))
    const [abandoned, slow] = ['01-abandoned', '02-slow'].map(partial)
    for (const file of [abandoned, slow]) fs.writeFileSync(file ?? '', 'half')
    age(abandoned ?? '', 2 * HOUR_MS)
    age(slow ?? '', 10 * 60_000)

    expect(await create().removeAbandoned()).toBe(1)
    expect(fs.existsSync(abandoned ?? '')).toBe(false)
    expect(fs.existsSync(slow ?? '')).toBe(true)
    await underWay.write(Buffer.from('second'))
    await underWay.finish()
    expect((await other.read('a/b.jpg')).toString()).toBe('first second')
  })

  it('are removed by several processes at once', async () => {
    const storages = [create(), create(), create()]
    fs.mkdirSync(partial(''))
    for (let count = 0; count < 50; count += 1) {
      fs.writeFileSync(partial(`${count}`), 'half')
      age(partial(`${count}`), 2 * HOUR_MS)
    }
    await Promise.all(storages.map((storage) => storage.removeAbandoned()))
    expect(fs.readdirSync(partial(''))).toEqual([])
  })

  it('are none in a new folder', async () => {
    expect(await create().removeAbandoned()).toBe(0)
  })
})

describe('a lost folder', () => {
  it('is told apart from a missing file, is not ready, and is not made anew', async () => {
    const storage = create()
    await storage.write('a.jpg', Buffer.from('a'), 'image/jpeg')
    expect(await storage.ready()).toBe(true)
    await expect(storage.read('b.jpg')).rejects.toBeInstanceOf(FileMissing)

    fs.renameSync(folder, `${folder}-away`)
    expect(await storage.ready()).toBe(false)
    for (const work of [
      () => storage.write('b.jpg', Buffer.from('b'), 'image/jpeg'),
      () => storage.read('a.jpg'),
      () => storage.stat('a.jpg'),
      () => receive(storage, 'b.jpg'),
    ]) {
      await expect(work()).rejects.toBeInstanceOf(StorageUnavailable)
    }
    expect(fs.existsSync(folder)).toBe(false)

    fs.renameSync(`${folder}-away`, folder)
    expect(await storage.ready()).toBe(true)
    expect((await storage.read('a.jpg')).toString()).toBe('a')
  })

  it('stops the start with a sentence when it cannot be made', () => {
    fs.writeFileSync(folder, 'a file in its place')
    expect(create).toThrow(StartupRefusal)
    expect(create).toThrow(/文件目录无法使用[\s\S]*HUANJI_DATA/)
  })
})

it('a disk without room refuses a file as unavailable, leaves nothing of it, and is not ready', async () => {
  const program = `
    import { createDiskStorage } from ${JSON.stringify(pathToFileURL(path.join(import.meta.dirname, 'disk.ts')).href)}
    const storage = createDiskStorage({ folder: process.argv[1], secret: 'x', clock: { now: () => new Date() } })
    const written = await storage.write('a.jpg', Buffer.alloc(100_000), 'image/jpeg').catch((error) => error.name)
    console.log(JSON.stringify({ written, ready: await storage.ready() }))`
  // the operating system lets this process write files of 4 KiB at most
  const shell = 'ulimit -f 8 && exec "$0" --input-type=module --eval "$1" "$2"'
  const { stdout } = await promisify(execFile)('sh', ['-c', shell, process.execPath, program, folder])
  expect(JSON.parse(stdout)).toEqual({ written: 'StorageUnavailable', ready: false })
  expect(fs.readdirSync(path.join(folder, 'partial'))).toEqual([])
  expect(fs.readdirSync(folder)).toEqual(['partial'])
})
