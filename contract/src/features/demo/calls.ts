import * as z from 'zod'
import { read, write } from '../../call.ts'
import { channel, id, moment } from '../../shapes.ts'
import { phone } from '../auth/calls.ts'

const account = z.strictObject({
  phone,
  name: z.string(),
  post: z.string(),
  merchantName: z.string(),
})

/** What a simulated buyer does needs the stand-in marketplace. */
const REFUSED = ['DEMO_ONLY', 'DEMO_NOTHING_ON_SALE', 'MARKETPLACE_REFUSED', 'MARKETPLACE_UNAVAILABLE'] as const

/**
 * What makes a demo easy to try: accounts to step into, the codes that would have gone to phones, and buyers who do what
 * they are asked. Outside of a demo, and for visitors from another site, there is none of it.
 */
export const demoCorner = {
  corner: read({
    path: '/api/ext/demo/corner',
    title: '演示：账号',
    access: 'public',
    input: z.strictObject({}),
    output: z.strictObject({
      isDemo: z.boolean(),
      /** Whether codes stay in the demo's inbox, and whether buyers are simulated. */
      hasInbox: z.boolean(),
      hasBuyers: z.boolean(),
      accounts: z.array(account),
      /** That of all accounts; empty without any. */
      password: z.string(),
    }),
    example: {},
  }),
  inbox: read({
    path: '/api/ext/demo/inbox',
    title: '演示：短信收件箱',
    access: 'public',
    input: z.strictObject({ phone }),
    /** The newest messages to this phone, newest first. */
    output: z.strictObject({
      messages: z.array(z.strictObject({ text: z.string(), code: z.string(), sentAt: moment })),
    }),
    refusals: ['DEMO_ONLY'],
    example: { phone: '13800138000' },
  }),
  sale: write({
    path: '/api/ext/demo/sale',
    title: '演示：模拟一笔成交',
    access: 'signedIn',
    input: z.strictObject({}),
    /** The goods that were put on sale last were bought and paid for. */
    output: z.strictObject({ listingId: id, title: z.string(), channel, orderNo: z.string() }),
    refusals: REFUSED,
    example: {},
  }),
  claim: write({
    path: '/api/ext/demo/claim',
    title: '演示：模拟买家退货',
    access: 'signedIn',
    input: z.strictObject({}),
    /** The buyer of the order that was shipped last wants to send the goods back. */
    output: z.strictObject({ orderId: id, title: z.string(), channel, orderNo: z.string() }),
    refusals: ['DEMO_ONLY', 'DEMO_NOTHING_SHIPPED', 'MARKETPLACE_REFUSED', 'MARKETPLACE_UNAVAILABLE'],
    example: {},
  }),
} as const
