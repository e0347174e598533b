import type { Channel } from '@huanji/domain/channel'
import { useEffect } from 'react'
import { readDraft, writeDraft } from '../../components/form/draft.ts'
import type { ShopOption } from '../shop/types.ts'
import type { Station } from './use-station.ts'

const lastShopName = (channel: Channel): string => `${channel}-inspection-shop`

const isText = (value: unknown): value is string => typeof value === 'string'

/** Remembers the shop that this person inspects for on a channel. */
export const rememberShop = (channel: Channel, shopAccountId: string): void =>
  writeDraft(lastShopName(channel), shopAccountId)

/** The shop that was chosen last on a channel, or the only one there is. */
export function usualShopOf(channel: Channel, shops: readonly ShopOption[]): string | undefined {
  const usable = shops.filter((shop) => shop.usable)
  const last = readDraft(lastShopName(channel), isText)
  return (usable.find((shop) => shop.value === last) ?? (usable.length === 1 ? usable[0] : undefined))?.value
}

/** Picks the shop of the last phone, or the only one there is, for a new phone. */
export function useUsualShop(station: Station, shops: readonly ShopOption[]): void {
  const { phone } = station.state
  const isNew = phone !== null && phone.shopAccountId === '' && phone.record === null
  const wanted = isNew ? usualShopOf(station.channel, shops) : undefined
  useEffect(() => {
    if (wanted !== undefined) station.dispatch({ type: 'changed', fields: { shopAccountId: wanted } })
  }, [wanted, station.dispatch])
}
