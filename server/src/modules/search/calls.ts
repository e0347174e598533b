import { extSearch } from '@huanji/contract/calls/search'
import { type CodeKind, classifyCode, codesToFind } from '@huanji/domain/codes/classify'
import { handlers } from '../../gateway/handler.ts'
import { CODE_PLACES } from './code-places.ts'
import { HITS_OF_A_KIND_MAX, type Hit, holdsAny, type Place } from './hit.ts'
import { WORD_PLACES } from './word-places.ts'

const KIND_LABELS: Readonly<Record<CodeKind, string>> = {
  imei: 'IMEI',
  meid: 'MEID',
  barCode: '条码',
  bagCode: '封袋码',
  inspectionNo: '质检编号',
  batchNo: '批次号',
  orderNo: '订单号',
  billNo: '账单号',
  waybill: '运单号',
  simCard: 'SIM卡号',
  product: '商品条码',
  unknown: '未知编码',
}

/** What words look like that may be a code: no code of the trade is shorter, and each has a digit. */
const CODE = /^(?=.*\d)[\w-]{5,64}$/
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
  const codes = codesToFind(words).filter((code) => CODE.test(code))
  const asCode = CODE_PLACES.flatMap((place) => codes.map((wanted) => ({ place, wanted })))
  const asWords = CERTAIN.has(kind) ? [] : WORD_PLACES.map((place) => ({ place, wanted: words }))
  return { kind, asked: [...asCode, ...asWords] }
}

/** At most so many of a kind, and no place twice. */
function fewOfEach(found: readonly Hit[]): Hit[] {
  const links = new Set<string>()
  const counts = new Map<string, number>()
  return found.filter(({ kind, link }) => {
    const count = counts.get(kind) ?? 0
    if (count >= HITS_OF_A_KIND_MAX || links.has(link)) return false
    links.add(link)
    counts.set(kind, count + 1)
    return true
  })
}

/** The one box that finds anything; it looks only where the person may go. */
export const searchGroup = handlers(extSearch, {
  find: async ({ tx, actor }, { words }) => {
    const { kind, asked } = readWords(words)
    const permitted = asked.filter(({ place }) => holdsAny(actor, place.grants))
    const found: Hit[] = []
    for (const { place, wanted } of permitted) {
      const hits = await place.hitsOf(tx, wanted, actor)
      found.push(...hits.map((hit) => ({ kind: place.kind, ...hit })))
    }
    const searched = [...new Set(permitted.map(({ place }) => place.kind))]
    return { kind, kindLabel: KIND_LABELS[kind], searched, hits: fewOfEach(found) }
  },
})
