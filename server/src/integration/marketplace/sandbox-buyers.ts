import { PLATFORM_CODES } from '@huanji/marketplace/protocol/errors'
import * as z from 'zod'
import { type DemoMarket, DemoMarketAway, DemoMarketRefused } from '../../platform/demo-market.ts'
import { tracedFetch } from './traced-fetch.ts'

const TIMEOUT_MS = 5000

const answerSchema = z.object({ code: z.number(), msg: z.string(), data: z.unknown() })
const boughtSchema = z.object({ orderNo: z.string() })

/** What the control answers to an action. @throws DemoMarketAway when it does not, or not as the control does */
async function answerTo(url: string, action: string, body: object): Promise<z.output<typeof answerSchema>> {
  try {
    const response = await tracedFetch(`${url}/sandbox/control/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return answerSchema.parse(await response.json())
  } catch (error) {
    throw new DemoMarketAway('the stand-in marketplace does not answer', { cause: error })
  }
}

/** The simulated buyers of the stand-in marketplace at `url`, by its control. */
export function sandboxBuyers(url: string): DemoMarket {
  const order = async (action: string, body: object): Promise<unknown> => {
    const { code, msg, data } = await answerTo(url, action, body)
    if (code !== PLATFORM_CODES.ok) throw new DemoMarketRefused(msg)
    return data
  }
  return {
    winEntry: async (entryId, priceFen) => {
      await order('concludeEntry', { entryId, priceFen })
    },
    buyProduct: async (productId) => boughtSchema.parse(await order('buyProduct', { productId })).orderNo,
    payOrder: async (orderNo) => {
      await order('payOrder', { orderNo })
    },
    claimReturn: async (orderNo) => {
      await order('openRefund', { orderNo, kind: 'returnAndRefund' })
    },
  }
}
