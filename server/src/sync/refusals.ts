import { MarketplaceRefused } from '@huanji/marketplace/client/errors'
import { isThrottled, PLATFORM_CODES } from '@huanji/marketplace/protocol/errors'
import { wordsOfRefusal } from '@huanji/marketplace/protocol/refusal-words'

/** What cannot be reached now is asked again for as long as the request stands. */
export const MARKETPLACE_AWAY = '闲鱼暂时无法连接，系统会自动重试'

/** True while the marketplace is still at work on the same product: its verdict comes by itself. */
export const isBusy = (error: unknown): boolean =>
  error instanceof MarketplaceRefused && error.code === PLATFORM_CODES.wrongState && error.msg.includes('发布中')

/** A refusal that waiting does not change, in words for people (the marketplace's own stand in the log); null for anything else. */
export function finalRefusal(error: unknown): string | null {
  if (!(error instanceof MarketplaceRefused) || isThrottled(error.code, error.msg) || isBusy(error)) return null
  return wordsOfRefusal(error.code, error.msg)
}

/** True where the marketplace knows nothing of the thing, or no longer. */
export const isUnknownThere = (error: unknown): boolean =>
  error instanceof MarketplaceRefused && error.code === PLATFORM_CODES.notFound
