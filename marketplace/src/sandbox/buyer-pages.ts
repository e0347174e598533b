import { BUYER_PAGES } from '../protocol/buyer-pages.ts'
import type { SandboxContext } from './context.ts'
import type { EntryDocument, ProductDocument } from './documents.ts'
import { shopOf } from './goods.ts'

const PAGE = /^\/pages\/(item|quality-report)\/(\d{1,20})$/
const DETECT_PAGE = '/pages/detect-report'
/** What a report calls its number. */
const NUMBER_LINE = '质检编号'

/** A page of the marketplace as its buyers would see it, as HTML; null for an address that has none. */
export function buyerPage(
  context: SandboxContext,
  url: URL,
): { readonly html: string; readonly isFound: boolean } | null {
  const [, kind, itemId = ''] = PAGE.exec(url.pathname) ?? []
  if (kind === undefined && url.pathname !== DETECT_PAGE) return null
  if (kind === 'item') return shown('闲鱼宝贝', itemBody(context, itemId))
  const entry = kind === undefined ? entryFor(context, url.searchParams) : entryOfItem(context, itemId)
  return shown(kind === undefined ? '检测报告' : '质检报告', entry && reportBody(entry))
}

function itemBody(context: SandboxContext, itemId: string): string | undefined {
  // an auction's item is the entry's, a shop's the product's own
  const entered = entryOfItem(context, itemId)
  const product = entered
    ? context.store.get('product', String(entered.productId))
    : context.store.all('product').find((one) => String(one.itemId) === itemId)
  return product && productBody(product, itemId)
}

function productBody(product: ProductDocument, itemId: string): string {
  const { title, content } = shopOf(product)
  return `<h1>${safe(title)}</h1><p>¥${(product.fields.price / 100).toFixed(2)}</p><pre>${safe(content)}</pre>
<p><a href="${BUYER_PAGES.qualityReport.replace('{itemId}', itemId)}">查看质检报告</a></p>`
}

/** The newest entry of an item: its report is the one that counts. */
const entryOfItem = ({ store }: SandboxContext, itemId: string): EntryDocument | undefined =>
  store
    .all('entry')
    .filter((entry) => String(entry.itemId) === itemId)
    .sort((a, b) => b.createdMs - a.createdMs || b.entryId - a.entryId)[0]

function entryFor(context: SandboxContext, asked: URLSearchParams): EntryDocument | undefined {
  const itemId = asked.get('itemId')
  if (itemId !== null) return entryOfItem(context, itemId)
  const detectNo = asked.get('detectNo')
  return context.store
    .all('entry')
    .find(({ report }) =>
      report.items.some((item) => item.question_name === NUMBER_LINE && item.answer_name === detectNo),
    )
}

function reportBody({ itemName, degree, report }: EntryDocument): string {
  const lines = report.items.map(
    (item) =>
      `<tr><td>${safe(item.group_name)}</td><td>${safe(item.question_name)}</td><td>${safe(item.answer_name)}</td></tr>`,
  )
  return `<h1>${safe(itemName)}</h1><p>${safe(degree)}：${safe(report.summary)}</p><table>${lines.join('')}</table>`
}

function shown(title: string, body: string | undefined) {
  const html = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>${title} - 模拟闲鱼</title>
<p>模拟闲鱼 · ${title}</p>${body ?? '<h1>没有找到</h1><p>宝贝或报告不存在，或还没有发布。</p>'}</html>`
  return { html, isFound: body !== undefined }
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** What merchants wrote stays words. */
const safe = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)
