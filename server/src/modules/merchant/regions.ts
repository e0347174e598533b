import type { OutputOf } from '@huanji/contract/call'
import type { merchant, RegionNode } from '@huanji/contract/features/merchant/calls'
import { REGIONS, type Region } from '@huanji/domain/regions'
import { contentVersion } from './dictionaries.ts'

function node({ code, name, children }: Region): RegionNode {
  return children.length === 0 ? { code, name } : { code, name, children: children.map(node) }
}

const regions = REGIONS.map(node)

/** Provinces, cities and counties as the region cascader takes them. */
export const REGION_TREE: OutputOf<typeof merchant.city> = { version: contentVersion(regions), regions }
