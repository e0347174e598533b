import { z } from 'zod'
import { countUnits } from './units.ts'

/** Order numbers have 19 or more digits, beyond what a JSON number holds exactly: always text (docs/open-platform.md §1.6). */
export const ORDER_NO_PATTERN = /^\d{19,}$/

export const orderNoSchema = z.string().regex(ORDER_NO_PATTERN, '订单号应为19位以上数字')

/** Ids are int64 and travel as JSON numbers; one beyond 2^53 is refused instead of being rounded (docs/open-platform.md §1.6). */
export const idSchema = z.int().positive()

/** An id whose JSON type the platform leaves open: read as text or number, kept as text (docs/open-platform.md §1.6, §6). */
export const looseIdSchema = z.union([z.string(), z.number()]).transform((value) => String(value))

/** An amount in fen, never negative. */
export const fenSchema = z.int().min(0)

/** Prices of goods: 1 … 9 999 999 900 fen (docs/open-platform.md §3.3). */
export const MAX_PRICE_FEN = 9_999_999_900
export const priceFenSchema = z.int().min(1).max(MAX_PRICE_FEN)

/** Unix seconds; 0 means "not reached yet" (docs/open-platform.md §5.3). */
export const unixSecondsSchema = z.int().min(0)

/** `[from, to]` in Unix seconds, both included. */
export const timeRangeSchema = z.tuple([unixSecondsSchema, unixSecondsSchema])

/** `page_no` and `page_size` of every paged call: 1–100 each, 1 and 50 when left out (docs/open-platform.md §1.4). */
export const pageRequestShape = {
  page_no: z.int().min(1).max(100).optional(),
  page_size: z.int().min(1).max(100).optional(),
}

export const DEFAULT_PAGE_SIZE = 50

/** The paging fields a list answers with. */
export const pageAnswerShape = { count: z.int(), page_no: z.int(), page_size: z.int() }

/** The `data` of a call that only says "done". The platform sends `{}`, or leaves it out. */
export const emptyDataSchema = z.unknown().transform(() => ({}))

/** Text limited in units, where a Chinese character counts 2 (docs/open-platform.md §3.3). */
export function unitTextSchema(minUnits: number, maxUnits: number) {
  return z.string().refine(
    (text) => {
      const units = countUnits(text)
      return units >= minUnits && units <= maxUnits
    },
    { error: `长度应为${minUnits}至${maxUnits}个字符（汉字按2个计）` },
  )
}
