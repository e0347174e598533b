import { codesIn } from '@huanji/domain/codes/sought'
import * as z from 'zod'
import { read } from '../../call.ts'

/** So many codes are looked for at once. */
export const SEARCHED_MAX = 20

/** 机型 · 质检 · 批次 · 商品 · 订单 · 售后 · 封袋 · 一机一档 · 员工 */
export const foundKind = z.enum([
  'model',
  'inspection',
  'batch',
  'listing',
  'order',
  'refund',
  'bag',
  'phone',
  'employee',
])

/** Beyond the specification: the one box that finds anything by a code, a model, a buyer or a name. */
export const codeSearch = {
  find: read({
    path: '/api/ext/search/find',
    title: '快速查找',
    access: 'signedIn',
    rate: 'search',
    input: z.strictObject({
      /** A code of any kind or the end of a phone's, several codes parted by commas, blanks or lines, what a model is called, a buyer, a colleague by name, pinyin or the end of the phone number. */
      words: z
        .string()
        .trim()
        .min(1)
        .max(64 * SEARCHED_MAX)
        .refine((words) => words.length <= 64 || codesIn(words).length > 1, '字数不能超过64'),
    }),
    output: z.strictObject({
      /** What the words are as a code. */
      kind: z.string(),
      kindLabel: z.string(),
      /** What was looked for: the kinds that the caller may open and the words could mean. */
      searched: z.array(foundKind),
      /**
       * Places the caller may open, likeliest kind first, at most five of a kind, twenty where the end of a code may be of
       * several phones. Of several codes each has its likeliest place, in their order.
       */
      hits: z.array(
        z.strictObject({
          kind: foundKind,
          title: z.string(),
          subtitle: z.string(),
          link: z.string(),
          /** Which of several codes leads there; absent where one thing was looked for. */
          code: z.string().optional(),
        }),
      ),
      /** Those of several codes that lead nowhere. */
      notFound: z.array(z.string()),
      /** How many codes were not looked for, because there were more than twenty. */
      leftOutCount: z.int(),
    }),
    example: { words: '490154203237518' },
  }),
} as const
