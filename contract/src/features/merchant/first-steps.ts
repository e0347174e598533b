import * as z from 'zod'
import { read, write } from '../../call.ts'
import { nothing } from '../../shapes.ts'

/** 绑定店铺 · 添加地址 · 登记一卷封袋 · 质检第一台 · 上架第一台 · 添加员工 */
export const firstStep = z.enum(['shop', 'addresses', 'bags', 'inspection', 'listing', 'staff'])

const STAFF_EDIT = '/api/emp/edit'

/** Whoever can do one of the steps. */
const MAY_DO_ONE = {
  anyOf: [
    '/api/xyAccount/bind',
    '/api/address/edit',
    '/api/ext/sealBag/registerRoll',
    '/xySaasDetect/detRecord/addDetectRecord',
    '/api/goods/publish',
    STAFF_EDIT,
  ],
}

/** The first ten minutes of a merchant: what has to be there before a phone can be sold, worked out of what is there. */
export const openingSteps = {
  get: read({
    path: '/api/ext/firstSteps/get',
    title: '开店步骤',
    live: ['listing', 'inspection', 'people', 'shop', 'address', 'start'],
    access: MAY_DO_ONE,
    input: z.strictObject({}),
    output: z.strictObject({
      /** True once all steps are done, or the merchant has put the list away. */
      isOver: z.boolean(),
      steps: z.array(
        z.strictObject({
          key: firstStep,
          isDone: z.boolean(),
          /** Whether the caller can do it. */
          isMine: z.boolean(),
        }),
      ),
      /** Which kinds of address there are. */
      hasShipAddress: z.boolean(),
      hasReturnAddress: z.boolean(),
      /** The merchant said that nobody else works here. */
      isAlone: z.boolean(),
    }),
    example: {},
  }),
  settle: write({
    path: '/api/ext/firstSteps/settle',
    title: '开店步骤：我一个人干、收起',
    /** For the whole merchant, so for whoever decides who works here. */
    access: { anyOf: [STAFF_EDIT] },
    /** `alone`: nobody else works here; `withOthers` takes that back; `putAway`: the list is not shown any more. */
    input: z.strictObject({ choice: z.enum(['alone', 'withOthers', 'putAway']) }),
    output: nothing,
    example: { choice: 'alone' },
  }),
} as const
