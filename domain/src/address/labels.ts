import { CUT, cutOut, PHONE_CUT, type Span } from './pasted-text.ts'
import { isPersonName } from './person-name.ts'
import { higherNamesAt } from './region-match.ts'

const NAME_WORDS =
  '(?:收货|收件|联系|寄件|发件|退货)人?(?:姓名|名字|名称)|(?:收货|收件|联系|寄件|发件|退货)人|姓名|名字'
const PLACE_WORDS =
  '(?:所在|收货|收件|寄件|发货|退货|联系|详细|具体|公司|店铺|家庭|街道)?(?:地区|区域|地址|住址)|(?:所在)?省市区县?|省份|城市|区县|街道'
/** Those that are no part of an address themselves, as 街道 may be. */
const BARE_PLACE_WORDS = '(?:所在|收货|收件|寄件|发货|退货|联系|详细|具体)?(?:地区|地址|住址)'
const POST_CODE = /\[?(?:邮政编码|邮编)\]?[ \n]*[:=]?[ \n]*(?:\d{6}(?!\d))?/g
/** Stands where an address has no post code. */
const NO_POST_CODE = /(?<![^\s,;\ue000\ue001])000000(?![^\s,;\ue000\ue001])/g

const labelled = (words: string) => new RegExp(`\\[(?:${words})\\][ ]*:?|(?:${words})[ ]*[:=]`, 'g')
/** A label without a colon counts at the beginning of a word only. */
const leading = (words: string) => new RegExp(`(?<![^\\s,;|/\\ue000\\ue001])(?:${words})`, 'g')

const spanOf = (match: RegExpExecArray): Span => ({ start: match.index, end: match.index + match[0].length })

const cutAll = (text: string, spans: Iterable<Span>): string =>
  [...spans].reduce((rest, span) => cutOut(rest, span, CUT), text)

/** 地址广东省…: the words before a region, or before a space, say what follows. */
function isPlaceLabel(text: string, { end }: Span): boolean {
  const next = text.charAt(end)
  return next === ' ' || next === '\n' || next === CUT || higherNamesAt(text, end).length > 0
}

/** The text without the words that announce a place or a post code; what they announce stays, but for the post code. */
export function withoutPlaceLabels(text: string): string {
  const without = cutAll(text, [...text.matchAll(POST_CODE), ...text.matchAll(NO_POST_CODE)].map(spanOf))
  const rest = cutAll(without, [...without.matchAll(labelled(PLACE_WORDS))].map(spanOf))
  const bare = [...rest.matchAll(leading(BARE_PLACE_WORDS))].map(spanOf)
  return cutAll(
    rest,
    bare.filter((span) => isPlaceLabel(rest, span)),
  )
}

const EMPTY_NAME = new RegExp(
  `\\[(?:${NAME_WORDS})\\] *:?(?=\\s*(?:[${PHONE_CUT}${CUT}]|$))|(?:${NAME_WORDS}) *[:=](?=\\s*(?:[${PHONE_CUT}${CUT}]|$))`,
  'g',
)

/** The text without labels of a name behind which none stands. */
export const withoutEmptyNameLabels = (text: string): string => cutAll(text, [...text.matchAll(EMPTY_NAME)].map(spanOf))

const END = `[\\s,;|/${PHONE_CUT}${CUT}]`
/** 唐小明收, 唐小明（收）; the 收 of 丰收 or 代收 is part of its word. */
const RECEIVING = new RegExp(
  `(?<=^|${END}|[()\\[\\]])([\\u4e00-\\u9fff·]+?)( *[(\\[]?)(?<![丰回签代查接验])收(?=[)\\]]?(?:${END}|$))`,
  'g',
)
const RECEIVER_SIGN = /(?<!\S)收 *:/g

/** The text without 收 beside the name of whoever receives, each sign of it a space. */
export const withoutReceiving = (text: string): string =>
  text
    .replace(RECEIVER_SIGN, (sign) => ' '.repeat(sign.length))
    .replace(RECEIVING, (all, name: string, gap: string) => (isPersonName(name) ? `${name}${gap} ` : all))

const LONGEST_NAME = 20
const NAME_END = new RegExp(`[\\n,;|/()\\[\\]${PHONE_CUT}${CUT}]`)
const FOREIGN_NAME = /^[A-Za-z][A-Za-z .'-]*$/

/** Where the name ends inside what stands after its label: 张三 广东省… ends at the space, Li Lei and 王 小明 do not. */
function nameLength(value: string, text: string, start: number): number {
  const space = value.search(/ /)
  if (space < 0 || FOREIGN_NAME.test(value)) return value.length
  const joined = value.replace(/ /g, '')
  const second = space + (/[^ ]/.exec(value.slice(space))?.index ?? 0)
  const isSplitName = space <= 2 && isPersonName(joined) && higherNamesAt(text, start + second).length === 0
  return isSplitName ? value.length : space
}

interface NamedSpan extends Span {
  readonly contactName: string
}

function valueAfter(text: string, label: Span, hasSign: boolean): NamedSpan | null {
  const gap = /^ *\n? */.exec(text.slice(label.end))?.[0].length ?? 0
  const start = label.end + gap
  const rest = text.slice(start)
  const stop = rest.search(NAME_END)
  const value = (stop < 0 ? rest : rest.slice(0, stop)).trimEnd()
  const length = nameLength(value, text, start)
  const contactName = FOREIGN_NAME.test(value) ? value : value.slice(0, length).replace(/ /g, '')
  const isFine = contactName.length > 0 && contactName.length <= LONGEST_NAME && !/\d/.test(contactName)
  // 收货人要求… without a colon is a sentence, and a place is nobody's name.
  const isName = isFine && (hasSign || gap > 0 || isPersonName(contactName)) && !beginsLikePlace(contactName)
  return isName ? { start: label.start, end: start + length, contactName } : null
}

/** 广东省深圳市… after a name's label is the address: the name was left empty. */
const beginsLikePlace = (text: string): boolean => higherNamesAt(text, 0).some(({ isFull }) => isFull)

/** A name that a label announces, with the stretch of label and name. */
export interface LabelledName extends Span {
  readonly contactName: string
}

/**
 * The name after 收货人, 姓名 and the like in a text that went through `plain`.
 * @returns null when there is none, or two different ones
 */
export function findLabelledName(text: string): LabelledName | null {
  const signed = [...text.matchAll(labelled(NAME_WORDS))].map(spanOf)
  const bare = [...text.matchAll(leading(NAME_WORDS))]
    .map(spanOf)
    .filter(({ start }) => signed.every((other) => start < other.start || start >= other.end))
  const found = [
    ...signed.map((label) => valueAfter(text, label, true)),
    ...bare.map((label) => valueAfter(text, label, false)),
  ].filter((name) => name !== null)
  const [first] = found
  return first && found.every(({ contactName }) => contactName === first.contactName) ? first : null
}
