import { MarketplaceRefused } from '@huanji/marketplace/client/errors'
import { isThrottled } from '@huanji/marketplace/protocol/errors'

/** What cannot be reached now is asked again for as long as the request stands. */
export const MARKETPLACE_AWAY = '闲鱼暂时无法连接，系统会自动重试'

/** A refusal that waiting does not change, in the marketplace's words; null for anything else. */
export function finalRefusal(error: unknown): string | null {
  if (!(error instanceof MarketplaceRefused) || isThrottled(error.code, error.msg)) return null
  return error.msg
}
