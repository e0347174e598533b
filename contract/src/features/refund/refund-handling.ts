import * as z from 'zod'
import { read, write } from '../../call.ts'
import { RECHECK_PHOTOS_MAX } from '../../constants.ts'
import { requestCalls } from '../../request-calls.ts'
import { answers, id, scannedCode, text, version } from '../../shapes.ts'
import { uploadForm, uploadKind } from '../inspection/photo.ts'
import { confirmSharedWaybill } from '../order/order.ts'
import { ASKING_REFUSALS, changedRefund, NO_REFUND, named, recheckOutcome, refundPicture, refundRow } from './rows.ts'

const REFUND = '/api/refund/v1'
const CHANGING_REFUSALS = ['NOT_FOUND', 'VERSION_CONFLICT', 'STATE_CHANGED'] as const

const READING = { anyOf: [`${REFUND}/detail`, `${REFUND}/detail_yushi`] }
const PAYING = { anyOf: [`${REFUND}/agree`, `${REFUND}/confirm`, `${REFUND}/confirm_yushi`] }
const PHOTOS = { anyOf: [`${REFUND}/refuse`, '/api/ext/refund/recheck'] }
const REQUEST_GRANTS = { anyOf: [...PAYING.anyOf, `${REFUND}/refuse`, '/api/ext/refund/resend'] }

const receiptDifference = z.enum(['OTHER_PHONE', 'OTHER_BAG', 'NO_BAG'])

/** A scan that does not fit what was sold: nothing has changed; ask, and send it again with `confirmDifferent`. */
const receiptWarning = z.strictObject({
  /** Of the first difference; the message tells of all. */
  code: receiptDifference,
  message: z.string(),
  differences: z.array(z.strictObject({ code: receiptDifference, message: z.string() })),
})

/**
 * Beyond the specification: what is done with a case's parcels here, and the second person's decision. Each takes the
 * right to the channel's detail as well.
 */
export const refundHandling = {
  refuseReasons: read({
    path: '/api/ext/refund/refuseReasons',
    title: '拒绝原因',
    beyond:
      "a case by any code; phones scanned in and looked at again; the marketplace's reasons; pictures of ours and of the buyer",
    access: { anyOf: [`${REFUND}/refuse`] },
    input: z.strictObject({ refundId: id }),
    output: z.strictObject({
      /** As the marketplace gives them for this order, without those that contradict what is known of the case. */
      reasons: z.array(z.string()),
      /** The others, each with why it cannot be given. */
      withheld: z.array(z.strictObject({ reason: z.string(), why: z.string() })),
    }),
    refusals: ['NOT_FOUND', 'MARKETPLACE_UNAVAILABLE'],
    ids: ['refundId'],
    example: { refundId: NO_REFUND },
  }),
  receive: write({
    path: '/api/ext/refund/receive',
    title: '退货签收',
    beyond:
      "a case by any code; phones scanned in and looked at again; the marketplace's reasons; pictures of ours and of the buyer",
    audit: '退货签收',
    /** One phone of the parcel, scanned with the bag that it came in. */
    input: z.strictObject({
      ...named,
      /** The phone that was sold; without it the one whose code was scanned. */
      unitId: id.optional(),
      unitCode: scannedCode,
      /** Empty where the phone came without one. */
      bagCode: z.string().trim().max(64).default(''),
      confirmDifferent: z.boolean().default(false),
    }),
    output: changedRefund.extend({ warning: receiptWarning.nullable() }),
    refusals: [...CHANGING_REFUSALS, 'UNIT_NOT_IN_ORDER', 'REFUND_UNIT_RECEIVED', 'REFUND_UNIT_OURS'],
    ids: ['refundId', 'unitId'],
    example: { refundId: NO_REFUND, unitCode: '490154203237518' },
  }),
  recheck: write({
    path: '/api/ext/refund/recheck',
    title: '退货复检',
    beyond:
      "a case by any code; phones scanned in and looked at again; the marketplace's reasons; pictures of ours and of the buyer",
    audit: '退货复检',
    input: z.strictObject({
      ...named,
      unitId: id,
      outcomes: z.array(recheckOutcome).min(1).max(5),
      /** The answers of the template that the phone was sold by, as it is now; items left out are as sold. */
      answers: answers.default({}),
      note: text(500).default(''),
      uploadIds: z.array(id).max(RECHECK_PHOTOS_MAX).default([]),
    }),
    output: changedRefund,
    refusals: [
      ...CHANGING_REFUSALS,
      'REFUND_NOT_RECEIVED',
      'ANSWERS_INVALID',
      'PHOTO_INVALID',
      'PHOTO_LIMIT',
      'UPLOAD_EXPIRED',
      'UPLOAD_MISSING',
    ],
    ids: ['refundId', 'unitId', 'uploadIds'],
    example: { refundId: NO_REFUND, unitId: NO_REFUND, outcomes: ['asSold'] },
  }),
  resend: write({
    path: '/api/ext/refund/resend',
    title: '售后补发',
    beyond: 'parcels of a case that leave',
    access: { anyOf: ['/api/ext/refund/resend'] },
    audit: '售后补发',
    /** The parcel that ends 换货 or 补发/维修; told to the marketplace. */
    input: z.strictObject({
      ...named,
      carrierCode: z.string().max(20),
      waybill: z.string().trim().max(40),
      confirmSharedWaybill,
      /** The phone that goes out for 换货, and its bag. */
      unitCode: z.string().trim().max(64).default(''),
      bagCode: z.string().trim().max(64).default(''),
    }),
    output: changedRefund,
    refusals: [
      ...ASKING_REFUSALS,
      'CARRIER_UNKNOWN',
      'WAYBILL_INVALID',
      'WAYBILL_SHARED',
      'BAG_MISSING',
      'REPLACEMENT_NEEDED',
      'UNIT_NOT_FOUND',
      'UNIT_TAKEN',
      'UNIT_LISTED_ELSEWHERE',
      'UNIT_OF_OTHER_SHOP',
      'UNIT_NOT_READY',
      'UNIT_SKU_DIFFERS',
      'UNIT_GRADE_BELOW',
      'REPORT_EXPIRED',
      'BAG_MISMATCH',
    ],
    ids: ['refundId'],
    example: { refundId: NO_REFUND, carrierCode: 'SF', waybill: 'SF1234567890123' },
  }),
  sendBack: write({
    path: '/api/ext/refund/sendBack',
    title: '拒退寄回',
    beyond: 'parcels of a case that leave',
    access: { anyOf: ['/api/ext/refund/resend'] },
    audit: '拒退寄回',
    /** The refused phone on its way back to the buyer; recorded here, the marketplace has no call for it. */
    input: z.strictObject({
      ...named,
      carrierCode: z.string().max(20),
      waybill: z.string().trim().max(40),
      confirmSharedWaybill,
    }),
    output: changedRefund,
    refusals: [...CHANGING_REFUSALS, 'CARRIER_UNKNOWN', 'WAYBILL_INVALID', 'WAYBILL_SHARED'],
    ids: ['refundId'],
    example: { refundId: NO_REFUND, carrierCode: 'SF', waybill: 'SF1234567890123' },
  }),
  approve: write({
    path: '/api/ext/refund/approve',
    title: '批准退款',
    beyond: "a payment above one person's limit waits for a second person",
    access: PAYING,
    audit: '批准退款',
    /** By somebody else than who asked, with the right to what was asked and a limit that covers it. */
    input: z.strictObject({ refundId: id, approvalId: id, version: version.optional(), note: text(200).default('') }),
    output: changedRefund,
    refusals: [
      ...ASKING_REFUSALS,
      'TASK_NOT_GRANTED',
      'REFUND_AMOUNT_CHANGED',
      'REFUND_PLAN_CHANGED',
      'REFUND_LIMIT_TOO_LOW',
      'REFUND_OWN_REQUEST',
      'REFUND_APPROVAL_GONE',
    ],
    ids: ['refundId', 'approvalId'],
    example: { refundId: NO_REFUND, approvalId: NO_REFUND },
  }),
  decline: write({
    path: '/api/ext/refund/decline',
    title: '不批准退款',
    beyond: "a payment above one person's limit waits for a second person",
    access: PAYING,
    audit: '不批准退款',
    /** Also by who asked, who takes it back that way. */
    input: z.strictObject({ refundId: id, approvalId: id, note: text(200).default('') }),
    output: changedRefund,
    refusals: ['NOT_FOUND', 'TASK_NOT_GRANTED', 'REFUND_APPROVAL_GONE'],
    ids: ['refundId', 'approvalId'],
    example: { refundId: NO_REFUND, approvalId: NO_REFUND },
  }),
  ...requestCalls({
    path: '/api/ext/refund',
    what: '售后',
    access: REQUEST_GRANTS,
    input: z.strictObject({ refundId: id }),
    refusals: ['TASK_NOT_GRANTED', 'REFUND_LIMIT_TOO_LOW'],
    ids: ['refundId'],
    example: { refundId: NO_REFUND },
  }),
  getUploadSign: write({
    path: '/api/ext/refund/getUploadSign',
    title: '售后照片上传凭证',
    beyond:
      "a case by any code; phones scanned in and looked at again; the marketplace's reasons; pictures of ours and of the buyer",
    access: PHOTOS,
    rate: 'upload',
    /** As `getUploadSign` of photographs, for a case. */
    input: z.strictObject({ refundId: id, ...uploadKind }),
    output: uploadForm,
    refusals: ['NOT_FOUND', 'STATE_CHANGED', 'PHOTO_LIMIT', 'UPLOAD_EXPIRED'],
    ids: ['refundId', 'uploadId'],
    example: { refundId: NO_REFUND, contentType: 'image/jpeg', sizeBytes: 1000 },
  }),
  fetchEvidence: write({
    path: '/api/ext/refund/fetchEvidence',
    title: '重新获取买家凭证',
    beyond:
      "a case by any code; phones scanned in and looked at again; the marketplace's reasons; pictures of ours and of the buyer",
    access: READING,
    /** Asks again for the buyer's pictures that could not be fetched. */
    input: z.strictObject({ refundId: id }),
    output: z.strictObject({ evidence: z.array(refundPicture) }),
    refusals: ['NOT_FOUND'],
    ids: ['refundId'],
    example: { refundId: NO_REFUND },
  }),
  open: read({
    path: '/api/ext/refund/open',
    title: '按编码查找售后',
    beyond:
      "a case by any code; phones scanned in and looked at again; the marketplace's reasons; pictures of ours and of the buyer",
    access: { anyOf: [`${REFUND}/list`] },
    /** The cases that a scanned code points at, open ones first, at most 20: a parcel that came back names its case. */
    input: z.strictObject({ code: scannedCode }),
    output: z.strictObject({
      refunds: z.array(
        refundRow.pick({
          refundId: true,
          refundNo: true,
          channel: true,
          kind: true,
          state: true,
          stateText: true,
          title: true,
        }),
      ),
    }),
    example: { code: 'SF1234567890123' },
  }),
} as const
