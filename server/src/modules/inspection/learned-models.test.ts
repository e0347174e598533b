import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { imeiCheckDigit } from '@huanji/domain/codes/luhn'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedInEmployee } from '../../../../tests/support/people.ts'
import { startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'

let shop: TradingGateway
let owner: SignedInEmployee
let serial = 0

beforeAll(async () => {
  shop = await startTradingGateway()
  owner = await shop.merchant('甲行')
})
afterAll(() => shop.close())

const SKU_128 = { regulatoryNo: 'A2634', storage: '128GB', colour: '午夜色' }
const SKU_256 = { regulatoryNo: 'A2634', storage: '256GB', colour: '星光色' }
const FULL = { ram: '' }

/** An IMEI of a type of phone that nobody has seen before. */
function imeiOf(tac: string): string {
  serial += 1
  const digits = tac + String(serial).padStart(6, '0')
  return digits + imeiCheckDigit(digits)
}

const inspected = (tac: string, by = owner, change: Parameters<typeof shop.save>[1] = {}) =>
  shop.save(by, { code: { kind: 'imei', imei: imeiOf(tac) }, ...change })

async function suggested(tac: string, by = owner) {
  const { suggestions } = await shop.data(detRecord.verifyBarCode, { code: imeiOf(tac), channel: 'auction' }, by.login)
  return suggestions
}

describe('the model of a scanned phone', () => {
  test('defect: the last model was taken although the TAC had been inspected as another one', async () => {
    expect(await suggested('35100001')).toEqual([])
    await inspected('35100001', owner, { sku: SKU_256 })
    await inspected('35100001', owner, { sku: SKU_256 })
    await inspected('35100001', owner, { sku: SKU_128 })
    await inspected('35100002', owner, { modelId: 'apple-iphone-14', sku: { storage: '128GB', colour: '午夜色' } })
    expect(await suggested('35100001')).toEqual([
      { modelId: 'apple-iphone-13', ownCount: 3, othersCount: 0, sku: { ...FULL, ...SKU_256 }, skuCount: 2 },
    ])
    expect(await suggested('35100003')).toEqual([])
  })

  test('is learned with the submit, once a unit, and follows what is corrected later', async () => {
    const tac = '35100010'
    const imei = imeiOf(tac)
    const code = { kind: 'imei' as const, imei }
    const draft = await shop.save(owner, { mode: 'draft', code, answers: {} })
    expect(await suggested(tac)).toEqual([])
    const { inspectionId } = draft
    const first = await shop.save(owner, { inspectionId, version: draft.version, code })
    const again = await shop.save(owner, { inspectionId, version: first.version, code })
    expect(await suggested(tac)).toMatchObject([{ modelId: 'apple-iphone-13', ownCount: 1, skuCount: 1 }])
    const other = await shop.save(owner, { inspectionId, version: again.version, code, sku: SKU_256 })
    expect(await suggested(tac)).toMatchObject([{ ownCount: 1, sku: { storage: '256GB' }, skuCount: 1 }])
    const sku = { storage: '128GB', colour: '午夜色' }
    await shop.save(owner, { inspectionId, version: other.version, code, modelId: 'apple-iphone-14', sku })
    expect(await suggested(tac)).toMatchObject([{ modelId: 'apple-iphone-14', ownCount: 1 }])
  })

  test('has no usual variant while two are equally frequent', async () => {
    await inspected('35100020', owner, { sku: SKU_128 })
    await inspected('35100020', owner, { sku: SKU_256 })
    expect(await suggested('35100020')).toMatchObject([{ ownCount: 2, sku: null, skuCount: 0 }])
  })

  test('is told of other merchants from three of them on, as a count without their variants', async () => {
    const tac = '35100030'
    const others = await Promise.all(['乙行', '丙行', '丁行'].map((name) => shop.merchant(name)))
    const [second, third, fourth] = others as [SignedInEmployee, SignedInEmployee, SignedInEmployee]
    for (let count = 0; count < 4; count += 1) await inspected(tac, second)
    await inspected(tac, third)
    expect(await suggested(tac)).toEqual([])
    await inspected(tac, fourth)
    const told = { modelId: 'apple-iphone-13', ownCount: 0, othersCount: 6, sku: null, skuCount: 0 }
    expect(await suggested(tac)).toEqual([told])
    // one of the three sees two others, which is too few
    expect(await suggested(tac, fourth)).toMatchObject([{ ownCount: 1, othersCount: 0 }])
    await inspected(tac)
    expect(await suggested(tac)).toMatchObject([{ ownCount: 1, othersCount: 6 }])
    expect(await suggested(tac, fourth)).toMatchObject([{ ownCount: 1, othersCount: 6 }])
  })

  test('is counted exactly when merchants submit at the same moment', async () => {
    const tac = '35100040'
    const rivals = await Promise.all(['戊行', '己行', '庚行'].map((name) => shop.merchant(name)))
    await Promise.all([...rivals, ...rivals].map((by) => inspected(tac, by)))
    expect(await suggested(tac)).toMatchObject([{ modelId: 'apple-iphone-13', ownCount: 0, othersCount: 6 }])
  })
})
