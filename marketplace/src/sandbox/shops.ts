import { createHash } from 'node:crypto'
import { ADDRESS_TYPES, type Address, type ListAddressesData } from '../protocol/addresses.ts'
import { PLATFORM_CODES } from '../protocol/errors.ts'
import { ITEM_BIZ_TYPES } from '../protocol/products.ts'
import type { ReturnAddress } from '../protocol/refunds.ts'
import type { ListShopsData, Shop } from '../protocol/shops.ts'
import { DAY_MS } from './clock.ts'
import { type SandboxContext, toSeconds } from './context.ts'
import type { ShopDocument } from './documents.ts'
import type { ShopOpening } from './options.ts'
import { SandboxRefusal } from './refusal.ts'

const DEFAULT_AUTHORIZED_DAYS = 365
const DEFAULT_ITEM_BIZ_TYPES = [ITEM_BIZ_TYPES.inspected, ITEM_BIZ_TYPES.plain, ITEM_BIZ_TYPES.curated]

function shopKey(sellerId: number, userName: string): string {
  return `${sellerId}/${userName}`
}

/** Makes a shop known, as the merchant's consent would; a shop known already is authorised anew. */
export function openShop(context: SandboxContext, opening: ShopOpening): ShopDocument {
  const key = shopKey(opening.sellerId, opening.userName)
  const known = context.store.get('shop', key)
  const nowMs = context.nowMs()
  const shop: ShopDocument = {
    sellerId: opening.sellerId,
    authorizeId: known?.authorizeId ?? context.nextId('authorize'),
    userName: opening.userName,
    userIdentity: createHash('md5').update(`shop:${key}`).digest('base64'),
    nick: opening.nick,
    shopName: opening.shopName ?? opening.nick,
    authorizedMs: nowMs,
    expiresMs: nowMs + (opening.authorizedDays ?? DEFAULT_AUTHORIZED_DAYS) * DAY_MS,
    itemBizTypes: opening.itemBizTypes ?? DEFAULT_ITEM_BIZ_TYPES,
    isDepositEnough: opening.isDepositEnough ?? true,
    isPro: opening.isPro ?? true,
    isValid: opening.isValid ?? true,
    hasReturnAddress: opening.hasReturnAddress ?? true,
  }
  context.store.put('shop', key, shop)
  return shop
}

/** Ends or renews an authorisation; false when there is no such shop. */
export function authorizeShop(context: SandboxContext, sellerId: number, userName: string, expiresMs: number): boolean {
  const shop = context.store.get('shop', shopKey(sellerId, userName))
  if (!shop) return false
  context.store.put('shop', shopKey(sellerId, userName), { ...shop, expiresMs })
  return true
}

/** The shop of a merchant by member name, whatever its state. */
export function findShop(context: SandboxContext, sellerId: number, userName: string): ShopDocument | undefined {
  return context.store.get('shop', shopKey(sellerId, userName))
}

/** True while the merchant's consent for the shop counts. */
export function isAuthorized(context: SandboxContext, shop: ShopDocument): boolean {
  return shop.expiresMs > context.nowMs()
}

/** True for a shop with 鱼小铺, which may list many pieces of one thing; a shop kept by an older release has it. */
export const isPro = (shop: ShopDocument): boolean => shop.isPro !== false

/** The shop, or a refusal when it is unknown or its authorisation has ended. */
export function authorizedShop(context: SandboxContext, sellerId: number, userName: string): ShopDocument {
  const shop = findShop(context, sellerId, userName)
  if (!shop || !isAuthorized(context, shop)) {
    throw new SandboxRefusal(PLATFORM_CODES.notAuthorised, `店铺“${userName}”未授权或授权已过期，请重新授权`)
  }
  return shop
}

/** Answers the merchant's shops (docs/open-platform.md §2.1). */
export function listShops(context: SandboxContext, sellerId: number): ListShopsData {
  const shops = context.store.all('shop').filter((shop) => shop.sellerId === sellerId)
  return { list: shops.map(shopOnWire) }
}

/** A shop as the protocol shows it. */
export function shopOnWire(shop: ShopDocument): Shop {
  return {
    authorize_id: shop.authorizeId,
    authorize_expires: toSeconds(shop.expiresMs),
    user_identity: shop.userIdentity,
    user_name: shop.userName,
    user_nick: shop.nick,
    shop_name: shop.shopName,
    service_support: 'SDR,FD_24HS,FD_48HS',
    is_deposit_enough: shop.isDepositEnough,
    is_pro: isPro(shop),
    is_valid: shop.isValid !== false,
    is_trial: false,
    valid_end_time: toSeconds(shop.expiresMs),
    item_biz_types: shop.itemBizTypes.join(','),
  }
}

/**
 * Answers one default address of each type (docs/open-platform.md §2.2): the sandbox has no console in which more could
 * be kept. A merchant whose shops keep no return address has none.
 */
export function listAddresses(context: SandboxContext, sellerId: number, request: { type: 1 | 2 }): ListAddressesData {
  const hasReturns = context.store.all('shop').some((shop) => shop.sellerId === sellerId && keepsReturnAddress(shop))
  if (request.type === ADDRESS_TYPES.returns && !hasReturns) return { list: [] }
  return { list: [addressOf(context, sellerId, request.type)] }
}

const keepsReturnAddress = (shop: ShopDocument): boolean => shop.hasReturnAddress !== false

function addressOf(context: SandboxContext, sellerId: number, type: 1 | 2): Address {
  return {
    address_id: sellerId * 10 + type,
    type,
    contact_name: type === ADDRESS_TYPES.shipping ? '发货仓' : '退货仓',
    contact_mobile: '13800130000',
    region: '浙江省 杭州市 余杭区',
    address: '示例路1号1幢仓库',
    is_def: true,
    province: '浙江省',
    city: '杭州市',
    district: '余杭区',
    create_time: toSeconds(context.nowMs()),
    modify_time: toSeconds(context.nowMs()),
  }
}

/** Where a shop's returns go when nobody says so; null for a shop that keeps no return address. */
export function defaultReturnAddress(
  context: SandboxContext,
  sellerId: number,
  userName: string,
): ReturnAddress | null {
  const shop = findShop(context, sellerId, userName)
  if (!shop || !keepsReturnAddress(shop)) return null
  return returnAddressOf(addressOf(context, sellerId, ADDRESS_TYPES.returns))
}

/** Where they go when there is no return address either: where the shop ships from. */
export const shippingAddress = (context: SandboxContext, sellerId: number): ReturnAddress =>
  returnAddressOf(addressOf(context, sellerId, ADDRESS_TYPES.shipping))

function returnAddressOf(address: Address): ReturnAddress {
  return {
    name: address.contact_name,
    mobile: address.contact_mobile,
    prov_name: address.province ?? '',
    city_name: address.city ?? '',
    area_name: address.district ?? '',
    address: address.address,
  }
}
