import type { ParsedOf } from '@huanji/contract/call'
import type { shop } from '@huanji/contract/features/shop/calls'
import { CHANNEL_LABELS } from '@huanji/contract/labels'
import { formatShanghai } from '@huanji/domain/time'
import { type AuditFacts, differingFacts } from '../../audit/entry.ts'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { requireAllowed } from '../../gateway/allowed-actions.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { newId } from '../../platform/ids.ts'
import { recordEdit, requireVersion } from '../history/edits.ts'
import { lastChangeOf } from '../history/store.ts'
import { SHOP_ACTIONS, type ShopAction } from './actions.ts'
import type { GivenConsent } from './consent.ts'
import { hangingOn } from './hanging-store.ts'
import { requestShopRelease } from './jobs.ts'
import { channelsOf, isAdmitted } from './rules.ts'
import {
  claimShop,
  editShop,
  findShop,
  followAuthorization,
  lockShop,
  lockShopAlone,
  releaseShop,
  type ShopRow,
  saveShop,
  shopIdOf,
} from './store.ts'

/**
 * Locks a shop for an action and gives it. Refuses NOT_FOUND, VERSION_CONFLICT with who and when for an older version than
 * the one that stands, and what the shop does not allow as it stands.
 */
export async function lockShopFor(
  { tx, now }: Pick<CallContext, 'tx' | 'now'>,
  action: ShopAction,
  { shopAccountId, version }: { readonly shopAccountId: string; readonly version?: number | undefined },
): Promise<ShopRow> {
  // what ends a shop waits for goods that are being put into it
  const lock = action === 'unbind' || action === 'delete' ? lockShopAlone : lockShop
  const row = (await lock(tx, shopAccountId, now)) ?? refuse('NOT_FOUND', {}, { field: 'shopAccountId' })
  if (version !== undefined && version !== row.version) {
    const last = await lastChangeOf(tx, 'shop', shopAccountId)
    const seen = { subject: 'shop', subjectId: shopAccountId, version: row.version } as const
    await requireVersion(tx, { ...seen, updatedAt: last?.at ?? row.createdAt }, version)
  }
  requireAllowed(SHOP_ACTIONS, action, { ...row, ...(await hangingOn(tx, shopAccountId)) })
  return row
}

/** What the log says of a shop. */
const factsOf = (row: ShopRow): AuditFacts => ({
  店铺: row.shopName,
  授权: row.isBound
    ? `已绑定${row.authorisedUntil === null ? '' : `，${formatShanghai(row.authorisedUntil)}到期`}`
    : '已解绑',
  启用: row.enabled ? '是' : '否',
  业务: channelsOf(row)
    .map((channel) => CHANNEL_LABELS[channel])
    .join('、'),
  备注: row.remark,
})

/** Writes into the log and the shop's history what was done with it; `before` is null for one that did not stand here. */
async function recordChange(
  { tx, actor, now, audit }: CallContext,
  shopAccountId: string,
  before: ShopRow | null,
  [action, actionLabel]: readonly [string, string],
): Promise<void> {
  const after = await findShop(tx, shopAccountId, now)
  await recordEdit(tx, { subject: 'shop', subjectId: shopAccountId }, { actor, now }, action, actionLabel)
  const facts = differingFacts(before && factsOf(before), after && factsOf(after))
  const subjectLabel = (after ?? before)?.shopName ?? ''
  audit({ actionLabel, subject: 'shop', subjectId: shopAccountId, subjectLabel, ...facts })
}

/** Writes down what people remember a shop by. */
export async function remarkShop(context: CallContext, input: ParsedOf<typeof shop.remark>): Promise<void> {
  const row = await lockShopFor(context, 'remark', input)
  if (row.remark === input.remark) {
    context.audit(null)
    return
  }
  await editShop(context.tx, row.shopAccountId, { remark: input.remark })
  await recordChange(context, row.shopAccountId, row, ['remark', '修改店铺备注'])
}

/**
 * Says whether a shop is used, and for what. Refuses SHOP_CHANNEL_NOT_PERMITTED for a channel that the marketplace has not
 * opened for it.
 */
export async function setBusiness(context: CallContext, input: ParsedOf<typeof shop.business>): Promise<void> {
  const row = await lockShopFor(context, 'business', input)
  const foreign = input.channels.find((channel) => !isAdmitted(row.itemBizTypes, channel))
  if (foreign) {
    const values = { shop: row.shopName, channel: CHANNEL_LABELS[foreign] }
    return refuse('SHOP_CHANNEL_NOT_PERMITTED', values, { field: 'channels' })
  }
  const channels = [...new Set(input.channels)]
  if (row.enabled === input.enabled && channels.toSorted().join() === channelsOf(row).toSorted().join()) {
    context.audit(null)
    return
  }
  await editShop(context.tx, row.shopAccountId, { enabled: input.enabled, channels })
  await recordChange(context, row.shopAccountId, row, ['business', '修改店铺业务'])
}

async function letGo(tx: Tx, row: ShopRow, now: Date): Promise<void> {
  await releaseShop(tx, row.userIdentity)
  if (row.isBound) await requestShopRelease(tx, row.authorizeId, now)
}

/** Ends that a shop is used here; whoever binds it next may have it. Refuses while goods or orders hang on it. */
export async function unbindShop(
  context: CallContext,
  input: { readonly shopAccountId: string; readonly version?: number | undefined },
): Promise<void> {
  const row = await lockShopFor(context, 'unbind', input)
  await editShop(context.tx, row.shopAccountId, { unboundAt: context.now })
  await letGo(context.tx, row, context.now)
  await recordChange(context, row.shopAccountId, row, ['unbind', '解绑店铺'])
}

/**
 * Takes a shop away; orders and bills keep its name. Refuses SHOP_HAS_LISTINGS and SHOP_HAS_ORDERS, saying how many and
 * which.
 */
export async function deleteShop(context: CallContext, input: ParsedOf<typeof shop.del>): Promise<void> {
  const { tx, now } = context
  const row = await lockShopFor(context, 'delete', input)
  await editShop(tx, row.shopAccountId, { unboundAt: now, deletedAt: now })
  await letGo(tx, row, now)
  await recordChange(context, row.shopAccountId, row, ['delete', '删除店铺'])
}

/**
 * Takes over the shop that somebody consented to: a new one, or one that stands here already, also one that was unbound or
 * deleted. Gives its id, and the name of the shop that was to be authorised anew where it is another one. Refuses
 * SHOP_BOUND_ELSEWHERE for a shop of another merchant.
 */
export async function bindShop(context: CallContext, { shop: told, wantedId }: GivenConsent) {
  const { tx, now } = context
  if (!(await claimShop(tx, told.userIdentity))) return refuse('SHOP_BOUND_ELSEWHERE', { shop: told.shopName })
  await followAuthorization(tx, told)
  const knownId = await shopIdOf(tx, told.authorizeId)
  const before = knownId === null ? null : await lockShop(tx, knownId, now)
  const shopAccountId = knownId ?? newId()
  await saveShop(tx, shopAccountId, told, now)
  if (knownId !== null) await editShop(tx, knownId, { unboundAt: null, deletedAt: null })
  const isRenewal = before?.isBound === true
  await recordChange(context, shopAccountId, before, ['bind', isRenewal ? '重新授权店铺' : '绑定店铺'])
  const wanted = wantedId === null || wantedId === shopAccountId ? null : await findShop(tx, wantedId, now)
  return { shopAccountId, wanted: wanted?.shopName ?? null }
}
