import { PAGES } from '@huanji/contract/pages'
import { beforeEach, describe, expect, test } from 'vitest'
import { api } from '../../api/client.ts'
import { storePermissions } from '../../session/session.ts'
import { isSaidByCard, packedOrders, photoStationsOf, stationsOf, workOf } from './grants.ts'

const held = (...paths: string[]): ReadonlySet<string> => new Set(paths)

const INSPECTS = api.detRecord.addDetectRecord.path
const PHOTOGRAPHS = api.realPhoto.saveRealPhoto.path
const PACKS = [PAGES.auctionOrders.path, api.auctionOrder.list.path, api.auctionOrder.delivery.path]

describe('the work of whoever holds these grants', () => {
  test('is packing for whoever sees the orders of a channel and ships them, and for nobody else', () => {
    expect(packedOrders(held(...PACKS)).map(({ channel }) => channel)).toEqual(['auction'])
    for (const missing of PACKS) {
      expect(workOf(held(...PACKS.filter((path) => path !== missing))), missing).toEqual([])
    }
  })

  test('is inspecting at each station that is open, or photographing for whoever does not inspect', () => {
    const stations = [PAGES.auctionInspection.path, PAGES.curatedInspection.path]
    expect(stationsOf(held(...stations, INSPECTS, PHOTOGRAPHS))).toEqual(['auction', 'curated'])
    expect(photoStationsOf(held(...stations, INSPECTS, PHOTOGRAPHS))).toEqual([])
    expect(photoStationsOf(held(PAGES.curatedInspection.path, PHOTOGRAPHS))).toEqual(['curated'])
    expect(workOf(held(PAGES.auctionInspection.path))).toEqual([])
  })

  test('is no queue of refunds for whoever may only read the cases', () => {
    const reads = [PAGES.refunds.path, api.refund.list.path]
    expect(workOf(held(...reads))).toEqual([])
    expect(workOf(held(...reads, api.refund.agree.path))).toEqual(['refunds'])
  })

  test('stands in the order of a day', () => {
    const money = [PAGES.bills.path, api.billCheck.list.path]
    const sells = [PAGES.listings.path, api.goods.publish.path]
    expect(workOf(held(...money, ...sells, PAGES.auctionInspection.path, INSPECTS, ...PACKS))).toEqual([
      'packing',
      'inspecting',
      'selling',
      'money',
    ])
  })
})

describe('a card of waiting work', () => {
  beforeEach(() => storePermissions([]))

  test('is there for whoever can do something about it', () => {
    expect(isSaidByCard('awaiting_seal', [])).toBe(false)
    storePermissions([api.bagRoll.bind.path])
    expect(isSaidByCard('awaiting_seal', [])).toBe(true)
    expect(isSaidByCard('curated_awaiting_seal', [])).toBe(true)
  })

  test('is not there where a section says more', () => {
    storePermissions([INSPECTS])
    expect(isSaidByCard('draft', [])).toBe(true)
    expect(isSaidByCard('draft', ['inspecting'])).toBe(false)
    expect(isSaidByCard('draft', ['packing'])).toBe(true)
  })

  test('that names no call concerns whoever gets it', () => {
    expect(isSaidByCard('a_card_of_everybody', [])).toBe(true)
  })
})
