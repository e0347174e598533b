import { goods } from '@huanji/contract/features/listing/goods'
import { OWN_DEALS_LEAST } from '@huanji/domain/listing/price-reference'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ShopOwner, startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'

let gateway: TradingGateway
let owner: ShopOwner

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('行情手机')
})
afterAll(() => gateway.close())

const listable = async () => (await gateway.data(goods.listable, { channel: 'auction' }, owner.login)).list[0]

it('takes what was sold of late for the reference, once there were enough, and says so', async () => {
  await gateway.inspected(owner)
  const estimated = await listable()
  expect(estimated).toMatchObject({ referenceSource: 'catalogue', referencePriceFen: expect.any(Number) })
  const pricesFen = [210_000, 250_000, 230_000, 190_000, 220_000]
  expect(pricesFen).toHaveLength(OWN_DEALS_LEAST)
  for (const [index, priceFen] of pricesFen.entries()) {
    if (index === OWN_DEALS_LEAST - 1) expect((await listable())?.referenceSource).toBe('catalogue')
    await gateway.paid(owner, await gateway.onSale(owner), priceFen)
  }
  const sold = await listable()
  expect(sold).toMatchObject({ referenceSource: 'deals', referencePriceFen: 220_000 })

  const row = { modelId: sold?.modelId ?? '', skuId: sold?.skuId ?? '', grade: sold?.grade ?? '99' } as const
  const rows = [{ ...row, channel: 'auction' as const }]
  const range = await gateway.data(goods.priceRange, { rows }, owner.login)
  expect(range.rows).toMatchObject([{ referenceFen: 220_000, source: 'deals', lowFen: 154_000, highFen: 286_000 }])
  const priced = rows.map((one) => ({ ...one, priceFen: 150_000 }))
  const { rows: judged } = await gateway.data(goods.priceRule, { rows: priced }, owner.login)
  expect(judged[0]).toMatchObject({ referenceFen: 220_000, source: 'deals' })
  const { modelId, skuId } = row
  const { levels } = await gateway.data(goods.levelPrices, { modelId, skuId, channel: 'auction' }, owner.login)
  expect(levels.find(({ grade }) => grade === row.grade)).toMatchObject({ suggestedFen: 220_000, source: 'deals' })

  // whoever may not see what orders cost is not told it by way of the reference
  const blind = await gateway.colleague(owner, '上架', [goods.publish.path, goods.listable.path])
  const told = await gateway.data(goods.priceRange, { rows }, blind.login)
  expect(told.rows).toMatchObject([{ source: 'catalogue', referenceFen: estimated?.referencePriceFen }])

  await gateway.pass(31 * 86_400_000)
  const later = await gateway.data(goods.priceRange, { rows }, owner.login)
  expect(later.rows[0]?.source).toBe('catalogue')
})
