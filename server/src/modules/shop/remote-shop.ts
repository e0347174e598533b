import { itemBizTypesOf, type Shop } from '@huanji/marketplace/protocol/shops'
import type { RemoteShop } from './store.ts'

/** A shop of the protocol in our words. */
export const remoteShop = (shop: Shop): RemoteShop => ({
  authorizeId: shop.authorize_id,
  userIdentity: shop.user_identity,
  userName: shop.user_name,
  nick: shop.user_nick,
  shopName: shop.shop_name,
  authorisedUntil: new Date(shop.authorize_expires * 1000),
  isValid: shop.is_valid,
  isPro: shop.is_pro,
  depositEnough: shop.is_deposit_enough,
  itemBizTypes: itemBizTypesOf(shop),
})
