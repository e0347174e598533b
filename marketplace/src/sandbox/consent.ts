import { createHash } from 'node:crypto'
import type { CancelAuthorizationRequest, CreateAuthorizationRequest } from '../protocol/consent.ts'
import { PLATFORM_CODES } from '../protocol/errors.ts'
import type { Shop } from '../protocol/shops.ts'
import { MINUTE_MS } from './clock.ts'
import { change, type SandboxContext } from './context.ts'
import type { ShopDocument } from './documents.ts'
import { notFound, SandboxRefusal } from './refusal.ts'
import { isAuthorized, openShop, shopOnWire } from './shops.ts'

/** A code of the consent page is good for so long, and once. */
const CODE_LIFE_MS = 10 * MINUTE_MS

/** A member name as the page takes it. */
export const MEMBER_NAME = /^[\p{L}\p{N}_-]{2,30}$/u

const refused = (why: string) => new SandboxRefusal(PLATFORM_CODES.notAuthorised, why)

/** Notes that the owner of a member name consented; gives the code that the caller trades for the authorisation. */
export function issueCode(context: SandboxContext, userName: string): string {
  const { store, seed } = context
  const number = store.all('consent').length + 1
  const code = createHash('sha256').update(`consent:${seed}:${number}:${userName}`).digest('base64url')
  store.put('consent', code, { userName, issuedMs: context.nowMs(), usedMs: 0 })
  return code
}

/** The shops that stand under a member name, whoever runs them. */
const shopsNamed = (context: SandboxContext, userName: string): ShopDocument[] =>
  context.store.all('shop').filter((shop) => shop.userName === userName)

/** Answers the shop that a consent was given for; it is the caller's from now on. A shop that another merchant runs is refused. */
export function createAuthorization(
  context: SandboxContext,
  sellerId: number,
  { authorize_code: code }: CreateAuthorizationRequest,
): Shop {
  const { store } = context
  const consent = store.get('consent', code)
  if (!consent || consent.usedMs > 0) throw refused('授权码无效或已使用，请重新授权')
  if (consent.issuedMs + CODE_LIFE_MS < context.nowMs()) throw refused('授权码已过期，请重新授权')
  const { userName } = consent
  const shops = shopsNamed(context, userName)
  if (shops.some((shop) => shop.sellerId !== sellerId && isAuthorized(context, shop))) {
    throw refused(`闲鱼号“${userName}”已授权给其他商家，请先在原商家解绑`)
  }
  change(store, 'consent', code, consent, { usedMs: context.nowMs() })
  const known = shops.find((shop) => shop.sellerId === sellerId) ?? shops[0]
  const facts = known && { shopName: known.shopName, itemBizTypes: [...known.itemBizTypes] }
  return shopOnWire(openShop(context, { sellerId, userName, nick: known?.nick ?? userName, ...facts }))
}

/** Ends the authorisation of a merchant's shop. */
export function cancelAuthorization(
  context: SandboxContext,
  sellerId: number,
  { authorize_id: authorizeId }: CancelAuthorizationRequest,
): Record<string, never> {
  const { store } = context
  const shop = store.all('shop').find((one) => one.sellerId === sellerId && one.authorizeId === authorizeId)
  if (!shop) throw notFound('授权')
  const expiresMs = Math.min(shop.expiresMs, context.nowMs())
  change(store, 'shop', `${sellerId}/${shop.userName}`, shop, { expiresMs })
  return {}
}
