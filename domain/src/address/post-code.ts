import { cutOut, type Span } from './pasted-text.ts'

/** The first two digits of the post codes of each province, by the first two of its division code; 港澳台 have none. */
const POST_CODES: ReadonlyMap<string, string> = new Map([
  ['11', '10'],
  ['12', '30'],
  ['13', '05 06 07'],
  ['14', '03 04'],
  ['15', '01 02 13 16'],
  ['21', '11 12'],
  ['22', '13'],
  ['23', '15 16'],
  ['31', '20'],
  ['32', '21 22'],
  ['33', '31 32'],
  ['34', '23 24'],
  ['35', '35 36'],
  ['36', '33 34'],
  ['37', '25 26 27'],
  ['41', '45 46 47'],
  ['42', '43 44'],
  ['43', '41 42'],
  ['44', '51 52'],
  ['45', '53 54'],
  ['46', '57'],
  ['50', '40'],
  ['51', '61 62 63 64'],
  ['52', '55 56'],
  ['53', '65 66 67'],
  ['54', '85'],
  ['61', '71 72'],
  ['62', '73 74'],
  ['63', '81'],
  ['64', '75'],
  ['65', '83 84'],
])

const SIGN = String.raw`[\s,;|/()\[\]:\ue000\ue001]`
const AT_EITHER_END = new RegExp(`^${SIGN}*(\\d{6})(?=${SIGN})(?! *[号栋幢楼室])|(?<=${SIGN})(\\d{6})${SIGN}*$`, 'dg')

/**
 * The text without a post code that nothing announces: six digits by themselves, first or last of what remains of an
 * address whose province has post codes that begin so. Six digits elsewhere may be a door.
 */
export function withoutBarePostCode(text: string, regionCode: string, mark: string): string {
  const begins = POST_CODES.get(regionCode.slice(0, 2))?.split(' ') ?? []
  return [...text.matchAll(AT_EITHER_END)]
    .flatMap((match): Span[] => {
      const [start, end] = match.indices?.[1] ?? match.indices?.[2] ?? [0, 0]
      return begins.includes(text.slice(start, start + 2)) ? [{ start, end }] : []
    })
    .reduce((rest, span) => cutOut(rest, span, mark), text)
}
