import { REFUND_REASONS } from '@huanji/domain/refunds/reasons'
import * as z from 'zod'
import { changedSince, channel, countedBy, id, moment, oneOrMany, paging, soughtCode, text } from '../../shapes.ts'
import { refundKind, refundState } from './rows.ts'

/** What the list of after-sale cases filters by. */
export const refundFilter = {
  ...paging,
  state: refundState.optional(),
  channel: oneOrMany(channel).optional(),
  kind: oneOrMany(refundKind).optional(),
  shopAccountId: oneOrMany(id).optional(),
  /** First level of the reason, by its code (`@huanji/domain/refunds/reasons`). */
  reasonCode: oneOrMany(z.enum(REFUND_REASONS.map(({ code }) => code))).optional(),
  modelId: oneOrMany(z.string().max(60)).optional(),
  /** A scanned code of any kind: case, order, waybill of any of its parcels, a code of its phone, a bag. */
  code: soughtCode.optional(),
  keyword: text(60).optional(),
  /** True for the cases that wait for the merchant: whose end by the clock would be the merchant's doing. */
  awaitsMerchant: z.boolean().optional(),
  /** True for the cases whose payment waits for a second person. */
  awaitsApproval: z.boolean().optional(),
  /** True for the cases whose payment the caller may agree to. */
  approvable: z.boolean().optional(),
  /** True for the cases whose parcel is on its way back and of which no phone was scanned in. */
  notReceived: z.boolean().optional(),
  /** True for the cases of which the marketplace refused an answer for good, until somebody has decided about it. */
  refused: z.boolean().optional(),
  openedFrom: moment.optional(),
  openedTo: moment.optional(),
  ...changedSince,
  ...countedBy(['channel', 'kind', 'shopAccountId', 'reasonCode', 'modelId']),
}
