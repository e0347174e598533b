import { Html, html } from '@huanji/domain/html'
import { formatShanghai } from '@huanji/domain/time'
import { BUYER_PAGES } from '../protocol/buyer-pages.ts'
import { ITEM_BIZ_TYPES, PRODUCT_STATUS } from '../protocol/products.ts'
import { PAGE_POLICY, STYLES } from './buyer-pages-styles.ts'
import type { SandboxContext } from './context.ts'
import type { EntryDocument, ProductDocument } from './documents.ts'
import { shopOf } from './goods.ts'
import {
  type BuyerReport,
  conditionOf,
  entryOfItem,
  productOfItem,
  type ReportGroup,
  type ReportLine,
  reportByNumber,
  reportOfItem,
} from './reports.ts'

const PAGE = /^\/pages\/(item|quality-report)\/(\d{1,20})$/
const DETECT_PAGE = '/pages/detect-report'

/** A page of the marketplace as its buyers see it, with what its browser may load. */
export interface BuyerPage {
  readonly html: string
  readonly isFound: boolean
  readonly policy: string
}

/** The page at an address of the marketplace, or null for an address that has none. */
export function buyerPage(context: SandboxContext, url: URL): BuyerPage | null {
  const [, kind, itemId = ''] = PAGE.exec(url.pathname) ?? []
  if (kind === undefined && url.pathname !== DETECT_PAGE) return null
  if (kind === 'item') return shown('闲鱼宝贝', itemBody(context, itemId))
  const report = kind === undefined ? reportFor(context, url.searchParams) : reportOfItem(context, itemId)
  return shown(kind === undefined ? '检测报告' : '质检报告', report && reportBody(report))
}

function reportFor(context: SandboxContext, asked: URLSearchParams): BuyerReport | undefined {
  const itemId = asked.get('itemId')
  if (itemId !== null) return reportOfItem(context, itemId)
  const number = asked.get('detectNo')
  return number === null ? undefined : reportByNumber(context, number)
}

function itemBody(context: SandboxContext, itemId: string): Html | undefined {
  // an auction's item is the entry's, a shop's the product's own
  const entry = entryOfItem(context, itemId)
  const product = entry ? context.store.get('product', String(entry.productId)) : productOfItem(context, itemId)
  if (!product) return undefined
  const { title, content, images } = shopOf(product)
  const links = reportOfItem(context, itemId) && itemLinks(itemId)
  return html`<section aria-label="图片">${pictures(images, title)}</section>
<section>${priceOf(product, entry)}<h1>${title}</h1>
<p>${tags(product, entry).map((tag) => html`<span class="tag">${tag}</span>`)}</p>${links ?? null}</section>
<section><h2>宝贝描述</h2><p class="text">${content}</p></section>`
}

const yuan = (fen: number): string => `¥${(fen / 100).toFixed(2)}`

function priceOf(product: ProductDocument, entry: EntryDocument | undefined): Html {
  if (!entry) return html`<p class="price">${yuan(product.fields.price)}</p>`
  const { dealPriceFen, startPriceFen, startMs, endMs, mode, scheduleDate, scheduleNumber } = entry
  const [name, fen] = dealPriceFen === null ? ['起拍价', startPriceFen] : ['成交价', dealPriceFen]
  const [from, to] = [startMs, endMs].map((ms) => formatShanghai(new Date(ms).toISOString()))
  const session = `${mode === 'open' ? '明拍' : '暗拍'} · ${scheduleDate} 第${scheduleNumber}场 · ${from ?? ''} 至 ${to ?? ''}`
  return html`<p class="price">${yuan(fen)} <small>${name}</small></p><p class="quiet">${session}</p>`
}

function tags(product: ProductDocument, entry: EntryDocument | undefined): string[] {
  const isGone = product.status === PRODUCT_STATUS.soldOut || product.status === PRODUCT_STATUS.soldOffShelf
  const channel = product.fields.item_biz_type === ITEM_BIZ_TYPES.curated ? '严选' : ''
  return [entry ? '鱼市' : channel, entry?.degree ?? conditionOf(product), isGone ? '已售出' : ''].filter(
    (tag) => tag !== '',
  )
}

const itemLinks = (itemId: string): Html => html`<p class="links">
<a href="${BUYER_PAGES.qualityReport.replace('{itemId}', itemId)}">查看质检报告</a></p>`

function reportBody(report: BuyerReport): Html {
  const { title, degree, summary, facts, groups, images, itemId } = report
  const exceptions = groups.flatMap(({ name, lines }) =>
    lines.filter((line) => line.isException).map((line) => ({ group: name, line })),
  )
  const verdict =
    exceptions.length === 0
      ? html`<p class="verdict">所列项目未发现异常</p>`
      : html`<p class="verdict bad">发现 ${exceptions.length} 项异常</p>`
  return html`<section><h1>${title}</h1><p class="degree">${degree}</p><p class="quiet">${summary}</p>${verdict}
<dl>${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${itemId !== null && html`<p class="links"><a href="${BUYER_PAGES.item.replace('{itemId}', String(itemId))}">查看宝贝</a></p>`}</section>
${exceptions.length > 0 && html`<section><h2 class="bad">异常项（${exceptions.length}）</h2>${exceptions.map(({ group, line }) => exceptionOf(group, line))}</section>`}
${images.length > 0 && html`<section><h2>实拍图</h2>${pictures(images, title)}</section>`}
<section><h2>检测明细</h2>${groups.map(groupOf)}</section>`
}

const exceptionOf = (group: string, line: ReportLine): Html =>
  html`<dl><div class="bad"><dt>${group} · ${line.name}</dt><dd>${line.answer}${line.note !== '' && `（${line.note}）`}</dd></div></dl>${pictures(line.images, `${line.name}：${line.answer}`)}`

function groupOf({ name, lines }: ReportGroup): Html {
  const count = lines.filter((line) => line.isException).length
  const rows = lines.map((line) =>
    line.isException
      ? html`<div class="bad"><dt>${line.name}</dt><dd>${line.answer}（异常）</dd></div>`
      : html`<div><dt>${line.name}</dt><dd>${line.answer}</dd></div>`,
  )
  const says =
    count === 0 ? html`<span class="quiet">${lines.length}项</span>` : html`<span class="bad">${count}项异常</span>`
  return html`<details open><summary><h3>${name}</h3>${says}</summary><dl>${rows}</dl></details>`
}

/** The pictures as the merchant sent their addresses; each opens whole. */
function pictures(addresses: readonly string[], of: string): Html | null {
  const shownOnes = addresses.filter((address) => /^https?:\/\//.test(address))
  if (shownOnes.length === 0) return null
  return html`<ul class="pictures">${shownOnes.map(
    (address, index) =>
      html`<li><a href="${address}"><img src="${address}" alt="${of}，图${index + 1}" loading="lazy"></a></li>`,
  )}</ul>`
}

/** Ours, with signs that must not be escaped in a style sheet. */
const STYLE_TEXT = new Html(STYLES)

function shown(title: string, body: Html | undefined): BuyerPage {
  const none = html`<section><h1>没有找到</h1><p class="quiet">宝贝或报告不存在，或还没有发布。</p></section>`
  return { html: framed(title, body ?? none), isFound: body !== undefined, policy: PAGE_POLICY }
}

/** A whole page of the stand-in around its content. */
export function framed(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<title>${title} - 模拟闲鱼</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="icon" href="data:,">
<style>${STYLE_TEXT}</style>
</head>
<body>
<header>模拟闲鱼 · ${title}</header>
<main>${body}</main>
<footer>演示用的模拟平台，不是真实的商品页面</footer>
</body>
</html>`.text
}
