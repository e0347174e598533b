import * as z from 'zod'
import { read, write } from '../../call.ts'
import { sortOf } from '../../columns/define-columns.ts'
import { REFUSAL_PHOTOS_MAX } from '../../constants.ts'
import { fen, filledText, id, listOf, optionCounts, stateCounts, text } from '../../shapes.ts'
import { refundFilter } from './refund-list.ts'
import {
  ASKING_REFUSALS,
  changedRefund,
  NO_REFUND,
  named,
  refundColumns,
  refundDetail,
  refundRow,
  verdictPlan,
} from './rows.ts'

const REFUND = '/api/refund/v1'

/** The calls of after-sale (docs/specification.md §7; docs/domain.md §7). */
export const refund = {
  list: read({
    path: `${REFUND}/list`,
    title: '售后列表',
    live: ['refund'],
    input: z.strictObject({
      ...refundFilter,
      /** Newest first without it. One that the state does not have, or whose column the caller may not see, is ignored. */
      sort: sortOf(refundColumns).optional(),
    }),
    output: listOf(refundRow).extend({
      counts: stateCounts,
      ...optionCounts,
      sort: sortOf(refundColumns).nullable(),
    }),
    ids: ['shopAccountId'],
    example: {},
  }),
  /** 严选: NOT_FOUND for a case of the auction market. */
  detail: read({
    path: `${REFUND}/detail`,
    title: '严选售后详情',
    live: ['refund'],
    input: z.strictObject({ refundId: id }),
    output: refundDetail,
    refusals: ['NOT_FOUND'],
    ids: ['refundId'],
    example: { refundId: NO_REFUND },
  }),
  /** 鱼市: NOT_FOUND for a case of the curated channel. */
  auctionDetail: read({
    path: `${REFUND}/detail_yushi`,
    title: '鱼市售后详情',
    live: ['refund'],
    input: z.strictObject({ refundId: id }),
    output: refundDetail,
    refusals: ['NOT_FOUND'],
    ids: ['refundId'],
    example: { refundId: NO_REFUND },
  }),
  agree: write({
    path: `${REFUND}/agree`,
    title: '同意退款',
    audit: '同意售后',
    keepsEmpties: true,
    /** Asked of the marketplace; so once that says so. Above the caller's limit it waits for a second person. */
    input: z.strictObject({
      ...named,
      /** As the caller saw it: another one by now is refused. Left out by whoever may not see money. */
      amountFen: fen.optional(),
      /** Where the phone is to be sent; empty where nothing travels, or to give the address later. */
      addressId: z.union([id, z.literal('')]).default(''),
      note: text(200).default(''),
    }),
    output: changedRefund,
    refusals: [...ASKING_REFUSALS, 'REFUND_AMOUNT_CHANGED', 'ADDRESS_NOT_FOUND', 'REFUND_ADDRESS_NEEDED'],
    ids: ['refundId', 'addressId'],
    example: { refundId: NO_REFUND },
  }),
  refuse: write({
    path: `${REFUND}/refuse`,
    title: '拒绝退款',
    audit: '拒绝售后',
    input: z.strictObject({
      ...named,
      /** One of `reasons`. */
      reason: filledText(60),
      explanation: filledText(200),
      /** Finished uploads, in the order they are shown. */
      uploadIds: z.array(id).max(REFUSAL_PHOTOS_MAX).default([]),
      /** True to refuse without a picture although another phone came back than the one sold, or the reason says so. */
      confirmWithoutPhoto: z.boolean().default(false),
    }),
    output: changedRefund,
    refusals: [
      ...ASKING_REFUSALS,
      'REFUND_REASON_INVALID',
      'REFUND_PHOTO_NEEDED',
      'MARKETPLACE_UNAVAILABLE',
      'PHOTO_INVALID',
      'UPLOAD_EXPIRED',
      'UPLOAD_MISSING',
    ],
    ids: ['refundId', 'uploadIds'],
    example: { refundId: NO_REFUND, reason: '商品与描述一致', explanation: '发货前已拍照留存' },
  }),
  confirm: write({
    path: `${REFUND}/confirm`,
    title: '确认收货',
    audit: '确认收货',
    /**
     * The phone is back and was re-checked: the marketplace pays the buyer, or for 换货 waits for the other phone. Above the
     * caller's limit it waits for a second person.
     */
    input: z.strictObject({
      ...named,
      amountFen: fen.optional(),
      /** True to pay although a phone differs from what was sold, or was not re-checked; the note then says why. */
      confirmDifferent: z.boolean().default(false),
      note: text(200).default(''),
    }),
    output: changedRefund,
    refusals: [
      ...ASKING_REFUSALS,
      'REFUND_AMOUNT_CHANGED',
      'REFUND_NOT_RECEIVED',
      'REFUND_NOT_RECHECKED',
      'REFUND_REASON_INVALID',
    ],
    ids: ['refundId'],
    example: { refundId: NO_REFUND },
  }),
  takePlan: write({
    path: `${REFUND}/confirm_yushi`,
    title: '选平台判定的办法',
    audit: '选平台判定的办法',
    keepsEmpties: true,
    input: z.strictObject({
      ...named,
      plan: verdictPlan,
      /** What the plan pays as the caller saw it. */
      amountFen: fen.optional(),
      note: text(200).default(''),
    }),
    output: changedRefund,
    refusals: [...ASKING_REFUSALS, 'REFUND_PLAN_CHANGED'],
    ids: ['refundId'],
    example: { refundId: NO_REFUND, plan: 'keep' },
  }),
  remark: write({
    path: `${REFUND}/remark`,
    title: '售后备注',
    audit: '售后备注',
    input: z.strictObject({ ...named, remark: text(200).default('') }),
    output: changedRefund,
    refusals: ['NOT_FOUND', 'VERSION_CONFLICT'],
    ids: ['refundId'],
    example: { refundId: NO_REFUND, remark: '已电话联系买家' },
  }),
} as const
