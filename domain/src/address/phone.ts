import { CONTACT_PHONE_PATTERN } from '../validation.ts'
import { CUT, type Span } from './pasted-text.ts'
import { isPersonName } from './person-name.ts'

interface FoundNumber extends Span {
  readonly number: string
  /** What is dialled after it, of a number that stands for the buyer's own; empty without one. */
  readonly extension: string
  readonly isMobile: boolean
}

/** The digits of a mobile number in the groups people write: 3-4-4, 3-8, 7-4, 3-3-5 or none. */
const MOBILE = String.raw`1[3-9]\d(?:[ -]\d{4}[ -]\d{4}|[ -]\d{8}|\d{4}[ -]\d{4}|[ -]\d{3}[ -]\d{5}|\d{8})`
const AREA = String.raw`(?:10|2\d|[3-9]\d{2})`
const LOCAL = String.raw`\d{3,4}[ -]?\d{4}`
const COUNTRY = String.raw`\(?(?:\+|00)?86\)?[ -]?`
/** 18400000000-8431, …转8431, …#8431, …[8431]: a dash could begin a door as well, so that three digits must stand by themselves. */
const EXTENSION = String.raw`(?: *(?:转|分机号?|ext\.?) *:? *(\d{1,6})(?!\d)| *#(\d{1,6})(?![\d号栋室])|-(\d{3,6})(?![^\s,;|/()[\]])|\[(\d{1,6})\])`
/** Neither the beginning nor the end may lie inside a longer number. */
const FREE_START = String.raw`(?<![\d+]|\d[-*])`
const FREE_END = String.raw`(?!\d|-\d|\*|\s*(?:转|分机|ext)|[[(#]\d{1,6}(?!\d))`

const NUMBER_END = `(?:${EXTENSION}|${FREE_END})`

const MOBILE_PATTERN = new RegExp(`${FREE_START}(?:${COUNTRY})?(${MOBILE})${NUMBER_END}`, 'gi')
const LANDLINE_PATTERN = new RegExp(
  `${FREE_START}(?:\\((0${AREA})\\)[ -]?|(0${AREA})([ -]?)|${COUNTRY}(${AREA})[ -])(${LOCAL})${NUMBER_END}`,
  'gi',
)
const SERVICE_PATTERN = new RegExp(
  `${FREE_START}(400[ -]?\\d{3}[ -]?\\d{4}|400[ -]\\d{4}[ -]\\d{3})${NUMBER_END}`,
  'gi',
)

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** The extension among the last groups of a match. */
const extensionOf = (match: RegExpExecArray): string => match.slice(-4).find((group) => group !== undefined) ?? ''

function findMobiles(text: string): FoundNumber[] {
  return [...text.matchAll(MOBILE_PATTERN)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    number: digitsOf(match[1] ?? ''),
    extension: extensionOf(match),
    isMobile: true,
  }))
}

function findServiceNumbers(text: string): FoundNumber[] {
  return [...text.matchAll(SERVICE_PATTERN)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    number: digitsOf(match[1] ?? ''),
    extension: extensionOf(match),
    isMobile: false,
  }))
}

function findLandlines(text: string): FoundNumber[] {
  return [...text.matchAll(LANDLINE_PATTERN)].map((match) => {
    const [whole, inBrackets, withZero, separator, withoutZero, local = ''] = match
    const area = inBrackets ?? withZero ?? `0${withoutZero ?? ''}`
    const dash = withZero !== undefined && separator === '' ? '' : '-'
    return {
      start: match.index,
      end: match.index + whole.length,
      number: `${area}${dash}${digitsOf(local)}`,
      extension: extensionOf(match),
      isMobile: false,
    }
  })
}

/** Cities with an area code of three digits have numbers of eight. */
const isPlausible = ({ number }: FoundNumber): boolean =>
  CONTACT_PHONE_PATTERN.test(number) && !/^0(?:10|2\d)-?\d{7}$/.test(number)

function allNumbers(text: string): FoundNumber[] {
  const found: FoundNumber[] = []
  for (const candidate of [...findMobiles(text), ...findServiceNumbers(text), ...findLandlines(text)]) {
    const isFree = found.every(({ start, end }) => candidate.end <= start || candidate.start >= end)
    if (isFree && isPlausible(candidate)) found.push(candidate)
  }
  return found
}

const LABEL_BEFORE =
  /[[(]?(?:(?:联系|收货|收件|寄件|移动|固定|手机)?(?:电话|手机|座机|固话|号码|方式)(?:号码|号)?(?:[/,]?(?:电话|手机))?|tel(?:ephone)?|phone|mobile|mob)[\])]?[ \n]*[:=.]?[ \n]*[[(]?$/i

/** The stretch with the label in front of it and the bracket it opened. */
function withLabel(text: string, { start, end }: Span): Span {
  const label = LABEL_BEFORE.exec(text.slice(Math.max(0, start - 24), start))
  if (!label) return { start, end }
  const closes = /[[(]$/.test(label[0]) && /[\])]/.test(text.charAt(end)) ? 1 : 0
  return { start: start - label[0].length, end: end + closes }
}

/** A number to call, as the contact phone is stored, with every stretch of the text that says it. */
export interface FoundPhone {
  readonly contactPhone: string
  /** What is dialled after it, or null. */
  readonly extension: string | null
  readonly spans: readonly Span[]
}

/**
 * The one number to call in a text that went through `plain`, by the form that the validation asks for: a mobile
 * number without signs, a landline with its area code, or a 400 number.
 * A mobile number goes before a landline, since a courier sends messages to it.
 * @returns null when there is none, or several of which none goes first, or one with several extensions
 */
export function findPhone(text: string): FoundPhone | null {
  const numbers = allNumbers(text)
  const mobiles = numbers.filter(({ isMobile }) => isMobile)
  const eligible = mobiles.length > 0 ? mobiles : numbers
  const distinct = new Set(eligible.map(({ number }) => digitsOf(number)))
  const extensions = new Set(eligible.map(({ extension }) => extension).filter((extension) => extension !== ''))
  const [first] = eligible
  if (!first || distinct.size !== 1 || extensions.size > 1) return null
  const [extension = null] = extensions
  return { contactPhone: first.number, extension, spans: eligible.map((found) => withLabel(text, found)) }
}

const BRACKETED = /\[(\d{3,4})\]/g
const LAST_WORD = /[\u4e00-\u9fff·]+$/

/** The extension that marketplaces write behind the name of whoever has a number for the time being: 王小明[8431]. */
export function extensionBesideName(text: string): string | null {
  const beside = [...text.matchAll(BRACKETED)].filter(({ index }) =>
    isPersonName(LAST_WORD.exec(text.slice(Math.max(0, index - LONGEST_NAME), index))?.[0] ?? ''),
  )
  const [extension, ...others] = new Set(beside.map(([, digits]) => digits))
  return others.length === 0 ? (extension ?? null) : null
}

const LONGEST_NAME = 20

/** The text without the extension in square brackets, wherever it is repeated. */
export const withoutExtension = (text: string, extension: string): string =>
  text.replaceAll(`[${extension}]`, (mark) => CUT.repeat(mark.length))
