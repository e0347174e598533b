import * as z from 'zod'
import { read, write } from '../../call.ts'
import { sortOf } from '../../columns/define-columns.ts'
import {
  countedBy,
  id,
  listOf,
  moment,
  oneOrMany,
  optionCounts,
  paging,
  scannedCode,
  soughtCode,
  text,
} from '../../shapes.ts'
import { bagAction, bagRecordColumns, bagRecordRow, bagState } from './rows.ts'

/** What a scanned bag may be used for: 可用 · 已用于一台手机 · 已作废 · 未登记 */
export const bagAvailability = z.enum(['free', 'used', 'voided', 'unknown'])

const NO_ID = '01890000-0000-7000-8000-000000000000'

export const sealBag = {
  records: read({
    path: '/xySaasDetect/sealBag/GetSealBagList',
    title: '封袋绑定记录',
    live: ['inspection'],
    input: z.strictObject({
      ...paging,
      bagCode: soughtCode.optional(),
      code: soughtCode.optional(),
      state: bagState.optional(),
      action: oneOrMany(bagAction).optional(),
      operatorId: oneOrMany(id).optional(),
      from: moment.optional(),
      to: moment.optional(),
      ...countedBy(['action', 'operatorId']),
      sort: sortOf(bagRecordColumns).optional(),
    }),
    output: listOf(bagRecordRow).extend({ ...optionCounts, sort: sortOf(bagRecordColumns).nullable() }),
    ids: ['operatorId'],
    example: {},
  }),
} as const

/** Beyond the specification: rolls must be known before a bag of them can be bound. */
export const bagRoll = {
  registerRoll: write({
    path: '/api/ext/sealBag/registerRoll',
    title: '登记一卷封袋',
    beyond: "封袋码不存在或不属于本商家 can only be said when the merchant's rolls are known",
    input: z.strictObject({ firstCode: scannedCode, count: z.int().min(1).max(2000) }),
    output: z.strictObject({ firstCode: z.string(), lastCode: z.string(), count: z.int() }),
    refusals: ['BAG_INVALID', 'BAG_ROLL_OVERLAP'],
    example: { firstCode: 'HJ00000001', count: 10 },
  }),
  voidRoll: write({
    path: '/api/ext/sealBag/voidRoll',
    title: '这卷不用了',
    beyond: 'a roll that was registered by mistake, lost or torn',
    /** Whoever may register a roll may take one back that nobody has used. */
    access: { anyOf: ['/api/ext/sealBag/registerRoll'] },
    input: z.strictObject({ firstCode: scannedCode, count: z.int().min(1).max(2000) }),
    output: z.strictObject({ firstCode: z.string(), lastCode: z.string(), count: z.int() }),
    refusals: ['BAG_INVALID', 'BAG_ROLL_USED'],
    example: { firstCode: 'HJ00000001', count: 10 },
  }),
  stock: read({
    path: '/api/ext/sealBag/stock',
    title: '封袋余量',
    beyond: 'what is left of the bags, roll by roll',
    live: ['inspection'],
    /** Whoever reads the record of binding, and whoever needs bags for work. */
    access: {
      anyOf: [
        '/xySaasDetect/sealBag/GetSealBagList',
        '/api/ext/sealBag/bind',
        '/xySaasDetect/detRecord/addDetectRecord',
      ],
    },
    input: z.strictObject({}),
    output: z.strictObject({
      /** Bags that are registered and unused, counted to 10,000. */
      leftCount: z.int(),
      leftIsCapped: z.boolean(),
      /** Bags that were bound in the last so many days. */
      usedCount: z.int(),
      usedDays: z.int(),
      /** For how many days what is left lasts at that pace, rounded down; null where none was bound. */
      daysLeft: z.int().nullable(),
      /** New bags are wanted soon. */
      isLow: z.boolean(),
      /** The newest rolls with what is left of each. */
      rolls: z.array(
        z.strictObject({
          firstCode: z.string(),
          lastCode: z.string(),
          count: z.int(),
          leftCount: z.int(),
          /** The first bag of the roll that is unused; null for one that is used up. */
          nextCode: z.string().nullable(),
        }),
      ),
    }),
    example: {},
  }),
  check: read({
    path: '/api/ext/sealBag/check',
    title: '核对封袋码',
    beyond:
      'a bag is judged when it is scanned, not when the inspection is submitted: free, used for which phone, voided, or unknown',
    /** A bag is scanned by whoever submits an inspection with it and by whoever seals the unit afterwards. */
    access: { anyOf: ['/api/ext/sealBag/bind', '/xySaasDetect/detRecord/addDetectRecord'] },
    input: z.strictObject({ bagCode: scannedCode }),
    output: z.strictObject({
      bagCode: z.string(),
      availability: bagAvailability,
      /** The record whose unit the bag is held for or was bound to; null for a bag that is free. */
      inspectionId: id.nullable(),
      inspectionNo: z.string(),
    }),
    refusals: ['BAG_INVALID'],
    example: { bagCode: 'HJ00000001' },
  }),
  bind: write({
    path: '/api/ext/sealBag/bind',
    title: '绑定或更换封袋',
    beyond: 'a phone is sealed after its photographs, often by somebody else than the inspector',
    input: z.strictObject({
      inspectionId: id,
      bagCode: scannedCode,
      /** Needed when the unit already has a bag: the old one is voided with this reason. */
      replaceReason: text(100).default(''),
    }),
    output: z.strictObject({ inspectionId: id, bagCode: z.string(), inspectionState: z.string() }),
    refusals: [
      'NOT_FOUND',
      'BAG_INVALID',
      'BAG_USED',
      'BAG_UNKNOWN',
      'BAG_ALREADY_BOUND',
      'BAG_TOO_EARLY',
      'GRADE_NOT_ALLOWED',
      'STATE_CHANGED',
    ],
    ids: ['inspectionId'],
    example: { inspectionId: NO_ID, bagCode: 'HJ00000001' },
  }),
} as const
