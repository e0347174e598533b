import { modelMapping, modelMappingEdit } from '@huanji/contract/features/model-mapping/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  HOUR_MS,
  type ShopOwner,
  startTradingGateway,
  type TradingGateway,
} from '../../sync/testing/trading-gateway.ts'

let gateway: TradingGateway
let owner: ShopOwner
let other: ShopOwner

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('对照商家')
  other = await gateway.shopOwner('别的商家')
})
afterAll(() => gateway.close())

const mapped = (modelId: string, query?: string, by = owner) =>
  gateway.data(modelMapping.getOnLineXySpuByHsbSpuId, query ? { modelId, query } : { modelId }, by.login)
const save = (modelId: string, spuId?: string, by = owner) =>
  gateway.data(modelMappingEdit.save, spuId ? { modelId, spuId } : { modelId }, by.login)

/** Brand and model as the marketplace has them of a published listing. */
function publishedAs(listingId: string): string[] {
  const products = Object.values(gateway.control.dump().product ?? {}) as {
    fields: { outer_id?: string; channel_pv?: { value_name: string }[] }
  }[]
  const product = products.find((one) => one.fields.outer_id === listingId)
  return (product?.fields.channel_pv ?? []).map((property) => property.value_name)
}

describe('the marketplace’s model beside ours', () => {
  it('is found by its name, chosen by a person, and found by its name again', async () => {
    const byName = await mapped('apple-iphone-13')
    expect(byName).toMatchObject({
      modelName: '苹果 iPhone 13',
      source: 'name',
      chosenBy: null,
      chosenAt: null,
      isAway: false,
      spu: { name: 'iPhone13', brand: 'Apple/苹果' },
    })
    const [mini] = (await mapped('apple-iphone-13', '13mini')).candidates
    expect(mini?.name).toBe('iPhone13 mini')
    expect(await save('apple-iphone-13', mini?.spuId)).toEqual({
      modelId: 'apple-iphone-13',
      spu: mini,
      source: 'chosen',
    })
    expect(await mapped('apple-iphone-13')).toMatchObject({ source: 'chosen', spu: mini, chosenBy: '老板' })
    expect(await mapped('apple-iphone-13', undefined, other)).toMatchObject({ source: 'name' })
    expect(await save('apple-iphone-13')).toMatchObject({ source: 'name', spu: byName.spu })
    expect(await mapped('apple-iphone-13')).toMatchObject({ source: 'name', chosenBy: null, spu: byName.spu })
  })

  it('may be missing, and is refused where there is none', async () => {
    expect(await mapped('xiaomi-17-pro-max')).toMatchObject({ source: 'none', spu: null })
    const call = { modelId: 'xiaomi-17-pro-max', spuId: 'nothing' }
    expect(await gateway.refusalOf(modelMappingEdit.save, call, owner)).toBe('SPU_UNKNOWN')
    const [galaxy] = (await mapped('apple-iphone-13', '三星')).candidates
    expect(galaxy?.brand).toBe('Samsung/三星')
    const foreign = { modelId: 'apple-iphone-13', spuId: galaxy?.spuId ?? '' }
    expect(await gateway.refusalOf(modelMappingEdit.save, foreign, owner)).toBe('SPU_OF_OTHER')
    const unknown = { modelId: 'no-such-phone' }
    expect(await gateway.refusalOf(modelMapping.getOnLineXySpuByHsbSpuId, unknown, owner)).toBe('MODEL_UNKNOWN')
    expect(await gateway.refusalOf(modelMappingEdit.save, unknown, owner)).toBe('MODEL_UNKNOWN')
  })

  it('is what a phone is published as', async () => {
    const byName = await gateway.onSale(owner)
    expect(publishedAs(byName.listingId)).toEqual(['Apple/苹果', 'iPhone13'])
    const [mini] = (await mapped('apple-iphone-13', '13mini')).candidates
    await save('apple-iphone-13', mini?.spuId)
    const chosen = await gateway.onSale(owner)
    expect(publishedAs(chosen.listingId)).toEqual(['Apple/苹果', 'iPhone13 mini'])
    await save('apple-iphone-13')
  })
})

describe('while the marketplace is away', () => {
  let shop: TradingGateway
  beforeAll(async () => {
    shop = await startTradingGateway()
    await shop.control.beAway({ kind: 'closed', durationMs: HOUR_MS })
  })
  afterAll(() => shop.close())

  it('says so, and keeps no model that it cannot ask about', async () => {
    const merchant = await shop.merchant('断网商家')
    const read = await shop.data(modelMapping.getOnLineXySpuByHsbSpuId, { modelId: 'apple-iphone-13' }, merchant.login)
    expect(read).toMatchObject({ isAway: true, spu: null, source: 'none', candidates: [] })
    const call = { modelId: 'apple-iphone-13', spuId: 'anything' }
    expect(await shop.refusalOf(modelMappingEdit.save, call, merchant)).toBe('MARKETPLACE_UNAVAILABLE')
  })
})
