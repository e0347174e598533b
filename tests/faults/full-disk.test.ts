import fs from 'node:fs'
import path from 'node:path'
import type { LoginContext } from '@huanji/contract/envelope'
import { ERR, ERR_TEXT } from '@huanji/contract/errors'
import { bagRoll } from '@huanji/contract/features/inspection/sealed-bag'
import { afterEach, expect, test, vi } from 'vitest'
import { signIn } from '../contract/fixtures/client.ts'
import { type Answer, codeOf, envelopeOf, send, type Target } from '../contract/gateway/target.ts'
import { bagsIn, temporaryFolder, withMerchant } from './data-folder.ts'
import { gatewayProcess } from './gateway-process.ts'
import { canMountSmallDisk, smallDisk } from './small-disk.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const MEGABYTES = 260
const WRITERS = 6
/** So long it may take until the server sees that the disk is full, or that there is room. */
const SEEN_WITHIN = { timeout: 30_000, interval: 50 }

/** Registers bags, each by a code of its own, and keeps those that were acknowledged. */
function bagWriter(target: Target, who: LoginContext) {
  const acknowledged: string[] = []
  let count = 0
  return {
    acknowledged,
    write: async (): Promise<Answer> => {
      count += 1
      const firstCode = `FULL${String(count).padStart(7, '0')}`
      const answer = await send(target, bagRoll.registerRoll.path, who, { firstCode, count: 1 })
      if (codeOf(answer) === ERR.ok) acknowledged.push(firstCode)
      return answer
    },
  }
}

const isRefused = (answer: Answer): boolean =>
  answer.status === 503 &&
  codeOf(answer) === ERR.storageUnavailable &&
  envelopeOf(answer)?._errStr === ERR_TEXT.storageUnavailable

const read = (target: Target, who: LoginContext) => send(target, bagRoll.stock.path, who, bagRoll.stock.example)

test.skipIf(!canMountSmallDisk())(
  'a disk that is full to the last byte: reads go on, writes are refused in words, nothing acknowledged is lost, and it goes on',
  { timeout: 240_000 },
  async () => {
    const { folder, remove } = await temporaryFolder()
    cleanups.push(remove)
    const mounted = path.join(folder, 'disk')
    fs.mkdirSync(mounted)
    const disk = await smallDisk(mounted, MEGABYTES)
    cleanups.push(disk.remove)
    // SQLite locks no file by the way that leads in from outside: the database is made beside it, and looked at there
    const beside = path.join(folder, 'beside')
    const merchant = await withMerchant(beside, '13800131009')
    fs.cpSync(beside, path.join(disk.outside, 'data'), { recursive: true })
    const gateway = await gatewayProcess({ dataFolder: path.join(disk.folder, 'data'), within: disk.within })
    await gateway.start()
    cleanups.push(async () => (gateway.isRunning ? gateway.killHard() : null))
    const target = { url: gateway.url, letPass: async () => {} }
    const who = await signIn(target, merchant.phone, merchant.password)
    const { acknowledged, write } = bagWriter(target, who)
    const writeUntilRefused = async () => {
      let answer = await write()
      while (codeOf(answer) === ERR.ok) answer = await write()
      expect(isRefused(answer), answer.text).toBe(true)
    }
    const isReady = async () => (await fetch(`${gateway.opsUrl}/ready`)).status

    // while six write, all room goes at once; there is room again; and once more it is full
    for (let round = 1; round <= 2; round += 1) {
      const writing = Array.from({ length: WRITERS }, writeUntilRefused)
      const before = acknowledged.length
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 50), SEEN_WITHIN)
      disk.fill()
      await Promise.all(writing)
      expect(disk.freeBytes()).toBe(0)
      for (let count = 0; count < 20; count += 1) {
        expect(isRefused(await write())).toBe(true)
        expect(codeOf(await read(target, who))).toBe(ERR.ok)
      }
      expect(await isReady()).toBe(503)
      if (round === 2) break
      disk.makeRoom()
      await vi.waitFor(async () => expect(codeOf(await write())).toBe(ERR.ok), SEEN_WITHIN)
      await vi.waitFor(async () => expect(await isReady()).toBe(200), SEEN_WITHIN)
    }

    // it ends on the full disk, does not start there and says why, and starts once there is room
    expect((await gateway.terminate()).code).toBe(0)
    await expect(gateway.start()).rejects.toThrow('数据目录所在的磁盘已满（剩余 0 MB）')
    disk.makeRoom()
    await gateway.start()
    expect(codeOf(await write())).toBe(ERR.ok)
    expect((await gateway.terminate()).code).toBe(0)
    fs.rmSync(beside, { recursive: true })
    fs.cpSync(path.join(disk.outside, 'data'), beside, { recursive: true })
    const bags = await bagsIn(beside)
    expect(acknowledged.filter((code) => !bags.has(code))).toEqual([])
  },
)
