import * as z from 'zod'
import { read } from '../call.ts'
import { menuNode } from '../menu.ts'
import { moment } from '../shapes.ts'

const option = z.strictObject({ value: z.string(), label: z.string() })

export interface RegionNode {
  code: string
  name: string
  children?: RegionNode[]
}
const regionNode: z.ZodType<RegionNode> = z.lazy(() =>
  z.strictObject({ code: z.string(), name: z.string(), children: z.array(regionNode).exactOptional() }),
)

/** Specification §7, Merchant: what the shell and the home page live on. */
export const merchant = {
  dataDict: read({
    path: '/api/mch/dataDict',
    title: '数据字典',
    access: 'signedIn',
    input: z.strictObject({}),
    /** Every code with its Chinese label, by name of the dictionary; screens hold none of their own. */
    output: z.strictObject({ version: z.string(), dictionaries: z.record(z.string(), z.array(option)) }),
    example: {},
  }),
  menu: read({
    path: '/api/mch/menu',
    title: '菜单',
    access: 'signedIn',
    input: z.strictObject({ needMenu: z.union([z.literal(1), z.literal('1')]).optional() }),
    output: z.strictObject({ menu: z.array(menuNode) }),
    example: { needMenu: 1 },
  }),
  business: read({
    path: '/api/mch/business',
    title: '经营概览',
    access: 'signedIn',
    input: z.strictObject({}),
    output: z.strictObject({
      /** One card a kind of waiting work; only what the caller's grants let them open. */
      todos: z.array(
        z.strictObject({
          key: z.enum([
            'draft',
            'awaiting_photos',
            'awaiting_seal',
            'listable',
            'awaiting_payment',
            'awaiting_shipment',
          ]),
          label: z.string(),
          count: z.int(),
          /** The list this card leads to, with its filter. */
          link: z.string(),
          /** The nearest deadline among them, where there is one. */
          nearestDeadline: moment.nullable(),
        }),
      ),
    }),
    example: {},
  }),
  city: read({
    path: '/api/mch/city',
    title: '省市区',
    access: 'signedIn',
    input: z.strictObject({}),
    output: z.strictObject({ version: z.string(), regions: z.array(regionNode) }),
    example: {},
  }),
} as const
