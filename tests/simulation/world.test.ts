import { goods } from '@huanji/contract/calls/goods'
import { expect, it } from 'vitest'
import { openUniverse } from './world.ts'

it('tries', async () => {
  const t0 = performance.now()
  const lap = (what: string) => console.log(what, Math.round(performance.now() - t0))
  const universe = await openUniverse()
  lap('open')
  const world = await universe.openWorld(1)
  lap('world')
  const a = await world.phones('auction', 10)
  lap('auction phones')
  const c = await world.phones('curated', 20)
  lap('curated phones')
  console.log(await world.rows('select channel, state, count(*)::int from inspection group by 1,2'))
  const shopAccountId = world.shopIds[0] ?? ''
  const r = await world.ask(goods.publish, { channel: 'curated', listings: [
    { kind: 'stock', inspectionIds: c.slice(0, 5).map((p) => p.inspectionId), shopAccountId, skus: [{ skuId: '?', priceFen: 260_000 }], priceConfirmed: true },
    { kind: 'single', inspectionIds: [c[6]?.inspectionId ?? ''], shopAccountId, priceFen: 260_000, priceConfirmed: true },
  ] }).catch((e) => e)
  console.log(JSON.stringify(r), r)
  lap('published')
  await world.pass(60_000)
  lap('passed')
  await world.look()
  lap('look')
  await world.pass(1000)
  lap('pass')
  console.log(await world.rows('select channel, state from listing'))
  await universe.close()
})
