import type { VerdictStatus } from '@huanji/domain/refunds/expiry'
import type { MarketplaceClient } from '@huanji/marketplace/client/client'
import { MarketplaceRefused, MarketplaceUnavailable } from '@huanji/marketplace/client/errors'
import { PLATFORM_CODES } from '@huanji/marketplace/protocol/errors'
import { describe, expect, it } from 'vitest'
import { fetchRefund } from './fetch.ts'

/** A marketplace that answers a case and its verdict so, one after the other; the last of them from then on. */
function marketplaceWith(cases: readonly VerdictStatus[], verdicts: readonly (VerdictStatus | null)[]) {
  let asked = 0
  const nth = <T>(all: readonly T[]): T => all[Math.min(asked, all.length - 1)] as T
  const client = {
    refundDetail: async () => ({ order_no: '1', verdict: nth(cases) }),
    auctionAftersaleDetail: async () => {
      const status = nth(verdicts)
      asked += 1
      if (status === null) throw new MarketplaceRefused('detail', PLATFORM_CODES.notFound, '鱼市售后单不存在')
      return { order_no: '1', status }
    },
  }
  return { fetched: () => fetchRefund(client as unknown as MarketplaceClient, 1, '1'), asked: () => asked }
}

describe('reading a case with its verdict', () => {
  it('reads both again while one has gone on before the other', async () => {
    const { fetched, asked } = marketplaceWith(['judging', 'awaitingSeller'], ['awaitingSeller'])
    expect(await fetched()).toMatchObject({
      refund: { verdict: 'awaitingSeller' },
      aftersale: { status: 'awaitingSeller' },
    })
    expect(asked()).toBe(2)
  })

  it('defect: a verdict that the case disagrees with was taken for one without plans', async () => {
    const { fetched, asked } = marketplaceWith(['awaitingSeller'], ['judging'])
    await expect(fetched()).rejects.toThrow(MarketplaceUnavailable)
    expect(asked()).toBe(3)
  })

  it('takes a case whose verdict is not told', async () => {
    const { fetched } = marketplaceWith(['decided'], [null])
    expect(await fetched()).toEqual({ refund: { order_no: '1', verdict: 'decided' }, aftersale: null })
  })
})
