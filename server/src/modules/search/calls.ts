import { codeSearch, SEARCHED_MAX } from '@huanji/contract/features/search/calls'
import { type CodeKind, classifyCode, codesToFind } from '@huanji/domain/codes/classify'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import { codesIn, soughtIn } from '@huanji/domain/codes/sought'
import { type CallContext, handlers } from '../../gateway/handler.ts'
import { CODE_PLACES } from './code-places.ts'
import { ENDING_OF_A_KIND_MAX, HITS_OF_A_KIND_MAX, type Hit, holdsAny, type Place } from './hit.ts'
import { WORD_PLACES } from './word-places.ts'

const KIND_LABELS: Readonly<Record<CodeKind, string>> = {
  imei: 'IMEI',
  meid: 'MEID',
  barCode: '条码',
  bagCode: '封袋码',
  inspectionNo: '质检单号',
  batchNo: '批次号',
  orderNo: '订单号',
  billNo: '账单号',
  waybill: '运单号',
  simCard: 'SIM卡号',
  product: '商品条码',
  unknown: '未知编码',
}

/** What words look like that may be a code, each of which has a digit, or the last digits of one. */
const ENDS_OR_CODE = /^(?:(?=.*\d)[\w-]{5,64}|\d{4})$/
/** Kinds whose form leaves no doubt, so that nobody can have meant a model, a buyer or a colleague. */
const CERTAIN: ReadonlySet<CodeKind> = new Set<CodeKind>([
  ...(['imei', 'meid', 'barCode', 'inspectionNo', 'batchNo', 'orderNo', 'billNo', 'simCard'] as const),
])

/** A question to one place. */
interface Asked {
  readonly place: Place
  readonly wanted: string
}

/** What words may mean, and where each meaning is looked for. */
function readWords(words: string): { readonly kind: CodeKind; readonly asked: readonly Asked[] } {
  const { kind } = classifyCode(words)
  const asWords = CERTAIN.has(kind) ? [] : WORD_PLACES.map((place) => ({ place, wanted: words }))
  return { kind, asked: [...askedOfCode(words), ...asWords] }
}

/** Where a code is looked for, in each form that it may be kept in. */
function askedOfCode(code: string): Asked[] {
  const codes = codesToFind(code).filter((one) => ENDS_OR_CODE.test(one))
  return CODE_PLACES.flatMap((place) => codes.map((wanted) => ({ place, wanted })))
}

/** At most so many of a kind, and no place twice. */
function fewOfEach(found: readonly Hit[], max: number): Hit[] {
  const links = new Set<string>()
  const counts = new Map<string, number>()
  return found.filter(({ kind, link }) => {
    const count = counts.get(kind) ?? 0
    if (count >= max || links.has(link)) return false
    links.add(link)
    counts.set(kind, count + 1)
    return true
  })
}

type Call = Pick<CallContext, 'tx' | 'actor'>

/** Several codes in one text, each with what it may be kept as; null where the text is no list of codes. */
function severalCodes(words: string): readonly string[] | null {
  const codes = codesIn(words)
  return codes.length > 1 && codes.every((code) => ENDS_OR_CODE.test(normaliseCode(code))) ? codes : null
}

/** The likeliest place of one code; null where it leads nowhere. */
async function placeOf(code: string, { tx, actor }: Call): Promise<Hit | null> {
  for (const { place, wanted } of askedOfCode(code)) {
    if (!holdsAny(actor, place.grants)) continue
    const [hit] = await place.hitsOf(tx, wanted, actor)
    if (hit) return { kind: place.kind, ...hit }
  }
  return null
}

async function findSeveral(codes: readonly string[], call: Call) {
  const hits: (Hit & { readonly code: string })[] = []
  const notFound: string[] = []
  for (const code of codes.slice(0, SEARCHED_MAX)) {
    const hit = await placeOf(code, call)
    if (hit) hits.push({ ...hit, code })
    else notFound.push(code)
  }
  const searched = CODE_PLACES.filter(({ grants }) => holdsAny(call.actor, grants)).map(({ kind }) => kind)
  return {
    kind: 'unknown',
    kindLabel: KIND_LABELS.unknown,
    searched: [...new Set(searched)],
    hits,
    notFound,
    leftOutCount: Math.max(0, codes.length - SEARCHED_MAX),
  }
}

/** The one box that finds anything; it looks only where the person may go. */
export const searchGroup = handlers(codeSearch, {
  find: async ({ tx, actor }, { words }) => {
    const several = severalCodes(words)
    if (several) return findSeveral(several, { tx, actor })
    const { kind, asked } = readWords(words)
    const permitted = asked.filter(({ place }) => holdsAny(actor, place.grants))
    const found: Hit[] = []
    for (const { place, wanted } of permitted) {
      const hits = await place.hitsOf(tx, wanted, actor)
      found.push(...hits.map((hit) => ({ kind: place.kind, ...hit })))
    }
    const searched = [...new Set(permitted.map(({ place }) => place.kind))]
    const max = soughtIn(words)?.ends.length ? ENDING_OF_A_KIND_MAX : HITS_OF_A_KIND_MAX
    return { kind, kindLabel: KIND_LABELS[kind], searched, hits: fewOfEach(found, max), notFound: [], leftOutCount: 0 }
  },
})
