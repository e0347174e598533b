import * as z from 'zod'
import { read, write } from '../../call.ts'
import { moment, nameText, text } from '../../shapes.ts'

const RENAME = '/api/ext/merchant/rename'

const profile = z.strictObject({
  /** What buyers read on every report, and people choose by when they work for several merchants. */
  merchantName: z.string(),
  /** The merchant's number on the marketplace. */
  sellerId: z.int(),
  signedUpAt: moment,
})

/** 商家资料: what a merchant is called. */
export const merchantInfo = {
  info: read({
    path: '/api/ext/merchant/info',
    title: '商家资料',
    live: ['people'],
    access: { anyOf: [RENAME] },
    input: z.strictObject({}),
    output: profile,
    example: {},
  }),
  rename: write({
    path: RENAME,
    title: '修改商家名称',
    /** `from` is the name that the person saw: a colleague may have changed it since. */
    input: z.strictObject({ merchantName: nameText(40), from: text(40) }),
    output: profile,
    refusals: ['NAME_CHANGED'],
    audit: '修改商家名称',
    example: { merchantName: '示例商家', from: '示例商家' },
  }),
} as const
