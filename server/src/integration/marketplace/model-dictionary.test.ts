import type { CatalogueModel } from '@huanji/domain/catalogue/models'
import { findModel } from '@huanji/domain/catalogue/testing/models'
import type { MarketplaceClient } from '@huanji/marketplace/client/client'
import { MarketplaceUnavailable } from '@huanji/marketplace/client/errors'
import { listProperties } from '@huanji/marketplace/sandbox/dictionaries'
import { beforeEach, describe, expect, it } from 'vitest'
import { settableClock } from '../../platform/clock.ts'
import { type DictionaryAccess, findSpu, findSpus, publishedAs } from './model-dictionary.ts'

const HOUR_MS = 3_600_000

let asked: string[]
let isAway: boolean
let access: DictionaryAccess
let clock: ReturnType<typeof settableClock>

/** A client whose dictionary is the sandbox's, and that writes down what it is asked. */
function client(): MarketplaceClient {
  const answers: Pick<MarketplaceClient, 'listProperties'> = {
    listProperties: async (sellerId, request) => {
      asked.push(request.sub_property_id ?? 'brands')
      if (isAway) throw new MarketplaceUnavailable('product/pv/list', 'down', false)
      const { list } = listProperties({} as never, sellerId, request)
      return { list: list.map((property) => ({ ...property, required: Boolean(property.required) })) }
    },
  }
  return answers as MarketplaceClient
}

beforeEach(() => {
  asked = []
  isAway = false
  clock = settableClock('2026-11-22T02:00:00.000Z')
  access = { marketplace: client(), clock, sellerId: 10_001 }
})

function model(id: string): CatalogueModel {
  const found = findModel(id)
  if (!found) throw new Error(`no model ${id}`)
  return found
}

const IPHONE = model('apple-iphone-13')

describe('the dictionary of models', () => {
  it('asks for the brands and for the models of one of them, once an hour', async () => {
    const { named, candidates } = await findSpus(access, IPHONE, '')
    expect(named).toMatchObject({ name: 'iPhone13', brand: 'Apple/苹果' })
    expect(named?.properties.map((property) => [property.property_name, property.value_name])).toEqual([
      ['品牌', 'Apple/苹果'],
      ['型号', 'iPhone13'],
    ])
    expect(candidates).toHaveLength(20)
    expect(candidates[0]?.name).toBe('iPhone13')
    expect(candidates.every((spu) => spu.brand === 'Apple/苹果')).toBe(true)
    await Promise.all([findSpus(access, model('apple-iphone-14'), ''), publishedAs(access, IPHONE, null)])
    clock.advance(HOUR_MS - 1)
    await findSpus(access, IPHONE, 'pro')
    expect(asked).toHaveLength(2)
    clock.advance(1)
    await findSpus(access, IPHONE, '')
    expect(asked).toHaveLength(4)
  })

  it('keeps no failure, and rivals share one request', async () => {
    isAway = true
    const both = await Promise.allSettled([findSpus(access, IPHONE, ''), findSpus(access, IPHONE, '')])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(asked).toHaveLength(1)
    isAway = false
    expect((await findSpus(access, IPHONE, '')).named).not.toBeNull()
  })

  it('puts what a query holds first, also of a brand that it names', async () => {
    const { candidates } = await findSpus(access, IPHONE, 'iphone 13')
    const names = candidates.slice(0, 4).map((spu) => spu.name)
    expect(names.sort()).toEqual(['iPhone13', 'iPhone13 Pro', 'iPhone13 Pro Max', 'iPhone13 mini'])
    const foreign = await findSpus(access, model('redmagic-10-pro'), 'NX789J')
    expect(foreign.named).toBeNull()
    expect(foreign.candidates.map((spu) => spu.name)).toEqual(expect.arrayContaining(['NX789J']))
    const other = await findSpus(access, IPHONE, '小米14')
    expect(
      other.candidates
        .slice(0, 3)
        .map((spu) => spu.name)
        .sort(),
    ).toEqual(['小米14', '小米14 Pro', '小米14 Ultra'])
  })

  it('publishes as what was chosen while the marketplace has it, else as what has the name', async () => {
    const { candidates } = await findSpus(access, IPHONE, 'mini')
    const mini = candidates[0]?.spuId ?? ''
    expect((await publishedAs(access, IPHONE, mini))?.name).toBe('iPhone13 mini')
    expect((await publishedAs(access, IPHONE, 'gone'))?.name).toBe('iPhone13')
    expect(await publishedAs(access, model('xiaomi-17-pro-max'), null)).toBeNull()
    expect((await findSpu(access, model('xiaomi-14'), mini))?.brand).toBe('Apple/苹果')
  })
})
