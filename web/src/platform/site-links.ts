import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'

/** What the operator configured of this installation, a part of the data dictionary. */
export type Site = OutputOf<Calls['merchant']['dataDict']>['site']

/**
 * An address with its `{…}` places filled by encoded values; null when it is not configured, is none of the web's, or a
 * value is missing. Only http and https are followed: an address from outside must not become a script.
 */
function filled(template: string, values: Readonly<Record<string, string>>): string | null {
  if (!/^https?:\/\/[^/{]/i.test(template) || Object.values(values).includes('')) return null
  const address = template.replace(/\{(\w+)\}/g, (place, name: string) => encodeURIComponent(values[name] ?? place))
  return URL.canParse(address) ? address : null
}

/** The page of an item on the marketplace; null when no such address is configured (docs/specification.md §9). */
export const itemLink = ({ itemUrl }: Site, itemId: string): string | null => filled(itemUrl, { itemId })

/** The marketplace's quality report of an item; null when no such address is configured (docs/specification.md §9). */
export const qualityReportLink = ({ qualityReportUrl }: Site, itemId: string): string | null =>
  filled(qualityReportUrl, { itemId })

/**
 * The inspection report's page, keyed by the item's id or by the inspection's number; null when no such address is
 * configured (docs/specification.md §9).
 */
export function detectReportLink(
  { detectReportUrl }: Site,
  by: { readonly itemId: string } | { readonly detectNo: string },
): string | null {
  const [key, value] = 'itemId' in by ? ['itemId', by.itemId] : ['detectNo', by.detectNo]
  return filled(detectReportUrl, { key, value })
}
