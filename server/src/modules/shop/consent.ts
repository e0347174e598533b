import { createHash } from 'node:crypto'
import { PAGES } from '@huanji/contract/pages'
import { isMarketplaceFailure, MarketplaceRefused } from '@huanji/marketplace/client/errors'
import { wordsOfRefusal } from '@huanji/marketplace/protocol/refusal-words'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { CallContext, PrepareContext } from '../../gateway/handler.ts'
import type { Actor } from '../../platform/actor.ts'
import { later } from '../../platform/clock.ts'
import { newId, randomToken } from '../../platform/ids.ts'
import { merchantRow } from '../tenant/store.ts'
import { findConsent, insertConsent, takeConsent } from './consent-store.ts'
import { remoteShop } from './remote-shop.ts'
import { findShop, type RemoteShop } from './store.ts'

/** The consent page must lead back within this time. */
const CONSENT_WITHIN_MS = 10 * 60_000

/** So long it can still be said that a consent was used or came too late. */
const KEPT_MS = 24 * 3_600_000

const SECRET_BYTES = 32

/** The secret has 256 random bits, so its digest needs no key. */
const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

const consentOf = ({ employeeId, sessionId }: Actor, secret: string) => ({
  secretHash: digestOf(secret),
  employeeId,
  sessionId,
})

/** What a person asks who goes to the consent page. */
interface Begun {
  /** The shop to authorise anew; absent for a new one. */
  readonly shopAccountId?: string | undefined
  /** The origin under which the person reached us; the configured one when absent. */
  readonly origin?: string | undefined
}

/**
 * Gives the address of the marketplace's consent page for whoever asks. The page leads back with a secret that is good
 * once, for ten minutes, and for this session alone. Refuses CONSENT_NOT_CONFIGURED, CONSENT_ORIGIN_FOREIGN for an
 * address that is not ours, and NOT_FOUND for a shop that the merchant does not have.
 */
export async function beginConsent({ tx, actor, now, services }: CallContext, { shopAccountId, origin }: Begun) {
  const { consentUrl, ownOrigins } = services.settings
  if (consentUrl === '') return refuse('CONSENT_NOT_CONFIGURED')
  const home = origin ?? ownOrigins[0] ?? ''
  if (!ownOrigins.includes(home)) return refuse('CONSENT_ORIGIN_FOREIGN', {}, { field: 'origin' })
  if (shopAccountId !== undefined && !(await findShop(tx, shopAccountId, now))) {
    return refuse('NOT_FOUND', {}, { field: 'shopAccountId' })
  }
  const secret = randomToken(SECRET_BYTES)
  const expiresAt = later(now, CONSENT_WITHIN_MS)
  const consent = { ...consentOf(actor, secret), id: newId(), shopAccountId: shopAccountId ?? null, expiresAt }
  await insertConsent(tx, consent, { now, keptSince: later(now, -KEPT_MS) })
  const places = { state: secret, redirect: encodeURIComponent(`${home}${PAGES.shopConsent.path}`) }
  const address = consentUrl.replace(/\{(state|redirect)\}/g, (_, name: keyof typeof places) => places[name])
  return { consentUrl: address, expiresAt: expiresAt.toISOString() }
}

/** A consent that came back, with the shop that the marketplace has authorised for it. */
export interface GivenConsent {
  readonly shop: RemoteShop
  /** The shop that was to be authorised anew; null for a new one. */
  readonly wantedId: string | null
}

async function useUp(tx: Tx, actor: Actor, secret: string, now: Date) {
  const consent = consentOf(actor, secret)
  const taken = await takeConsent(tx, consent, now)
  if (taken) return taken
  const known = await findConsent(tx, consent)
  if (known === null) return refuse('CONSENT_INVALID')
  return refuse(known.usedAt === null ? 'CONSENT_EXPIRED' : 'CONSENT_USED')
}

/**
 * Uses up what the consent page led back with and asks the marketplace for the shop: outside a transaction, since it is
 * on the network. The secret is spent whatever the marketplace answers. Refuses CONSENT_INVALID for a secret that this
 * session did not begin, CONSENT_EXPIRED, CONSENT_USED, and what the marketplace says against the code.
 */
export async function tradeConsent(
  { actor, now, services, read }: PrepareContext<CallContext>,
  { code, state }: { readonly code: string; readonly state: string },
): Promise<GivenConsent> {
  const consent = await read((tx) => useUp(tx, actor, state, now))
  const merchant = (await read(merchantRow)) ?? refuse('NOT_FOUND')
  try {
    const shop = await services.marketplace.createAuthorization(merchant.sellerId, { authorize_code: code })
    return { shop: remoteShop(shop), wantedId: consent.shopAccountId }
  } catch (error) {
    if (error instanceof MarketplaceRefused) {
      return refuse('MARKETPLACE_REFUSED', { message: wordsOfRefusal(error.code, error.msg) })
    }
    if (isMarketplaceFailure(error)) return refuse('MARKETPLACE_UNAVAILABLE')
    throw error
  }
}
