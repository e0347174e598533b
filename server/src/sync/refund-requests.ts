import { id } from '@huanji/contract/shapes'
import { REFUND_STATES, type RefundState } from '@huanji/domain/states/refund'
import type { RefuseImage, ReturnAddress as WireAddress } from '@huanji/marketplace/protocol/refunds'
import * as z from 'zod'
import { expressOf } from '../integration/marketplace/express.ts'
import type { JobHandler, JobServices } from '../jobs/job.ts'
import { type RefusalPicture, refusalPictures } from '../modules/refund/snapshot-store.ts'
import { findRefund } from '../modules/refund/store.ts'
import type { ReturnAddress, WantedOfRefund } from '../modules/refund/wants.ts'
import { merchantRow } from '../modules/tenant/store.ts'
import { publicAddress } from './public-address.ts'
import { refreshRefund } from './refresh.ts'
import { type OpenWish, obstacleTo, openWish, refundKey, refuseWish } from './refund-wishes.ts'
import { reconcileRequest } from './requests.ts'

/** A request with all that telling the marketplace takes. */
interface OpenRequest extends OpenWish {
  readonly sellerId: number
  readonly orderNo: string
  readonly refundNo: string
  readonly state: RefundState
  /** Why it cannot be carried out as the case stands now; null where it can. */
  readonly obstacle: string | null
  readonly pictures: readonly RefusalPicture[]
}

const addressOf = ({ name, phone, province, city, district, detail }: ReturnAddress): WireAddress => ({
  ...{ name, mobile: phone, prov_name: province, city_name: city },
  // a city without districts stands for its own
  area_name: district === '' ? city : district,
  address: detail,
})

/** Our pictures as the marketplace takes them: by their public addresses. One that cannot be had is left out. */
function imagesOf(pictures: readonly RefusalPicture[], services: JobServices): RefuseImage[] {
  return pictures.flatMap(({ fullKey, width, height, sizeBytes }) =>
    fullKey === null || width === null || height === null || sizeBytes === null
      ? []
      : [{ src: publicAddress(fullKey, services), width, height, size: sizeBytes }],
  )
}

type Tell<Want extends WantedOfRefund['want']> = (
  services: JobServices,
  open: OpenRequest,
  wanted: Extract<WantedOfRefund, { want: Want }>,
) => Promise<unknown>

/** The case, and the step of it, that was decided in. */
const meant = ({ orderNo, refundNo, state }: OpenRequest) => ({
  order_no: orderNo,
  refund_no: refundNo,
  refund_status: REFUND_STATES.states.find(({ code }) => code === state)?.wireCode ?? 0,
})

/** How each request is told (docs/open-platform.md §6, §8.3). An amount that the buyer has changed is refused there. */
const TELL: { readonly [Want in WantedOfRefund['want']]: Tell<Want> } = {
  refund_agreed: ({ marketplace }, open, { amountFen, address }) =>
    marketplace.agreeRefund(open.sellerId, {
      ...meant(open),
      refund_amount: amountFen,
      ...(address === null ? {} : { return_address: addressOf(address) }),
    }),
  refund_refused: (services, open, { reason, explanation }) =>
    services.marketplace.refuseRefund(open.sellerId, {
      ...meant(open),
      ...{ refuse_reason: reason, refuse_explain: explanation },
      refuse_images: imagesOf(open.pictures, services),
    }),
  return_confirmed: ({ marketplace }, open, { amountFen }) =>
    marketplace.agreeRefund(open.sellerId, { ...meant(open), refund_amount: amountFen }),
  plan_taken: ({ marketplace }, open, { plan }) =>
    marketplace.performAuctionAftersale(open.sellerId, {
      ...meant(open),
      service_type: plan === 'keep' ? 'onlyRefund' : 'refundAndReturn',
    }),
  goods_resent: ({ marketplace }, open, { carrierCode, waybill }) =>
    marketplace.resendGoods(open.sellerId, { ...meant(open), waybill_no: waybill, ...expressOf(carrierCode) }),
}

/** What the sentence of a refusal begins with. */
const REFUSED: Readonly<Record<WantedOfRefund['want'], string>> = {
  refund_agreed: '闲鱼拒绝了同意：',
  refund_refused: '闲鱼不接受拒绝：',
  return_confirmed: '闲鱼拒绝了确认收货：',
  plan_taken: '闲鱼拒绝了处理办法：',
  goods_resent: '闲鱼拒绝了补发：',
}

/**
 * Brings a case at the marketplace to what is wanted of it. It is told only while the order's case there is ours and
 * stands in the state that was decided in: what stands elsewhere was answered when it was taken over just before.
 * @throws the marketplace client's errors while it cannot be reached; the request stands and says so
 */
export async function reconcileRefund(services: JobServices, merchantId: string, refundId: string): Promise<void> {
  const { db, clock } = services
  await reconcileRequest<OpenRequest>(services, merchantId, {
    key: refundKey(refundId),
    read: () =>
      db.tenant(merchantId, async (tx) => {
        const wish = await openWish(tx, refundId)
        const refund = await findRefund(tx, { refundId })
        const sellerId = (await merchantRow(tx))?.sellerId ?? null
        if (wish === null || refund === null || sellerId === null) return null
        const named = { orderNo: refund.orderNo, refundNo: refund.refundNo, state: refund.state }
        const obstacle = obstacleTo(wish.wanted, refund)
        const ids = wish.wanted.want === 'refund_refused' ? wish.wanted.photoIds : []
        const pictures = await refusalPictures(tx, refundId, ids)
        return { ...wish, sellerId, pictures, obstacle, ...named }
      }),
    refresh: ({ sellerId, orderNo }) => refreshRefund(services, { sellerId, merchantId }, orderNo),
    tell: (open) => {
      const { asked, wanted, obstacle } = open
      // a case that the marketplace shows no more, since the order has a newer one, is not compared with what is asked
      if (obstacle !== null) {
        return db.tenant(merchantId, (tx) => refuseWish(tx, refundId, asked, obstacle, clock.now()))
      }
      return (TELL[wanted.want] as Tell<WantedOfRefund['want']>)(services, open, wanted)
    },
    refuse: ({ asked, wanted }, refusal) =>
      db.tenant(merchantId, (tx) => refuseWish(tx, refundId, asked, `${REFUSED[wanted.want]}${refusal}`, clock.now())),
  })
}

const payload = z.object({ subjectId: id })

/** The job that a request for a case wakes. */
export const reconcileRefundJob: JobHandler = (job, services) =>
  reconcileRefund(services, job.merchantId, payload.parse(job.payload).subjectId)
