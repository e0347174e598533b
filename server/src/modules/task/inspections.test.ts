import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { task } from '@huanji/contract/features/task/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SignedInEmployee } from '../../../../tests/support/people.ts'
import { startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'

let gateway: TradingGateway
let owner: SignedInEmployee

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.merchant('多台质检行')
})
afterAll(() => gateway.close())

async function done(action: 'inspection.changeShop' | 'inspection.void', input: Record<string, string | boolean>) {
  const filter = { channel: 'auction' }
  const { taskId } = await gateway.data(task.create, { action, filter, input }, owner.login)
  await gateway.runJobs()
  return gateway.data(task.get, { taskId }, owner.login)
}

it('changes the shop of all records of a filter, and voids them with their bags where that is wanted', async () => {
  const shopAccountId = await gateway.shop(owner)
  const drafts = [await gateway.save(owner, { mode: 'draft' }), await gateway.save(owner)]
  const sealed = await gateway.listable(owner, 'BULK00000001')
  expect(await done('inspection.changeShop', { shopAccountId })).toMatchObject({ total: 3, doneCount: 3 })
  const { list } = await gateway.data(detRecord.getDetectRecordList, { channel: 'auction' }, owner.login)
  expect(list.map((row) => row.shopAccountId)).toEqual([shopAccountId, shopAccountId, shopAccountId])
  const careful = await done('inspection.void', { reason: '录入错误', voidsBag: false })
  expect(careful).toMatchObject({ total: 3, doneCount: drafts.length, failedCount: 1 })
  expect(careful.failures).toMatchObject([{ message: '该手机已封袋（BULK00000001），请确认同时作废封袋' }])
  expect(careful.failures[0]?.label).toContain(sealed.inspectionNo)
  const rest = await done('inspection.void', { reason: '录入错误', voidsBag: true })
  expect(rest).toMatchObject({
    doneCount: 1,
    skippedCount: 2,
    skips: [{ message: '当前为“作废”，不能作废', count: 2 }],
  })
})

it('wants to be told whether bags are voided, and nothing else', async () => {
  const begin = (input: Record<string, string | boolean>) =>
    gateway.call(task.create, { action: 'inspection.void', filter: { channel: 'auction' }, input }, owner.login)
  expect((await begin({ reason: '录入错误' }))._bizErrCode).toBe('TASK_INPUT_INVALID')
  expect((await begin({ reason: '录入错误', voidsBag: true, rows: '' }))._bizErrCode).toBe('TASK_INPUT_INVALID')
})
