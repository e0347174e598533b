import { type Html, html } from '@huanji/domain/html'
import { type BuyerPage, framed } from './buyer-pages.ts'
import { STYLES_SOURCE } from './buyer-pages-styles.ts'
import { issueCode, MEMBER_NAME } from './consent.ts'
import type { SandboxContext } from './context.ts'
import type { ShopDocument } from './documents.ts'
import { isAuthorized } from './shops.ts'

const PATH = '/pages/authorize'
const OFFERED = 30
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/

/** Where to lead the person, or a page that says what is wrong. */
export type ConsentAnswer = { readonly location: string } | { readonly page: BuyerPage }

/** Which origins the page may lead back to: those of the application; on this machine only, where none are named. */
export type RedirectOrigins = readonly string[] | undefined

interface Asked {
  readonly state: string
  readonly redirect: URL
}

/** What the address asks for, or null where it must not be led back to. */
function askedOf(query: URLSearchParams, origins: RedirectOrigins): Asked | null {
  const text = query.get('redirect') ?? ''
  const redirect = URL.canParse(text) ? new URL(text) : null
  const state = query.get('state') ?? ''
  if (redirect === null || state === '') return null
  const isOurs = origins === undefined ? LOOPBACK.test(redirect.origin) : origins.includes(redirect.origin)
  return isOurs ? { state, redirect } : null
}

/** The page on which the owner of a shop consents, or null for another address. */
export function consentPage(context: SandboxContext, url: URL, origins: RedirectOrigins): BuyerPage | null {
  if (url.pathname !== PATH) return null
  const asked = askedOf(url.searchParams, origins)
  return asked === null ? wrongLink() : choosing(context, asked, '')
}

/** Answers the form of the consent page, or gives null for another address. */
export function answerConsent(
  context: SandboxContext,
  url: URL,
  rawBody: Uint8Array,
  origins: RedirectOrigins,
): ConsentAnswer | null {
  if (url.pathname !== PATH) return null
  const form = new URLSearchParams(new TextDecoder().decode(rawBody))
  const asked = askedOf(form, origins)
  if (asked === null) return { page: wrongLink() }
  if (form.get('answer') !== 'agree') return backTo(asked, { error: 'access_denied' })
  const chosen = form.get('account') ?? ''
  const userName = chosen === '' ? (form.get('name') ?? '').trim() : chosen
  if (!MEMBER_NAME.test(userName)) {
    return { page: choosing(context, asked, '请选择一个闲鱼号，或填写2–30位的会员名') }
  }
  return backTo(asked, { code: context.store.transaction(() => issueCode(context, userName)) })
}

function backTo({ redirect, state }: Asked, answer: Readonly<Record<string, string>>): ConsentAnswer {
  const location = new URL(redirect)
  for (const [name, value] of Object.entries({ ...answer, state })) location.searchParams.set(name, value)
  return { location: location.href }
}

const policy = (origin: string) =>
  [
    "default-src 'none'",
    `style-src ${STYLES_SOURCE}`,
    'img-src data:',
    "base-uri 'none'",
    // the form's answer leads on to where the person came from
    `form-action 'self' ${origin}`,
  ].join('; ')

function wrongLink(): BuyerPage {
  const body = html`<section><h1>授权链接不正确</h1><p class="quiet">请回到原来的系统重新绑定店铺。</p></section>`
  return { html: framed('店铺授权', body), isFound: false, policy: policy('') }
}

function choosing(context: SandboxContext, { state, redirect }: Asked, fault: string): BuyerPage {
  const offered = new Map<string, ShopDocument>()
  for (const shop of context.store.all('shop')) {
    const known = offered.get(shop.userName)
    if (!known || isAuthorized(context, shop)) offered.set(shop.userName, shop)
  }
  const body = html`<form method="post" action="${PATH}"><section><h1>授权“焕机”管理您的闲鱼店铺</h1>
<p class="quiet">授权后，${redirect.host} 可以为该店铺发布商品、查询和处理订单，有效期一年。</p>
${fault !== '' && html`<p class="verdict bad" role="alert">${fault}</p>`}
<input type="hidden" name="state" value="${state}"><input type="hidden" name="redirect" value="${redirect.href}">
<fieldset><legend>选择闲鱼号</legend>
${[...offered.values()].slice(0, OFFERED).map((shop) => choice(context, shop))}
<div class="choice"><label><input type="radio" name="account" value=""${offered.size === 0 && CHECKED}> 其他闲鱼号</label>
<label class="quiet">会员名 <input name="name" maxlength="30" autocomplete="off"></label></div></fieldset>
<p class="answers"><button name="answer" value="agree">同意授权</button>
<button name="answer" value="refuse" formnovalidate>拒绝</button></p></section></form>`
  return { html: framed('店铺授权', body), isFound: true, policy: policy(redirect.origin) }
}

const CHECKED = html` checked`

const choice = (context: SandboxContext, shop: ShopDocument): Html =>
  html`<div class="choice"><label><input type="radio" name="account" value="${shop.userName}"> ${shop.shopName}</label>
<span class="quiet">${shop.userName}${isAuthorized(context, shop) && html` <span class="tag">已授权</span>`}</span></div>`
