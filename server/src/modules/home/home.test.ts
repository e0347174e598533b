import { demoCorner } from '@huanji/contract/features/demo/calls'
import { homeCards } from '@huanji/contract/features/home/calls'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { bagRoll } from '@huanji/contract/features/inspection/sealed-bag'
import { goods } from '@huanji/contract/features/listing/goods'
import { openingSteps } from '@huanji/contract/features/merchant/first-steps'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedInEmployee } from '../../../../tests/support/people.ts'
import { curatedTrade } from '../../sync/testing/curated-trade.ts'
import {
  HOUR_MS,
  type ShopOwner,
  startTradingGateway,
  type TradingGateway,
} from '../../sync/testing/trading-gateway.ts'
import { addAddress } from '../address/commands.ts'

let gateway: TradingGateway
beforeAll(async () => {
  gateway = await startTradingGateway()
})
afterAll(() => gateway.close())

describe('the sections of the home page', () => {
  let owner: ShopOwner
  let other: ShopOwner

  beforeAll(async () => {
    owner = await gateway.shopOwner('首页手机')
    other = await gateway.shopOwner('别家手机')
    await gateway.paid(other, await gateway.onSale(other))
    await gateway.save(owner, { mode: 'draft' })
    await gateway.save(owner, { channel: 'curated', mode: 'draft' })
    await gateway.paid(owner, await gateway.onSale(owner))
    await gateway.pass(HOUR_MS / 2)
    await gateway.paid(owner, await gateway.onSale(owner))
    await gateway.onSale(owner)
    const trade = curatedTrade(gateway)
    await trade.sold(owner, await trade.single(owner))
    await trade.single(owner)
  })

  it('packing counts and shows what the lists of waiting orders have, the nearest deadline first', async () => {
    const { queues, orders } = await gateway.data(homeCards.packing, {}, owner.login)
    const state = 'awaiting_shipment'
    const listed = await gateway.data(auctionOrder.list, { state, sort: 'deadline.asc' }, owner.login)
    expect(queues.map(({ channel, waiting }) => [channel, waiting])).toEqual([
      ['auction', listed.total],
      ['curated', 1],
    ])
    expect(listed.total).toBe(2)
    expect(queues[0]?.nearestDeadline).toBe(listed.list[0]?.deadlineAt)
    expect(orders.filter(({ channel }) => channel === 'auction').map(({ orderId }) => orderId)).toEqual(
      listed.list.map(({ orderId }) => orderId),
    )
    const deadlines = orders.map(({ deadlineAt }) => deadlineAt ?? '')
    expect(deadlines).toEqual(deadlines.toSorted())
  })

  it('packing tells what is late from what is due today', async () => {
    const late = await gateway.shopOwner('拖延手机')
    const { deadlineAt } = await gateway.paid(late, await gateway.onSale(late))
    const dayMs = Date.parse(deadlineAt ?? '') - gateway.clock.now().getTime()
    expect((await gateway.data(homeCards.packing, {}, late.login)).queues[0]).toMatchObject({ overdue: 0, dueToday: 0 })
    gateway.clock.advance(dayMs - 1000)
    expect((await gateway.data(homeCards.packing, {}, late.login)).queues[0]).toMatchObject({ overdue: 0, dueToday: 1 })
    gateway.clock.advance(2000)
    expect((await gateway.data(homeCards.packing, {}, late.login)).queues[0]).toMatchObject({ overdue: 1, dueToday: 0 })
    gateway.clock.advance(-dayMs - 1000)
  })

  it('inspecting has one’s own drafts and what one submitted today, and not a colleague’s', async () => {
    const grants = [detRecord.addDetectRecord.path, detRecord.getDetectRecordList.path]
    const colleague = await gateway.colleague(owner, '质检小王', grants)
    await gateway.save(colleague, { mode: 'draft' })
    const mine = await gateway.data(homeCards.inspecting, {}, owner.login)
    const { total } = await gateway.data(
      detRecord.getDetectRecordList,
      { channel: 'auction', state: 'draft', inspectorId: owner.actor.employeeId },
      owner.login,
    )
    expect(mine.drafts.filter(({ channel }) => channel === 'auction')).toHaveLength(total)
    expect(mine).toMatchObject({ draftCount: 2, today: 5, yesterday: 0 })
    expect(mine.lastHour).toBeLessThanOrEqual(mine.today)
    expect(mine.since).not.toBeNull()
    expect(await gateway.data(homeCards.inspecting, {}, colleague.login)).toMatchObject({
      draftCount: 1,
      today: 0,
      lastHour: 0,
      since: null,
    })
  })

  it('selling counts runs, fixed prices and refusals as the list of goods does', async () => {
    const section = await gateway.data(homeCards.selling, {}, owner.login)
    const scheduled = await gateway.data(goods.list, { entryState: 'scheduled' }, owner.login)
    const curated = await gateway.data(goods.list, { channel: 'curated', state: 'on_sale' }, owner.login)
    expect(section.scheduled).toBe(scheduled.total)
    expect(section.scheduled).toBe(1)
    expect(section.curatedOnSale).toBe(curated.total)
    expect(section.curatedOnSale).toBe(1)
    expect(section.running.map(({ listingId }) => listingId)).toEqual(scheduled.list.map(({ listingId }) => listingId))
    gateway.control.failPublish('X1', '图片不清晰', 1)
    const refused = await gateway.published(owner)
    await gateway.runJobs()
    await gateway.pass(60_000)
    const after = await gateway.data(homeCards.selling, {}, owner.login)
    expect(after.failedCount).toBe(1)
    expect(after.failed.map(({ listingId }) => listingId)).toEqual([refused.listingId])
    expect(after.failed[0]?.failure).not.toBe('')
    expect(after.aged.map(({ units }) => units)).toEqual([0, 0, 0])
  })

  it('decisions name what waits for whoever may decide it', async () => {
    const keys = async (by: SignedInEmployee) =>
      (await gateway.data(homeCards.decisions, {}, by.login)).decisions.map(({ key }) => key)
    expect(await keys(owner)).toEqual(['failures'])
    expect(await keys(await gateway.colleague(owner, '看数小陈', ['field:overview']))).toEqual([])
    expect(await keys(other)).toEqual([])
  })

  it('defect: the amounts that every bill shows were kept from whoever may read bills', async () => {
    const states = ['pending', 'settling', 'frozen', 'unfrozen']
    const whole = await gateway.data(homeCards.money, {}, owner.login)
    expect(whole.awaited.map(({ state }) => state)).toEqual(states)
    expect(whole.findings).toEqual([])
    const reader = await gateway.colleague(owner, '对账小周', ['/api/bill/v1/list'])
    const part = await gateway.data(homeCards.money, {}, reader.login)
    expect(part).toMatchObject({ findings: null, checkedAt: null })
    expect(part.awaited).toEqual(whole.awaited)
  })

  it('shows a channel’s orders only to whoever ships them', async () => {
    const { list, delivery } = auctionOrder
    const packer = await gateway.colleague(owner, '发货小赵', [list.path, delivery.path])
    const { queues, orders } = await gateway.data(homeCards.packing, {}, packer.login)
    expect(queues.map(({ channel }) => channel)).toEqual(['auction'])
    expect(orders.every(({ channel }) => channel === 'auction')).toBe(true)
    const blind = await gateway.colleague(owner, '发货小孙', [delivery.path])
    expect(await gateway.data(homeCards.packing, {}, blind.login)).toEqual({ queues: [], orders: [] })
  })
})

describe('the first steps of a merchant', () => {
  const stepsOf = async (by: SignedInEmployee) => {
    const { steps, isOver, isAlone } = await gateway.data(openingSteps.get, {}, by.login)
    return { done: steps.filter(({ isDone }) => isDone).map(({ key }) => key), isOver, isAlone, steps }
  }

  it('are done once what they make is there, whoever made it', async () => {
    const founder = await gateway.merchant('新开手机')
    expect(await stepsOf(founder)).toMatchObject({ done: [], isOver: false })
    const place = { contactName: '王一', contactPhone: '13800138009', regionCode: '440305', detail: '科技园二号' }
    const addPlace = (kind: 'ship' | 'return') =>
      gateway.db.tenant(founder.actor.merchantId, (tx) =>
        addAddress(tx, { ...place, kind, isDefault: true, now: gateway.clock.now() }),
      )
    await addPlace('ship')
    expect((await stepsOf(founder)).done).toEqual([])
    await addPlace('return')
    expect((await stepsOf(founder)).done).toEqual(['addresses'])
    const roll = { firstCode: 'NEW00000001', count: 5 }
    await gateway.data(bagRoll.registerRoll, roll, founder.login)
    expect((await stepsOf(founder)).done).toEqual(['addresses', 'bags'])
    await gateway.data(bagRoll.voidRoll, roll, founder.login)
    expect((await stepsOf(founder)).done).toEqual(['addresses'])
    await gateway.save(founder, { mode: 'draft' })
    expect((await stepsOf(founder)).done).toEqual(['addresses'])
    await gateway.save(founder)
    expect((await stepsOf(founder)).done).toEqual(['addresses', 'inspection'])
    await gateway.colleague(founder, '新来小吴', [detRecord.addDetectRecord.path])
    expect((await stepsOf(founder)).done).toEqual(['addresses', 'inspection', 'staff'])
  })

  it('defect: putting the first phone on sale, what all of it is for, was no step', async () => {
    const seller = await gateway.shopOwner('上架手机')
    expect((await stepsOf(seller)).done).not.toContain('listing')
    await gateway.onSale(seller)
    expect((await stepsOf(seller)).done).toContain('listing')
  })

  it('end for a merchant that works alone, and for one that puts them away', async () => {
    const founder = await gateway.merchant('单干手机')
    await gateway.data(openingSteps.settle, { choice: 'alone' }, founder.login)
    expect(await stepsOf(founder)).toMatchObject({ done: ['staff'], isAlone: true, isOver: false })
    await gateway.data(openingSteps.settle, { choice: 'withOthers' }, founder.login)
    expect(await stepsOf(founder)).toMatchObject({ done: [], isAlone: false })
    await gateway.data(openingSteps.settle, { choice: 'putAway' }, founder.login)
    expect((await stepsOf(founder)).isOver).toBe(true)
    expect((await stepsOf(await gateway.merchant('旁边手机'))).isOver).toBe(false)
  })

  it('are each a person’s own by the right to do them; only who manages people settles them', async () => {
    const founder = await gateway.merchant('分工手机')
    const inspector = await gateway.colleague(founder, '质检小郑', [detRecord.addDetectRecord.path])
    const { steps } = await stepsOf(inspector)
    expect(steps.filter(({ isMine }) => isMine).map(({ key }) => key)).toEqual(['inspection'])
    expect((await gateway.call(openingSteps.settle, { choice: 'alone' }, inspector.login))._errCode).not.toBe('0')
    expect((await stepsOf(founder)).steps.every(({ isMine }) => isMine)).toBe(true)
  })
})

describe('the demo corner', () => {
  it('refuses a sale and a claim where there is nothing to sell or to send back', async () => {
    const founder = await gateway.merchant('空空手机')
    expect(await gateway.refusalOf(demoCorner.sale, {}, founder)).toBe('DEMO_NOTHING_ON_SALE')
    expect(await gateway.refusalOf(demoCorner.claim, {}, founder)).toBe('DEMO_NOTHING_SHIPPED')
  })

  it('says when the stand-in marketplace is not there', async () => {
    const owner = await gateway.shopOwner('断线手机')
    await gateway.onSale(owner)
    expect(await gateway.refusalOf(demoCorner.sale, {}, owner)).toBe('MARKETPLACE_UNAVAILABLE')
  })
})
