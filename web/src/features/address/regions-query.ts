import type { RegionNode } from '@huanji/contract/features/merchant/calls'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { regionsDownTo } from '../../components/region/region-tree.ts'

/** All provinces, cities and counties; they change once a year, with a new version of the product. */
export const regionsQuery = () =>
  queryOptions({
    ...queryOf(api.merchant.city, {}),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** 广东省 深圳市 南山区 for the code of 南山区; empty for an unknown code. */
export const regionText = (tree: readonly RegionNode[], code: string): string =>
  regionsDownTo(tree, code)
    .map(({ name }) => name)
    .join(' ')
