import type { RegionNode } from '@huanji/contract/features/merchant/calls'

/** The regions from the province down to this code; empty for an unknown code. */
export function regionsDownTo(tree: readonly RegionNode[], code: string): readonly RegionNode[] {
  for (const region of tree) {
    if (region.code === code) return [region]
    const below = regionsDownTo(region.children ?? [], code)
    if (below.length > 0) return [region, ...below]
  }
  return []
}

/**
 * The regions chosen by their codes from the top, and those below that leave no choice: 北京市 has one city.
 * It ends at the first code that is not there.
 */
export function descend(tree: readonly RegionNode[], codes: readonly string[]): readonly RegionNode[] {
  const [code, ...further] = codes
  const only = code === undefined && tree.length === 1 ? tree[0] : undefined
  const region = only ?? tree.find((candidate) => candidate.code === code)
  return region ? [region, ...descend(region.children ?? [], further)] : []
}

/** True for a region that an address can name: one with nothing below it. */
export const isLowest = (region: RegionNode): boolean => (region.children ?? []).length === 0
