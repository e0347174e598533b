/**
 * Where the stand-in marketplace shows what its buyers see, with the places that a link fills in. The real one's
 * addresses are configured (docs/settings.md).
 */
export const BUYER_PAGES = {
  item: '/pages/item/{itemId}',
  qualityReport: '/pages/quality-report/{itemId}',
  detectReport: '/pages/detect-report?{key}={value}',
} as const
