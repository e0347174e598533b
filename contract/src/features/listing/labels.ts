export const LISTING_KIND_LABELS = { single: '单台', stock: '多台一起卖' } as const

/** 暗拍 shows no offers while it runs, 明拍 does (docs/domain.md §5.1). */
export const AUCTION_MODE_LABELS = { sealed: '暗拍', open: '明拍' } as const

/** The marketplace's degrees of wear, by its numbers (`stuff_status` in docs/open-platform.md). */
export const STUFF_STATUS_LABELS: Readonly<Record<number, string>> = {
  100: '全新',
  [-1]: '准新',
  99: '99新',
  95: '95新',
  90: '9新',
  80: '8新',
  70: '7新',
  60: '6新',
  50: '5新及以下',
}
