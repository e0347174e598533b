import * as z from 'zod'
import { read } from '../call.ts'
import { scannedCode } from '../shapes.ts'

/** Beyond the specification: the one box that takes any code and tells codes apart. */
export const extSearch = {
  code: read({
    path: '/api/ext/search/code',
    title: '快速查找',
    access: 'signedIn',
    rate: 'search',
    input: z.strictObject({ code: scannedCode }),
    output: z.strictObject({
      kind: z.string(),
      kindLabel: z.string(),
      /** Places the caller may open, most likely first. */
      hits: z.array(z.strictObject({ title: z.string(), subtitle: z.string(), link: z.string() })),
    }),
    example: { code: '490154203237518' },
  }),
} as const
