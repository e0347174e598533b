import { goods } from '@huanji/contract/features/listing/goods'
import { task } from '@huanji/contract/features/task/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ShopOwner, startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'

let gateway: TradingGateway
let owner: ShopOwner

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('批量手机行')
})
afterAll(() => gateway.close())

const desired = async () =>
  (
    await gateway.database.open.ownerQuery(
      `select count(*)::int as count, max(generation)::int as newest from desired_state
       where merchant_id = $1 and desired ->> 'want' = 'off_shelf'`,
      [owner.actor.merchantId],
    )
  ).rows

it('asks the marketplace once for every listing on sale, and reads what the call says of its one row', async () => {
  const units = [await gateway.onSale(owner), await gateway.onSale(owner), await gateway.onSale(owner)]
  const begin = () => gateway.data(task.create, { action: 'listing.takeOff', filter: {} }, owner.login)
  const [first, second] = [await begin(), await begin()]
  await gateway.runJobs()
  expect(await gateway.data(task.get, { taskId: first.taskId }, owner.login)).toMatchObject({
    state: 'done',
    total: 3,
    doneCount: 3,
    failedCount: 0,
  })
  const again = await gateway.data(task.get, { taskId: second.taskId }, owner.login)
  expect(again).toMatchObject({ state: 'done', doneCount: 0, failedCount: 3 })
  expect(again.failures.map(({ label }) => label).sort()).toEqual(
    units.map(({ imei }) => expect.stringContaining(imei)),
  )
  expect(new Set(again.failures.map(({ message }) => message)).size).toBe(1)
  expect(again.failures[0]?.message).toMatch(/下架/)
  expect(await desired()).toEqual([{ count: 3, newest: expect.any(Number) }])
  const third = await begin()
  expect(await gateway.data(task.get, { taskId: third.taskId }, owner.login)).toMatchObject({
    state: 'done',
    skippedCount: 3,
    skips: [{ message: '当前为“自己下架”，不能下架', count: 3 }],
  })
  const { counts } = await gateway.data(goods.list, {}, owner.login)
  expect(counts).toMatchObject({ off_shelf: 3, on_sale: 0 })
  const { scheduleDate, scheduleNumber } = await gateway.session(owner)
  const relisted = await gateway.data(
    task.create,
    { action: 'listing.relist', filter: { state: 'off_shelf' }, input: { scheduleDate, scheduleNumber } },
    owner.login,
  )
  await gateway.runJobs()
  const ended = await gateway.data(task.get, { taskId: relisted.taskId }, owner.login)
  expect(ended).toMatchObject({ total: 3, failedCount: 0, doneCount: 3 })
})
