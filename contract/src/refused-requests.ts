import type { NoticeKind } from '@huanji/domain/notices/kinds'
import type * as z from 'zod'
import type { decisionKey } from './features/home/calls.ts'
import type { requestWant } from './shapes.ts'

type Want = z.output<typeof requestWant>

/** Where people hear of a request that the marketplace refused for good, and decide about it. */
export interface RefusedRequest {
  /** What the card of the home page, the filter and the notice say. */
  readonly label: string
  readonly notice: NoticeKind
  /** The card of the home page; it leads to the list, filtered by the refusal, where each row says why. */
  readonly decision: z.output<typeof decisionKey>
}

const GOODS = { notice: 'goodsRequestRefused', decision: 'goodsRefused' } as const
const CASE = { notice: 'refundRequestRefused', decision: 'refundsRefused' } as const

/**
 * Everything that is asked of the marketplace, by the thing that it is asked for: what nobody would see is in no list of
 * work, and so counts as done. A remark is missing since it is never told: it is ours alone.
 */
export const REFUSED_REQUESTS = {
  shipment: { shipped: { label: '发货被拒', notice: 'shipmentRefused', decision: 'shipmentsRefused' } },
  order_price: { change_price: { label: '改价被拒', notice: 'orderRequestRefused', decision: 'pricesRefused' } },
  order_close: { closed: { label: '关闭被拒', notice: 'orderRequestRefused', decision: 'closingsRefused' } },
  listing: {
    on_sale: { label: '发布失败', notice: 'publicationFailed', decision: 'failures' },
    edited: { label: '修改被拒', ...GOODS },
    change_price: { label: '改价被拒', ...GOODS },
    stock: { label: '库存被拒', ...GOODS },
    offer_accepted: { label: '同意议价被拒', ...GOODS },
    offer_refused: { label: '拒绝议价被拒', ...GOODS },
    off_shelf: { label: '下架被拒', ...GOODS },
    deleted: { label: '删除被拒', ...GOODS },
  },
  refund: {
    refund_agreed: { label: '同意售后被拒', ...CASE },
    refund_refused: { label: '拒绝售后被拒', ...CASE },
    return_confirmed: { label: '确认收货被拒', ...CASE },
    plan_taken: { label: '处理办法被拒', ...CASE },
    goods_resent: { label: '补发被拒', ...CASE },
  },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<Want, RefusedRequest>>>>>

export type RefusedSubject = keyof typeof REFUSED_REQUESTS

/** What is said of a refused request; undefined for a thing that no such request is made for. */
export const refusedRequest = (subject: RefusedSubject, want: Want): RefusedRequest | undefined =>
  (REFUSED_REQUESTS[subject] as Readonly<Partial<Record<Want, RefusedRequest>>>)[want]
