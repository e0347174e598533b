import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { task } from '@huanji/contract/features/task/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from '../../../../tests/support/gateway.ts'
import { groups, jobHandlers } from '../../modules.ts'
import {
  type InspectionGateway,
  type SignedInEmployee,
  startInspectionGateway,
} from '../inspection/testing/inspection-gateway.ts'

let shop: InspectionGateway
/** The same product with the calls of tasks, on the same data. */
let gateway: TestGateway
let owner: SignedInEmployee

beforeAll(async () => {
  shop = await startInspectionGateway()
  owner = await shop.merchant('多台质检行')
  gateway = await startTestGateway({
    database: shop.database,
    clock: shop.clock,
    modules: {
      groups,
      jobHandlers,
      sessionReader: async (_tx, { loginToken }) => (loginToken === owner.actor.employeeId ? owner.actor : null),
    },
  })
})
afterAll(async () => {
  await gateway.close()
  await shop.close()
})

async function done(action: 'inspection.changeShop' | 'inspection.void', input: Record<string, string | boolean>) {
  const filter = { channel: 'auction' }
  const { taskId } = await gateway.data(task.create, { action, filter, input }, owner.login)
  await gateway.runJobs()
  return gateway.data(task.get, { taskId }, owner.login)
}

it('changes the shop of all records of a filter, and voids them with their bags where that is wanted', async () => {
  const shopAccountId = await shop.shop(owner)
  const drafts = [await shop.save(owner, { mode: 'draft' }), await shop.save(owner)]
  const sealed = await shop.listable(owner, 'BULK00000001')
  expect(await done('inspection.changeShop', { shopAccountId })).toMatchObject({ total: 3, doneCount: 3 })
  const { list } = await shop.data(detRecord.getDetectRecordList, { channel: 'auction' }, owner.login)
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
