import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { newInspection, recordAction } from '@huanji/contract/features/inspection/record-action'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedInEmployee } from '../../../../tests/support/people.ts'
import { startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'
import { batchFixtures, FINE_SCRATCHES, phone, phones } from './testing/batches.ts'

let shop: TradingGateway
let owner: SignedInEmployee
let does: ReturnType<typeof batchFixtures>

beforeAll(async () => {
  shop = await startTradingGateway()
  owner = await shop.merchant('甲行')
  does = batchFixtures(shop)
})
afterAll(() => shop.close())

const detail = (inspectionId: string) => shop.data(detRecord.getDetRecordDetails, { inspectionId }, owner.login)
const voided = (inspectionId: string) =>
  shop.data(recordAction.deleteDetRecord, { rows: [{ inspectionId }], reason: '送修' }, owner.login)
const singles = async () =>
  (await shop.data(detRecord.getDetectRecordList, { channel: 'curated', single: true }, owner.login)).list.map(
    (row) => row.inspectionId,
  )

describe('the phones of a batch', () => {
  test('stand in the list of single phones once they were inspected anew, with all their answers', async () => {
    const made = await does.add(owner, [...phones(1), phone(undefined, { answers: FINE_SCRATCHES })])
    await does.shootSample(owner, made.batchId)
    const [sample, scratched] = made.rows.map((row) => row.inspectionId ?? '')
    expect(await singles()).toEqual([])
    const { photoTaskId } = await detail(scratched ?? '')
    await shop.shootDefect(owner, photoTaskId, 'B01', 'B01-2')
    const old = await detail(scratched ?? '')
    expect(old).toMatchObject({ state: 'listable', batchNo: made.batchNo })
    const again = { inspectionId: old.inspectionId, version: old.version, reason: '抽检' }
    const { inspectionId } = await shop.data(newInspection.reinspect, again, owner.login)
    expect(await detail(inspectionId)).toMatchObject({ batchId: null, answers: { ...old.answers, ...FINE_SCRATCHES } })
    expect(await detail(old.inspectionId)).toMatchObject({ state: 'voided', batchNo: made.batchNo })
    expect(await singles()).toEqual([inspectionId])
    expect((await detail(sample ?? '')).state).toBe('listable')
  })

  test('a voided sample without all its photographs leaves them to the next phone', async () => {
    const made = await does.add(owner, phones(2))
    const [sample = '', next = ''] = made.rows.map((row) => row.inspectionId ?? '')
    expect((await voided(sample)).results).toMatchObject([{ ok: true }])
    const { list } = await shop.data(recordAction.getDetRecordLogList, { inspectionId: next }, owner.login)
    expect(list.at(-1)).toMatchObject({ actionLabel: '成为批次样机', note: `批次${made.batchNo}` })
    await does.shootSample(owner, made.batchId)
    expect((await detail(next)).state).toBe('listable')
  })
})
