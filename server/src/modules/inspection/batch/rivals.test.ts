import { batch, batchEdit } from '@huanji/contract/features/inspection/batch'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { bagRoll } from '@huanji/contract/features/inspection/sealed-bag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedInEmployee } from '../../../../../tests/support/people.ts'
import { CLEAN_ANSWERS, IPHONE_13 } from '../../../demo/trade/inspecting.ts'
import { startTradingGateway, type TradingGateway } from '../../../sync/testing/trading-gateway.ts'
import { batchFixtures, COMMON, FINE_SCRATCHES, phone, phones } from '../testing/batches.ts'

let shop: TradingGateway
let owner: SignedInEmployee
let colleague: SignedInEmployee
let does: ReturnType<typeof batchFixtures>

beforeAll(async () => {
  shop = await startTradingGateway()
  owner = await shop.merchant('甲行')
  colleague = await shop.colleague(owner, '小李', [batch.addMultiCommodity.path, detRecord.addDetectRecord.path])
  does = batchFixtures(shop)
})
afterAll(() => shop.close())

const openRecordsPerUnit = async () => {
  const { rows } = await shop.database.open.ownerQuery(
    `select unit_id from inspection where state not in ('sold', 'voided') group by unit_id having count(*) > 1`,
  )
  return rows
}

/** A list in the other order, as a colleague would scan the same box from its other end. */
const reversed = <T>(list: readonly T[]): T[] => [...list].reverse()

describe('two people at once', () => {
  test('with the same phones for one batch: each phone is in it once, and both are told', async () => {
    const made = await does.add(owner, phones(1))
    const batchId = made.batchId ?? ''
    const units = phones(12)
    const [one, other] = await Promise.all([
      does.add(owner, units, { batchId }),
      does.add(colleague, reversed(units), { batchId }),
    ])
    const known = [...one.rows, ...other.rows].map(({ ok, isKnown }) => [ok, isKnown])
    expect(known.filter(([ok]) => !ok)).toEqual([])
    expect(known.filter(([, isKnown]) => isKnown)).toHaveLength(12)
    expect((await does.details(owner, batchId)).batch.totalCount).toBe(13)
    expect(await openRecordsPerUnit()).toEqual([])
  })

  test('with the same phones for two batches: each phone is in one, and the other is told in which', async () => {
    const units = phones(12)
    const [one, other] = await Promise.all([does.add(owner, units), does.add(colleague, reversed(units))])
    const taken = (rows: typeof one.rows) => rows.filter(({ ok }) => ok).length
    expect(taken(one.rows) + taken(other.rows)).toBe(12)
    for (const { ok, problem, message } of [...one.rows, ...other.rows]) {
      if (ok) continue
      expect(problem).toBe('IMEI_IN_INSPECTION')
      expect(message).toMatch(/^该手机已在批次PC\d+（单号ZJ\d+）/)
    }
    expect(await openRecordsPerUnit()).toEqual([])
  })

  test('a batch and a single inspection of one of its phones: one of them has it', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const units = phones(6)
      const contested = units[turn]?.code ?? phone().code
      const single = {
        mode: 'submit' as const,
        channel: 'curated' as const,
        code: contested,
        ...IPHONE_13,
        answers: CLEAN_ANSWERS,
      }
      const [made, alone] = await Promise.all([
        does.add(owner, units),
        shop.call(detRecord.addDetectRecord, single, colleague.login),
      ])
      const row = made.rows[turn]
      expect([
        [true, 'IMEI_IN_INSPECTION'],
        [false, ''],
      ]).toContainEqual([row?.ok, alone._bizErrCode])
      if (!row?.ok) {
        const { inspectionId } = alone._data as { inspectionId: string }
        expect(row).toMatchObject({ remedy: 'openRecord', openInspectionId: inspectionId })
      }
      expect(made.rows.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(5)
    }
    expect(await openRecordsPerUnit()).toEqual([])
  })

  test('one bag for a batch’s phone and a single one: it seals one of them', async () => {
    await shop.data(bagRoll.registerRoll, { firstCode: 'RIVALBAG0001', count: 4 }, owner.login)
    for (const bagCode of ['RIVALBAG0001', 'RIVALBAG0002', 'RIVALBAG0003', 'RIVALBAG0004']) {
      const units = phones(3).map((unit, index) => (index === 1 ? { ...unit, bagCode } : unit))
      const single = { ...shop.submission({ bagCode }) }
      const [made, alone] = await Promise.all([
        does.add(owner, units, { channel: 'auction' }),
        shop.call(detRecord.addDetectRecord, single, colleague.login),
      ])
      expect([
        [true, 'BAG_USED'],
        [false, ''],
      ]).toContainEqual([made.rows[1]?.ok, alone._bizErrCode])
      expect(made.rows[0]?.ok && made.rows[2]?.ok).toBe(true)
      const { rows } = await shop.database.open.ownerQuery(
        'select count(*)::int as count from inspection where bag_code = $1',
        [bagCode],
      )
      expect(rows).toEqual([{ count: 1 }])
    }
  })

  test('one edits the batch while the other adds: what is added follows or finds the new answers', async () => {
    const made = await does.add(owner, phones(3))
    const batchId = made.batchId ?? ''
    const [edited, added] = await Promise.all([
      does.edit(owner, { batchId, version: 1, answers: { ...CLEAN_ANSWERS, B01: { options: ['B01-3'] } } }),
      does.add(colleague, phones(4), { batchId }),
    ])
    expect(added.rows.every(({ ok }) => ok)).toBe(true)
    expect(edited).toMatchObject({ version: 2, grade: '95' })
    const { list } = await does.details(owner, batchId)
    expect(list.map(({ grade }) => grade)).toEqual(Array(7).fill('95'))
  })

  test('both edit the batch: one is told of the other', async () => {
    const { batchId } = await does.add(owner, phones(2))
    const change = (answers: object) => ({
      batchId: batchId ?? '',
      version: 1,
      answers: { ...CLEAN_ANSWERS, ...answers },
    })
    const answers = await Promise.all([
      shop.call(batchEdit.edit, change(FINE_SCRATCHES), owner.login),
      shop.call(batchEdit.edit, change({ C01: { options: ['C01-2'] } }), colleague.login),
    ])
    expect(answers.map(({ _bizErrCode }) => _bizErrCode).sort()).toEqual(['', 'VERSION_CONFLICT'])
    expect((await does.details(owner, batchId)).batch.version).toBe(2)
  })

  test('ten lists of new batches at once are ten batches with ten numbers', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => does.add(owner, phones(5), { common: COMMON })))
    expect(new Set(made.map(({ batchNo }) => batchNo)).size).toBe(10)
    const numbers = made.flatMap(({ rows }) => rows.map(({ inspectionNo }) => inspectionNo))
    expect(new Set(numbers).size).toBe(50)
  })
})
