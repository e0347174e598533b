import { INSPECTION_NO_PATTERN } from '@huanji/domain/codes/formats'
import { REPORT_NUMBER_LINE } from '@huanji/domain/listing-texts'
import { ANSWER_TYPES, type CuratedReport } from '../protocol/reports.ts'
import type { SandboxContext } from './context.ts'
import type { EntryDocument, ProductDocument } from './documents.ts'
import { shopOf } from './goods.ts'

/** What reports call their number; those that 1.0.0 sent have the second name. */
const NUMBER_LINES: readonly string[] = [REPORT_NUMBER_LINE, '质检编号']

const isNumberLine = ({ question_name }: { readonly question_name: string }): boolean =>
  NUMBER_LINES.includes(question_name)

/** How a product's condition reads, by its number (docs/open-platform.md §3.1). */
const CONDITIONS: Readonly<Record<number, string>> = {
  100: '全新',
  [-1]: '准新',
  99: '99新',
  95: '95新',
  90: '9成新',
  80: '8成新',
  70: '7成新',
  60: '6成新',
  50: '5成新及以下',
}

export interface ReportLine {
  readonly name: string
  readonly answer: string
  readonly note: string
  readonly isException: boolean
  readonly images: readonly string[]
}

export interface ReportGroup {
  readonly name: string
  readonly lines: readonly ReportLine[]
}

/** An inspection report as buyers read it, whichever channel it came by. */
export interface BuyerReport {
  readonly title: string
  readonly degree: string
  readonly summary: string
  /** Number, code, person and time, as far as the merchant gave them. */
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly groups: readonly ReportGroup[]
  readonly images: readonly string[]
  /** The item that it belongs to, once it is published. */
  readonly itemId: number | null
}

/** How a product's condition reads; empty for one that says nothing of it. */
export const conditionOf = ({ fields }: ProductDocument): string => CONDITIONS[fields.stuff_status ?? 0] ?? ''

/** The newest entry of an item: its report is the one that counts. */
export const entryOfItem = ({ store }: SandboxContext, itemId: string): EntryDocument | undefined =>
  newestEntry(store.all('entry').filter((entry) => String(entry.itemId) === itemId))

const newestEntry = (entries: EntryDocument[]): EntryDocument | undefined =>
  entries.sort((a, b) => b.createdMs - a.createdMs || b.entryId - a.entryId)[0]

/** A shop's product by the item that it is published as. */
export const productOfItem = ({ store }: SandboxContext, itemId: string): ProductDocument | undefined =>
  store.all('product').find((one) => String(one.itemId) === itemId)

/** The report of an item: that of its auction, or the one that a curated product came with. */
export function reportOfItem(context: SandboxContext, itemId: string): BuyerReport | undefined {
  const entry = entryOfItem(context, itemId)
  if (entry) return reportOfEntry(context, entry)
  const product = productOfItem(context, itemId)
  return product && reportOfProduct(product)
}

/** The report with a number; the newest where goods were offered again. */
export function reportByNumber(context: SandboxContext, number: string): BuyerReport | undefined {
  const has = ({ report }: EntryDocument) =>
    report.items.some((item) => isNumberLine(item) && item.answer_name === number)
  const entry = newestEntry(context.store.all('entry').filter(has))
  if (entry) return reportOfEntry(context, entry)
  const [product] = context.store
    .all('product')
    .filter((one) => curatedNumber(one) === number)
    .sort((a, b) => b.createdMs - a.createdMs || b.productId - a.productId)
  return product && reportOfProduct(product)
}

/** Which number a curated product's report has: its own line, or the merchant's code where that is one. */
function curatedNumber({ fields }: ProductDocument): string | null {
  const report = fields.report_data?.yx_3c
  if (!report) return null
  const line = report.report_items.find(isNumberLine)
  if (line) return line.answer_name
  return INSPECTION_NO_PATTERN.test(fields.outer_id ?? '') ? (fields.outer_id ?? null) : null
}

function reportOfEntry({ store }: SandboxContext, entry: EntryDocument): BuyerReport {
  const { report, itemName, degree, itemId } = entry
  const product = store.get('product', String(entry.productId))
  const numbers = report.items.filter(isNumberLine).map((item) => item.answer_name)
  return {
    title: itemName,
    degree,
    summary: report.summary,
    facts: facts([
      [REPORT_NUMBER_LINE, numbers.join('、')],
      ['IMEI', maskCode(report.imei ?? '')],
    ]),
    groups: grouped(report.items),
    images: product ? shopOf(product).images : [],
    itemId,
  }
}

function reportOfProduct(product: ProductDocument): BuyerReport | undefined {
  const report = product.fields.report_data?.yx_3c
  if (!report) return undefined
  const groups = grouped(report.report_items)
  return {
    title: shopOf(product).title,
    degree: conditionOf(product),
    summary: summaryOf(groups),
    facts: facts([
      [REPORT_NUMBER_LINE, curatedNumber(product) ?? ''],
      ['机型', `${report.brand_name} ${report.model_name}`],
      ['IMEI/序列号', maskCode(report.model_sn)],
      ['检测时间', report.report_time],
      ['检测人员', `${[...report.report_user][0] ?? ''}师傅`],
    ]),
    groups,
    images: shopOf(product).images,
    itemId: product.itemId,
  }
}

const facts = (given: readonly (readonly [string, string])[]) => given.filter(([, value]) => value !== '')

/** `外观 1项异常 / 功能 34项未见异常`: the curated report has no summary of its own, and what was left out of it is not known. */
const summaryOf = (groups: readonly ReportGroup[]): string =>
  groups
    .map(({ name, lines }) => {
      const count = lines.filter((line) => line.isException).length
      return `${name} ${count === 0 ? `${lines.length}项未见异常` : `${count}项异常`}`
    })
    .join(' / ')

/** Strangers read the first three and the last four signs. */
const maskCode = (code: string): string =>
  code.length < 12
    ? code.slice(-4).padStart(code.length, '•')
    : code.slice(0, 3) + '•'.repeat(code.length - 7) + code.slice(-4)

type Item = Pick<
  CuratedReport['report_items'][number],
  'group_name' | 'question_name' | 'answer_name' | 'answer_type'
> & {
  readonly answer_desc?: string
  readonly images?: readonly string[] | undefined
}

/** The groups in the order in which they were sent, exceptions first in each. */
function grouped(items: readonly Item[]): ReportGroup[] {
  const groups = Map.groupBy(items, (item) => item.group_name)
  return [...groups].map(([name, members]) => {
    const lines = members.map((item) => ({
      name: item.question_name,
      answer: item.answer_name,
      note: item.answer_desc ?? '',
      isException: item.answer_type === ANSWER_TYPES.exception,
      images: item.images ?? [],
    }))
    return { name, lines: [...lines.filter((line) => line.isException), ...lines.filter((line) => !line.isException)] }
  })
}
