import { realPhoto } from '@huanji/contract/features/inspection/photo'
import { photoReuse } from '@huanji/contract/features/inspection/photo-reuse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IS_NIGHTLY } from '../../../../../tests/support/depth.ts'
import type { SignedInEmployee } from '../../../../../tests/support/people.ts'
import { nextImei, startTradingGateway, type TradingGateway } from '../../../sync/testing/trading-gateway.ts'
import { markListed, markUnlisted, moveInspection } from '../commands.ts'
import { putIntoBatch } from '../testing/into-batch.ts'
import { type PhotoRow, photoRowsOf } from './store.ts'

let shop: TradingGateway
let owner: SignedInEmployee

beforeAll(async () => {
  shop = await startTradingGateway()
  owner = await shop.merchant('甲行')
})
afterAll(() => shop.close())

interface Task {
  readonly inspectionId: string
  readonly photoTaskId: string
}

const inMerchant = <T>(work: Parameters<typeof shop.db.tenant<T>>[1]) => shop.db.tenant(owner.actor.merchantId, work)
const rowsOf = ({ inspectionId }: Task) => inMerchant((tx) => photoRowsOf(tx, [inspectionId]))
const isStored = async (key: string) => (await shop.app.services.storage.stat(key)) !== null

/** Open records of one batch. */
async function batchOf(count: number): Promise<Task[]> {
  const records: Task[] = []
  for (let index = 0; index < count; index += 1) records.push(await shop.save(owner, { mode: 'draft' }))
  const { employeeId } = owner.actor
  await inMerchant((tx) =>
    putIntoBatch(
      tx,
      records.map((record) => record.inspectionId),
      { employeeId, now: shop.clock.now() },
    ),
  )
  return records
}

const copy = (from: Task, ...to: Task[]) =>
  shop.data(
    photoReuse.copyRealPhoto,
    { fromPhotoTaskId: from.photoTaskId, toInspectionIds: to.map((one) => one.inspectionId) },
    owner.login,
  )
const remove = async (task: Task, photos: readonly PhotoRow[]) =>
  shop.data(
    realPhoto.saveRealPhoto,
    { photoTaskId: task.photoTaskId, removePhotoIds: photos.map((photo) => photo.photoId) },
    owner.login,
  )
const removeAll = async (task: Task) => remove(task, await rowsOf(task))

const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
]

describe('a file that several records show', () => {
  test.each(ORDERS)('goes with the last of them, when they go in the order %i, %i, %i', async (...order) => {
    const [first, second, third] = await batchOf(3)
    if (!first || !second || !third) throw new Error('no records')
    await shop.shoot(owner, first.photoTaskId, ['back'])
    await copy(first, second)
    await copy(second, third)
    const [{ fullKey, thumbKey } = { fullKey: '', thumbKey: '' }] = await rowsOf(first)
    expect((await rowsOf(third)).map((row) => row.fullKey)).toEqual([fullKey])
    for (const [place, index] of order.entries()) {
      await removeAll([first, second, third][index] ?? first)
      await shop.runJobs()
      const isNeeded = place < 2
      expect([await isStored(fullKey), await isStored(thumbKey)]).toEqual([isNeeded, isNeeded])
    }
  })

  test('goes when all of them take it off at the same time', async () => {
    const [first, ...others] = await batchOf(4)
    if (!first) throw new Error('no records')
    await shop.shoot(owner, first.photoTaskId, ['back'])
    await copy(first, ...others)
    const [row] = await rowsOf(first)
    await Promise.all([first, ...others].map(removeAll))
    await shop.runJobs()
    expect(await isStored(row?.fullKey ?? '')).toBe(false)
  })

  test('is there for the record that takes it over while the other takes it off', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [first, second] = await batchOf(2)
      if (!first || !second) throw new Error('no records')
      await shop.shoot(owner, first.photoTaskId, ['back'])
      const [row] = await rowsOf(first)
      await Promise.all([copy(first, second), removeAll(first), shop.runJobs()])
      await shop.runJobs()
      expect(await isStored(row?.fullKey ?? '')).toBe((await rowsOf(second)).length === 1)
    }
  })

  test('stays when buyers may have seen it with the record that it was taken for', async () => {
    const imei = nextImei()
    const code = { kind: 'imei' as const, imei }
    const earlier = await shop.listable(owner, 'SHARED000001', { code })
    const now = shop.clock.now()
    await inMerchant(async (tx) => {
      await markListed(tx, [earlier.inspectionId], owner.actor, now)
      await markUnlisted(tx, [earlier.inspectionId], owner.actor, now, '')
    })
    shop.clock.advance(1000)
    const [seen] = await rowsOf(earlier)
    // replaced on the record that was on sale, and the record voided
    await shop.shoot(owner, earlier.photoTaskId, [seen?.position ?? ''])
    await inMerchant((tx) => moveInspection(tx, earlier.inspectionId, 'void', { who: owner.actor, now }))
    const newer = await shop.save(owner, { code, mode: 'draft' })
    const input = { photoTaskId: newer.photoTaskId, fromInspectionId: earlier.inspectionId }
    await shop.data(photoReuse.useOldRealPhotoInfo, input, owner.login)
    const rows = await rowsOf(newer)
    await removeAll(newer)
    await shop.runJobs()
    for (const key of [seen?.fullKey ?? '', ...rows.map((row) => row.fullKey)]) expect(await isStored(key)).toBe(true)
  })
})

/** The same numbers for the same seed, each from 0 up to, not including, its limit. */
function numbersFrom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

describe('whatever is taken, copied, replaced and taken off', () => {
  const PLACES = ['back', 'left', 'right']
  const SEEDS = IS_NIGHTLY ? [1, 2, 3, 4, Number(process.env.TEST_SEED ?? 5)] : [1]

  test.each(SEEDS)(
    'no file is gone that a photograph shows, and none is left that none shows, seed %i',
    async (seed) => {
      const pick = numbersFrom(seed)
      const records = await batchOf(4)
      const files = new Set<string>()
      const one = () => records[pick(records.length)] as Task
      const actions = [
        async () => {
          await shop.shoot(owner, one().photoTaskId, [PLACES[pick(PLACES.length)] ?? 'back'])
        },
        async () => {
          await copy(one(), one(), one())
        },
        async () => {
          const task = one()
          const rows = await rowsOf(task)
          await remove(task, rows.slice(pick(rows.length + 1)))
        },
        async () => {
          await Promise.all([copy(one(), one()), removeAll(one())])
        },
        async () => {
          await shop.runJobs()
        },
      ]
      for (let step = 0; step < 40; step += 1) {
        await actions[pick(actions.length)]?.()
        for (const record of records) {
          for (const { fullKey, thumbKey } of await rowsOf(record)) {
            files.add(fullKey).add(thumbKey)
            expect([seed, step, await isStored(fullKey), await isStored(thumbKey)]).toEqual([seed, step, true, true])
          }
        }
      }
      await shop.runJobs()
      const shown = new Set(
        (await Promise.all(records.map(rowsOf))).flat().flatMap((row) => [row.fullKey, row.thumbKey]),
      )
      for (const file of files) expect([file, await isStored(file)]).toEqual([file, shown.has(file)])
    },
  )
})
