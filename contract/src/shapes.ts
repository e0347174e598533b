import { CHANNELS } from '@huanji/domain/channel'
import * as z from 'zod'
import { FILTER_VALUES_MAX } from './constants.ts'

/** Shapes that many calls share. Limits here are the ones that keep a single request small. */

/** An id made by the application: UUIDv7 in lower case. */
export const id = z.uuid()

/** Money: an integer number of fen, never negative on the wire. */
export const fen = z.int().min(0).max(9_999_999_900)

/** What is left of amounts in fen, or their sum, which may be negative: any number of them go in, so no single amount's limit holds. */
export const signedFen = z.int()

/** There was no year 0, and the database refuses it. */
const FOUR_DIGIT_YEAR = /^[1-9]/

/** A moment: ISO 8601 in UTC. Screens show it in Asia/Shanghai. */
export const moment = z.iso.datetime({ precision: 3 }).regex(FOUR_DIGIT_YEAR, '年份不正确')

/** A calendar day in Asia/Shanghai, `yyyy-MM-dd`. */
export const day = z.iso.date().regex(FOUR_DIGIT_YEAR, '年份不正确')

/** Half of a character that takes two: no database keeps it. */
export const NO_LONE_SURROGATE = /^\P{Surrogate}*$/u

/** Trimmed text of at most `max` characters, whole ones, without control characters other than line breaks. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
    .regex(/^[^\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f]*$/, '含有不能使用的控制字符')
    .regex(NO_LONE_SURROGATE, '含有不完整的字符')

/** Text that must hold at least one character. */
export const filledText = (max: number) => text(max).min(1)

/** Characters that nobody sees and that mean nothing: they come along with what is pasted. */
const ZERO_WIDTH = /[\u00ad\u180e\u200b\u2060\ufeff]/g

/** Neither control characters and line breaks, nor marks that turn the direction of what is written. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const ONE_LINE = /^[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*$/

/** Nothing, or something that can be seen: joiners, selectors and fillers alone are nothing to read, nor is Braille's blank. */
export const EMPTY_OR_SEEN = /^$|[^\s\p{Default_Ignorable_Code_Point}\p{Control}\p{Format}\u2800]/u

/** The same, but for line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const LINES = /^[^\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*$/

/** Text that is read as it is written: composed, trimmed, without zero-width characters, which are taken out. */
const plainText = (max: number, allowed: RegExp, refused: string) =>
  z
    .string()
    .overwrite((written) => written.normalize('NFC').replace(ZERO_WIDTH, '').trim())
    .max(max)
    .regex(allowed, refused)
    .regex(NO_LONE_SURROGATE, '含有不完整的字符')
    .regex(EMPTY_OR_SEEN, '请填写能看见的文字')

/**
 * Text of one line that people read and know things by. What would make it look like something else is refused; the joiners
 * inside an emoji stay.
 */
export const lineText = (max: number) =>
  plainText(max, ONE_LINE, '不能换行，也不能含有控制字符或改变文字方向的字符，请删去后重新输入')

/** The same of several lines. */
export const linesText = (max: number) =>
  plainText(max, LINES, '不能含有控制字符或改变文字方向的字符，请删去后重新输入')

/** A name, or other text of one line that must hold something to read. */
export const nameText = (max: number) => lineText(max).min(1)

/** A scanned or pasted code before it is told apart: kept short so that a stuck scanner cannot flood us. */
export const scannedCode = z.string().trim().min(1).max(64)

/** The version of an editable thing; an edit names the version it was made from. */
export const version = z.int().min(1).max(2_147_483_647)

/** The trade's two channels in the word of the code: 鱼市 and 严选. A call that needs one is always told which. */
export const channel = z.enum(CHANNELS)

/** One value of a list's filter, or up to 50 of them: a row has any of these. */
export const oneOrMany = <Value extends z.ZodType>(value: Value) =>
  z.union([value, z.array(value).min(1, '请至少选择一项').max(FILTER_VALUES_MAX)], {
    error: ({ input }) =>
      Array.isArray(input) && input.length > FILTER_VALUES_MAX ? `最多选择 ${FILTER_VALUES_MAX} 项` : undefined,
  })

/**
 * The part of a list's input for programs that follow it: what changed since, that moment included, in the order of its
 * changes (`updatedAt`, id) whatever `sort` says. Whoever goes on from the last row's `updatedAt` asks for some minutes before
 * it as well: a change that was committed late stands before what was read already.
 */
export const changedSince = { updatedFrom: moment.optional() }

/** A code that a list is filtered by, or up to 50 of them: whole, or the last four to eight digits of a phone's. */
export const soughtCode = oneOrMany(z.string().trim().max(64))

/** A condition grade, best to worst. */
export const grade = z.enum(['NEW', '99', '95', '90', '80', '70', 'E', 'X'])

/** A phone in stock, or one that was: its codes, and what it is. */
export const unitNames = {
  unitId: id,
  barCode: z.string(),
  imei: z.string(),
  imei2: z.string(),
  meid: z.string(),
  sn: z.string(),
  modelName: z.string(),
  skuText: z.string(),
  grade: grade.nullable(),
}

/** What an inspector ticked: item code → option codes, and the typed value of an input item. */
export const answers = z.record(
  z.string().max(8),
  z.strictObject({ options: z.array(z.string().max(12)).max(12), value: text(40).optional() }),
)

/** The paging part of every list's input; `cursor` comes from the previous answer and makes any depth cost the same. */
export const paging = {
  page: z.int().min(1).max(100_000).default(1),
  pageSize: z.int().min(1).max(200).default(20),
  cursor: z.string().max(400).optional(),
}

/**
 * A list's answer. `total` counts up to 10 000 and is exact below; above, `totalIsCapped` is true and the UI shows 10000+.
 * `nextCursor`/`previousCursor` are null at the ends.
 */
export const listOf = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({
    list: z.array(row),
    total: z.int().min(0),
    totalIsCapped: z.boolean(),
    page: z.int(),
    pageSize: z.int(),
    nextCursor: z.string().nullable(),
    previousCursor: z.string().nullable(),
  })

/** Counts behind the status tabs of a list: state → rows, capped like `total`. */
export const stateCounts = z.record(z.string(), z.int().min(0))

/**
 * The part of a list's input that asks how many rows there are for each value of one of its filters, all other filters
 * applied and that one left out. `names` are the filters that can be counted.
 */
export const countedBy = <const Name extends string>(names: readonly [Name, ...Name[]]) => ({
  countBy: z.enum(names).optional(),
})

/**
 * The part of a list's answer that says how many rows there are for each value of the filter that `countBy` named: value
 * → rows, each counted up to TAB_COUNT_CAP. A value that is not there is of no row under any filter, or it was not counted
 * because the list is long and no index has its rows together. Null where nothing was to be counted.
 */
export const optionCounts = { optionCounts: stateCounts.nullable() }

/** An answer without content. */
export const nothing = z.strictObject({})

const share = z.number().min(0).max(1)

/**
 * Circles and arrows drawn over a photograph to show a defect. Points are shares of its width and height, from the upper
 * left corner: a circle spans the rectangle of its two points, an arrow points from the first to the second.
 */
export const photoMarks = z
  .array(z.strictObject({ shape: z.enum(['circle', 'arrow']), x1: share, y1: share, x2: share, y2: share }))
  .max(20)

/** A photograph as a screen shows it; addresses are signed and expire. */
export const photoView = z.strictObject({
  photoId: id,
  url: z.string(),
  thumbUrl: z.string(),
  width: z.int(),
  height: z.int(),
  position: z.string().nullable(),
  itemCode: z.string().nullable(),
  optionCode: z.string().nullable(),
  internal: z.boolean(),
  takenAt: moment,
  takenBy: z.string(),
  reusedFrom: z.string().nullable(),
  marks: photoMarks,
})

/** One line of a thing's history, newest last. */
export const historyLine = z.strictObject({
  at: moment,
  who: z.string(),
  action: z.string(),
  actionLabel: z.string(),
  fromState: z.string().nullable(),
  toState: z.string().nullable(),
  note: z.string(),
})

/** What can be asked of the marketplace for a listing, for an order (shipped, another price, closed), or for an after-sale case. */
export const requestWant = z.enum([
  'on_sale',
  'edited',
  'change_price',
  'stock',
  'offer_accepted',
  'offer_refused',
  'off_shelf',
  'deleted',
  'shipped',
  'closed',
  'refund_agreed',
  'refund_refused',
  'return_confirmed',
  'plan_taken',
  'goods_resent',
])

/**
 * What somebody asked of the marketplace and what became of it: `pending` until the marketplace's side is so, with the
 * reason while it has to wait; `refused` when it never will be, until a person repeats it or gives it up.
 */
export const requestView = z.strictObject({
  want: requestWant,
  state: z.enum(['pending', 'refused']),
  requestedAt: moment,
  problem: z.string(),
})
