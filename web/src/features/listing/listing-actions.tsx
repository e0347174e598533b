import { linkTo } from '@huanji/contract/pages'
import { api } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { errorText } from '../../api/refusal.ts'
import { type ActionContext, type ActionOutcome, defineAction } from '../../components/actions/action.ts'
import { lateModule } from '../../components/late/late-module.ts'
import { latePart } from '../../components/late/late-part.ts'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { toast } from '../../components/toast/toast.ts'
import { refreshAndFollow, requestActions } from '../request/request-actions.ts'
import { listingName, type PriceOperation } from './listing-facts.ts'
import type { PublishKind } from './publish/publish-kinds.ts'
import type { ListingRow, OperateInput, RowResult } from './types.ts'

/** What an offer brings is looked at when it is answered: the list has its figures from the server. */
const loadOfferWords = lateModule(() => import('./offer-words.tsx'))

const PriceDrawer = latePart(async () => (await import('./price-drawer.tsx')).PriceDrawer)
const RestockDrawer = latePart(async () => (await import('./restock/restock-drawer.tsx')).RestockDrawer)
const PublishDrawer = latePart(async () => (await import('./publish/publish-drawer.tsx')).PublishDrawer)

type Context = ActionContext<ListingRow>

/**
 * Opens the drawer that publishes, first in one of its ways; once it is closed the rows are asked for again.
 * @param wanted the records of phones that come into its sheet
 */
export async function openPublish(
  kind: PublishKind,
  refresh: () => Promise<void>,
  wanted: readonly string[] = [],
): Promise<void> {
  await openOverlay<true>((close) => <PublishDrawer kind={kind} wanted={wanted} onClose={close} />)
  await refreshAndFollow(refresh)
}

type PlainOperation = Exclude<OperateInput['action'], PriceOperation | 'restock'>

/** What a row that was accepted is told: the marketplace has still to do it. */
const ACCEPTED: Readonly<Record<PlainOperation, string>> = {
  off_shelf: '已申请下架，闲鱼确认后生效',
  // what never was at the marketplace is gone at once
  delete: '已提交删除，闲鱼上的商品待闲鱼确认后删除',
  accept_offer: '已同意议价，闲鱼确认后成交',
  refuse_offer: '已拒绝议价，闲鱼确认后流拍',
}

/** Sends rows; what the server doubts is asked about once for all of them, and sent again where the person stands by it. */
async function sendRows(action: PlainOperation, rows: readonly ListingRow[]): Promise<RowResult[]> {
  const send = async (some: readonly ListingRow[], priceConfirmed: boolean) => {
    const input = { action, rows: some.map(({ listingId, version }) => ({ listingId, version, priceConfirmed })) }
    const answer = await api.goods.operate(input, { idempotencyKey: newIdempotencyKey(), handles: 'all' })
    return answer.results
  }
  const results = await send(rows, false)
  const doubtOf = (row: ListingRow) =>
    results.find((one) => one.listingId === row.listingId && one.refusal === 'PRICE_NEEDS_CONFIRMATION')
  const doubted = rows.filter((row) => doubtOf(row) !== undefined)
  if (doubted.length === 0) return results
  const { confirmPrices } = await import('./confirm-prices.tsx')
  const questions = doubted.map((row) => ({
    key: row.listingId,
    label: listingName(row),
    question: doubtOf(row)?.message ?? '',
    lossFen: Math.max(0, -(row.offer?.marginFen ?? 0)),
  }))
  if (!(await confirmPrices(questions))) return results
  const again = await send(doubted, true)
  return [...again, ...results.filter(({ listingId }) => !doubted.some((row) => row.listingId === listingId))]
}

/** Does it for all rows in one call; every row has its own result. */
async function operate(
  action: PlainOperation,
  rows: readonly ListingRow[],
  { refresh }: Pick<Context, 'refresh'>,
): Promise<ActionOutcome[]> {
  try {
    const results = await sendRows(action, rows)
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

/** Opens the sheet of prices for some listings, with everything that it shows of them. */
export async function openPrices(
  operation: PriceOperation,
  listings: readonly ListingRow[],
  { refresh }: Pick<Context, 'refresh'>,
): Promise<void> {
  try {
    const { loadPriceRows } = await import('./load-price-rows.ts')
    const rows = await loadPriceRows(listings)
    await openOverlay<true>((close) => <PriceDrawer operation={operation} rows={rows} onClose={close} />)
  } catch (error) {
    toast('error', errorText(error))
  }
  await refreshAndFollow(refresh)
}

/** What is left to do where the marketplace refused what was asked of a listing. */
export const { retryAction, giveUpAction } = requestActions<ListingRow>({
  grant: api.goods.operate.path,
  labelOf: listingName,
  tasks: { retry: 'listing.retry', giveUp: 'listing.giveUp' },
  retry: ({ listingId }, options) => api.listingHandling.retry({ listingId }, options),
  giveUp: ({ listingId }, options) => api.listingHandling.giveUp({ listingId }, options),
})

/** 同意议价: the highest offer, below the reserve, is taken. */
export const acceptOfferAction = defineAction<ListingRow>({
  key: 'accept-offer',
  name: '同意议价',
  icon: 'check',
  tone: 'primary',
  grant: api.goods.operate.path,
  allowed: 'acceptOffer',
  bulk: true,
  confirm: async (rows) => (await loadOfferWords()).acceptQuestion(rows),
  run: (rows, context) => operate('accept_offer', rows, context),
})

/** 拒绝议价: the run ends unsold. */
export const refuseOfferAction = defineAction<ListingRow>({
  key: 'refuse-offer',
  name: '拒绝议价',
  icon: 'close',
  grant: api.goods.operate.path,
  allowed: 'refuseOffer',
  bulk: true,
  confirm: async (rows) => (await loadOfferWords()).refuseQuestion(rows),
  run: (rows, context) => operate('refuse_offer', rows, context),
})

/** 编辑: photographs, texts and prices of what is offered. */
export const editAction = defineAction<ListingRow>({
  key: 'edit',
  name: '编辑',
  icon: 'edit',
  shortcut: 'e',
  grant: api.goods.edit.path,
  allowed: 'edit',
  run: ([row], { navigate }) => {
    if (row) void navigate(linkTo('listingEditor', { listingId: row.listingId }))
  },
})

/** 补货: more phones into a listing of stock. */
export const restockAction = defineAction<ListingRow>({
  key: 'restock',
  name: '补货',
  icon: 'plus',
  grant: api.goods.operate.path,
  allowed: 'restock',
  run: async ([row], { refresh }) => {
    if (!row) return
    try {
      const listing = await api.goods.detail({ listingId: row.listingId })
      await openOverlay<true>((close) => <RestockDrawer listing={listing} onClose={close} />)
    } catch (error) {
      toast('error', errorText(error))
    }
    await refreshAndFollow(refresh)
  },
})

/** 改价: takes an entry back and enters it anew with other prices, or changes a fixed price. */
export const changePriceAction = defineAction<ListingRow>({
  key: 'change-price',
  name: '改价',
  icon: 'tag',
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
    body: `要下架 ${rows.length} 件。闲鱼同意后才算下架，之前还会卖出去；竞拍的会撤回这一场的报名，撤下来以后不会自动重新上架。`,
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
    body: `将删除 ${rows.length} 件商品，删除后不能恢复；手机仍可重新发布。`,
    ok: '删除',
    tone: 'danger',
  }),
  run: (rows, context) => operate('delete', rows, context),
})

/** What can be done with a listing, most wanted first. */
export const LISTING_ACTIONS = [
  acceptOfferAction,
  refuseOfferAction,
  retryAction,
  changePriceAction,
  restockAction,
  editAction,
  relistAction,
  offShelfAction,
  giveUpAction,
  deleteAction,
]
