import type { Channel } from '@huanji/domain/channel'
import { useEffect } from 'react'
import { readDraft, writeDraft } from '../../../components/form/draft.ts'
import type { ShopOption } from '../types.ts'
import type { Bench } from './use-bench.ts'

const lastShopName = (channel: Channel): string => `${channel}-inspection-shop`

const isText = (value: unknown): value is string => typeof value === 'string'

/** Remembers the shop that this person inspects for on a channel. */
export const rememberShop = (channel: Channel, shopAccountId: string): void =>
  writeDraft(lastShopName(channel), shopAccountId)

/** Picks the shop of the last phone, or the only one there is, for a new phone. */
export function useUsualShop(bench: Bench, shops: readonly ShopOption[]): void {
  const { phone } = bench.state
  const isNew = phone !== null && phone.shopAccountId === '' && phone.record === null
  const usable = shops.filter((shop) => shop.usable)
  const last = readDraft(lastShopName(bench.channel), isText)
  const usual = usable.find((shop) => shop.value === last) ?? (usable.length === 1 ? usable[0] : undefined)
  const wanted = isNew ? usual?.value : undefined
  useEffect(() => {
    if (wanted !== undefined) bench.dispatch({ type: 'changed', fields: { shopAccountId: wanted } })
  }, [wanted, bench.dispatch])
}
