import { useEffect } from 'react'
import { readDraft, writeDraft } from '../../../components/form/draft.ts'
import type { ShopOption } from '../types.ts'
import type { Bench } from './use-bench.ts'

const LAST_SHOP = 'auction-inspection-shop'

const isText = (value: unknown): value is string => typeof value === 'string'

/** Remembers the shop that this person inspects for. */
export const rememberShop = (shopAccountId: string): void => writeDraft(LAST_SHOP, shopAccountId)

/** Picks the shop of the last phone, or the only one there is, for a new phone. */
export function useUsualShop(bench: Bench, shops: readonly ShopOption[]): void {
  const { phone } = bench.state
  const isNew = phone !== null && phone.shopAccountId === '' && phone.record === null
  const usable = shops.filter((shop) => shop.usable)
  const last = readDraft(LAST_SHOP, isText)
  const usual = usable.find((shop) => shop.value === last) ?? (usable.length === 1 ? usable[0] : undefined)
  const wanted = isNew ? usual?.value : undefined
  useEffect(() => {
    if (wanted !== undefined) bench.dispatch({ type: 'changed', fields: { shopAccountId: wanted } })
  }, [wanted, bench.dispatch])
}
