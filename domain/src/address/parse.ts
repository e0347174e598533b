import { findLabelledName, withoutEmptyNameLabels, withoutPlaceLabels, withoutReceiving } from './labels.ts'
import { CUT, cutOut, PHONE_CUT, plain } from './pasted-text.ts'
import { isPersonName } from './person-name.ts'
import { extensionBesideName, findPhone, withoutExtension } from './phone.ts'
import { withoutBarePostCode } from './post-code.ts'
import { findRegionIn, higherNamesAt, isPlaceName } from './region-match.ts'

/** What a pasted address says; null stands for what could not be told for certain. */
export interface ParsedAddress {
  readonly contactName: string | null
  /** As the validation of a contact phone asks for it. */
  readonly contactPhone: string | null
  /** What is dialled after a number that stands for the buyer's own; it stands at the end of the detail as well. */
  readonly phoneExtension: string | null
  /** Six digits, of a region with nothing below it. */
  readonly regionCode: string | null
  /** Everything that is none of the others, in its order; last, in square brackets, the extension of the number. */
  readonly detail: string | null
}

interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
}

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/[^\s,;|/()[\]:\ue000\ue001]+/g)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }))

const isBesidePhone = (text: string, { start, end }: Word): boolean =>
  /\ue000[\s,;|/:()[\]]*$/.test(text.slice(0, start)) || /^[\s,;|/:()[\]]*\ue000/.test(text.slice(end))

const hasOwnLine = (text: string, { start, end }: Word): boolean =>
  /(?:^|\n) *$/.test(text.slice(0, start)) && /^[ ,;]*(?:\n|$)/.test(text.slice(end))

/** The first word of all counts as a name when a sign, the number or the region ends it. */
function isHeading(text: string, { start, end }: Word): boolean {
  if (/[^\s,;\ue001]/.test(text.slice(0, start))) return false
  const next = /^ *[,;|/\n\ue000\ue001]/.test(text.slice(end))
  const gap = /^ +/.exec(text.slice(end))?.[0].length ?? 0
  return next || (gap > 0 && higherNamesAt(text, end + gap).length > 0)
}

/** The only word that must be the name: before the region if there is one there, else after it. */
function findName(text: string, regionStart: number): Word | null {
  const words = wordsOf(text)
  const names = words.filter(
    (word) =>
      isPersonName(word.text) &&
      !isPlaceName(word.text) &&
      (isHeading(text, word) || isBesidePhone(text, word) || hasOwnLine(text, word)),
  )
  const before = names.filter(({ start }) => start < regionStart)
  if (before.length > 0) return before.length === 1 ? (before[0] ?? null) : null
  const [only, ...others] = names
  // A last word alone behind the region may be its detail.
  return only && others.length === 0 && words.length > 1 ? only : null
}

/** What was not taken out, in the signs it was written with but for digits and letters, which become half-width. */
function restOf(text: string, original: string): string {
  let rest = ''
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charAt(at)
    if (unit === PHONE_CUT || unit === CUT || /\s/.test(unit)) rest += ' '
    else rest += /[A-Za-z0-9#-]/.test(unit) ? unit : original.charAt(at)
  }
  return rest
    .replace(/[(（[【][\s,，;；:：]*[)）\]】]/g, ' ')
    .replace(/ +/g, ' ')
    .replace(/ ?([,，;；、。])(?: ?[,，;；、。])* ?/g, '$1')
    .replace(/^[\s,，;；、。:：|/>=.\-－]+/, '')
    .replace(/[\s,，;；、。:：|/>=.\-－]+$/, '')
}

/**
 * Reads a pasted address: who, which number, which county and where in it, in whatever order and with whatever signs
 * and labels people paste. What it cannot tell for certain stays null, and everything that remains is the detail
 * (screens, /merchant/address).
 */
export function parseAddress(text: string): ParsedAddress {
  let rest = plain(text)
  const phone = findPhone(rest)
  for (const span of phone?.spans ?? []) rest = cutOut(rest, span, PHONE_CUT)
  const phoneExtension = phone && (phone.extension ?? extensionBesideName(rest))
  if (phoneExtension !== null) rest = withoutExtension(rest, phoneExtension)
  rest = withoutReceiving(rest)
  const labelled = findLabelledName(rest)
  if (labelled) rest = cutOut(rest, labelled, CUT)
  rest = withoutEmptyNameLabels(rest)
  rest = withoutPlaceLabels(rest)
  const region = findRegionIn(rest)
  for (const span of region?.spans ?? []) rest = cutOut(rest, span, CUT)
  const named = labelled ? null : findName(rest, region?.spans[0]?.start ?? rest.length)
  if (named) rest = cutOut(rest, named, CUT)
  if (region) rest = withoutBarePostCode(rest, region.code, CUT)
  const detail = restOf(rest, text) + (phoneExtension === null ? '' : `[${phoneExtension}]`)
  return {
    contactName: labelled?.contactName ?? named?.text ?? null,
    contactPhone: phone?.contactPhone ?? null,
    phoneExtension,
    regionCode: region?.code ?? null,
    detail: detail || null,
  }
}
