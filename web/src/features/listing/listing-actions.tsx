import { lazy } from 'react'
import { api } from '../../api/client.ts'
import { errorText } from '../../api/refusal.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { type ActionContext, type ActionOutcome, defineAction } from '../../components/actions/action.ts'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { newIdempotencyKey } from '../../platform/idempotency-key.ts'
import { desiredActions, refreshAndFollow } from '../trade/desired-actions.ts'
import { listingName, type PriceOperation } from './price-rows.ts'
import type { ListingRow, SessionChannel } from './types.ts'

const PriceDrawer = lazy(lazyPage(async () => ({ default: (await import('./price-drawer.tsx')).PriceDrawer })))
const PublishDrawer = lazy(
  lazyPage(async () => ({ default: (await import('./publish/publish-drawer.tsx')).PublishDrawer })),
)

type Context = ActionContext<ListingRow>

/** Opens the drawer that publishes to a channel; once it is closed the rows are asked for again. */
export async function openPublish(channel: SessionChannel, refresh: () => Promise<void>): Promise<void> {
  await openOverlay<true>((close) => <PublishDrawer channel={channel} onClose={close} />)
  await refreshAndFollow(refresh)
}

/** What a row that was accepted is told: the marketplace has still to do it. */
const ACCEPTED = { off_shelf: '已申请下架，闲鱼确认后生效', delete: '已删除' } as const

/** Does it for all rows in one call; every row has its own result. */
async function operate(
  action: 'off_shelf' | 'delete',
  rows: readonly ListingRow[],
  { refresh }: Context,
): Promise<ActionOutcome[]> {
  const input = { action, rows: rows.map(({ listingId, version }) => ({ listingId, version })) }
  try {
    const { results } = await api.goods.operate(input, { idempotencyKey: newIdempotencyKey(), handles: 'all' })
    return rows.map((row) => {
      const result = results.find((one) => one.listingId === row.listingId)
      return {
        label: listingName(row),
        ok: result?.ok ?? false,
        message: result?.ok ? ACCEPTED[action] : (result?.message ?? '没有收到结果，请刷新查看'),
      }
    })
  } catch (error) {
    return rows.map((row) => ({ label: listingName(row), ok: false, message: errorText(error) }))
  } finally {
    void refreshAndFollow(refresh)
  }
}

async function openPrices(operation: PriceOperation, rows: readonly ListingRow[], { refresh }: Context): Promise<void> {
  await openOverlay<true>((close) => <PriceDrawer operation={operation} listings={rows} onClose={close} />)
  await refreshAndFollow(refresh)
}

/** What is left to do where the marketplace refused what was asked of a listing. */
const { retryAction, giveUpAction } = desiredActions<ListingRow>({
  grant: api.goods.operate.path,
  labelOf: listingName,
  tasks: { retry: 'listing.retry', giveUp: 'listing.giveUp' },
  retry: ({ listingId }, options) => api.extListing.retry({ listingId }, options),
  giveUp: ({ listingId }, options) => api.extListing.giveUp({ listingId }, options),
})

/** 改价: takes the entry back and enters it anew with other prices. */
export const changePriceAction = defineAction<ListingRow>({
  key: 'change-price',
  name: '改价',
  icon: 'edit',
  shortcut: 'p',
  grant: api.goods.operate.path,
  allowed: 'changePrice',
  bulk: true,
  run: (rows, context) => openPrices('change_price', rows, context),
})

/** 下架: takes the entry back, and the units are free again. */
export const offShelfAction = defineAction<ListingRow>({
  key: 'off-shelf',
  name: '下架',
  icon: 'minus',
  grant: api.goods.operate.path,
  allowed: 'takeOff',
  bulk: true,
  task: 'listing.takeOff',
  confirm: (rows) => ({
    title: '下架商品？',
    body: `将向闲鱼申请撤回 ${rows.length} 件商品的本场报名；闲鱼确认前商品仍在销售中，确认后设备可以重新发布。`,
    ok: '下架',
    tone: 'danger',
  }),
  run: (rows, context) => operate('off_shelf', rows, context),
})

/** 重新上架: into another session, at the old prices or others. */
export const relistAction = defineAction<ListingRow>({
  key: 'relist',
  name: '重新上架',
  icon: 'upload',
  shortcut: 'u',
  grant: api.goods.operate.path,
  allowed: 'relist',
  bulk: true,
  run: (rows, context) => openPrices('relist', rows, context),
})

/** 删除: only what is not on sale. */
export const deleteAction = defineAction<ListingRow>({
  key: 'delete',
  name: '删除',
  icon: 'trash',
  tone: 'danger',
  grant: api.goods.operate.path,
  allowed: 'delete',
  bulk: true,
  task: 'listing.delete',
  confirm: (rows) => ({
    title: '删除商品？',
    body: `将删除 ${rows.length} 件商品，删除后不能恢复；设备仍可重新发布。`,
    ok: '删除',
    tone: 'danger',
  }),
  run: (rows, context) => operate('delete', rows, context),
})

/** What can be done with a listing, most wanted first. */
export const LISTING_ACTIONS = [
  retryAction,
  changePriceAction,
  relistAction,
  offShelfAction,
  giveUpAction,
  deleteAction,
]
