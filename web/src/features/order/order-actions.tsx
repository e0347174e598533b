import { otherWaybillIn } from '@huanji/domain/orders/other-waybill'
import { api } from '../../api/client.ts'
import { type Action, type ActionContext, defineAction } from '../../components/actions/action.ts'
import { latePart } from '../../components/late/late-part.ts'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { toast } from '../../components/toast/toast.ts'
import type { ChannelOrders } from '../channel/channels.ts'
import { refreshAndFollow, requestActions } from '../request/request-actions.ts'
import type { RightWaybill } from './shipping/other-waybill-dialog.tsx'
import type { OrderRow } from './types.ts'

const ShippingDrawer = latePart(async () => (await import('./shipping/shipping-drawer.tsx')).ShippingDrawer)
const DeliverManyDrawer = latePart(async () => (await import('./batch/deliver-many-drawer.tsx')).DeliverManyDrawer)
const CloseDialog = latePart(async () => (await import('./close/close-dialog.tsx')).CloseDialog)
const PriceDialog = latePart(async () => (await import('./price/price-dialog.tsx')).PriceDialog)
const RemarkDialog = latePart(async () => (await import('./remark/remark-dialog.tsx')).RemarkDialog)
const ParcelDialog = latePart(async () => (await import('./shipping/parcel-dialog.tsx')).ParcelDialog)
const OtherWaybillDialog = latePart(
  async () => (await import('./shipping/other-waybill-dialog.tsx')).OtherWaybillDialog,
)
const PrintDialog = latePart(async () => (await import('./print/print-dialog.tsx')).PrintDialog)

/** Which part of the way out is begun with: choosing the phones, or packing them. */
export type ShippingStep = 'pick' | 'pack'

/**
 * Opens packing for a channel's order, or first asks for a phone to be scanned; ends when it is closed.
 * @param begun the scan that led to the order, as its first phone, and the number that the parcel is known to have
 */
export const openShipping = (
  orders: ChannelOrders,
  order: OrderRow | null,
  step: ShippingStep = 'pack',
  begun: { readonly firstCode?: string; readonly waybill?: string } = {},
): Promise<unknown> =>
  openOverlay((close) => (
    <ShippingDrawer
      orders={orders}
      order={order}
      step={step}
      firstCode={begun.firstCode ?? ''}
      waybill={begun.waybill ?? ''}
      onClose={close}
    />
  ))

/** Opens the list of parcels that are shipped together, with lines for the given orders; ends when it is closed. */
export const openDeliverMany = (orders: ChannelOrders, orderNos: readonly string[] = []): Promise<unknown> =>
  openOverlay((close) => <DeliverManyDrawer orders={orders} orderNos={orderNos} onClose={close} />)

type Context = ActionContext<OrderRow>
type Run = (order: OrderRow, context: Context) => Promise<void>

/** An action of one order after another: each opens something. */
const forOne =
  (run: Run): Action<OrderRow>['run'] =>
  async ([order], context) => {
    if (order) await run(order, context)
  }

const shipFrom = (orders: ChannelOrders, step: ShippingStep) =>
  forOne(async (order, { refresh }) => {
    await openShipping(orders, order, step)
    await refresh()
  })

/** What asks the marketplace for something: a sentence once it was asked, and the rows again when it has answered. */
const requesting = (open: (order: OrderRow) => Promise<OrderRow | undefined>, said: string) =>
  forOne(async (order, { refresh, updateRow }) => {
    const asked = await open(order)
    if (!asked) return
    updateRow(order, () => asked)
    toast('success', said)
    void refreshAndFollow(refresh)
  })

/** Shipping and what goes before it (docs/domain.md §5.7, §6.4). */
function shippingActions(orders: ChannelOrders): Action<OrderRow>[] {
  const grant = orders.calls.delivery.path
  const ship = defineAction<OrderRow>({
    key: 'ship',
    name: '发货',
    icon: 'truck',
    tone: 'primary',
    shortcut: 'f',
    grant,
    allowed: 'ship',
    run: shipFrom(orders, 'pack'),
  })
  const resend = defineAction<OrderRow>({
    key: 'resend',
    name: '改运单',
    icon: 'refresh',
    tone: 'danger',
    grant,
    allowed: 'resend',
    run: shipFrom(orders, 'pack'),
  })
  if (orders.stock === null) return [ship, resend]
  const picking = { icon: 'scan', grant: orders.stock.setDeliveryStock.path, run: shipFrom(orders, 'pick') } as const
  return [
    defineAction<OrderRow>({
      ...picking,
      key: 'pick',
      name: '选手机',
      tone: 'primary',
      shortcut: 'e',
      allowed: 'pick',
    }),
    ship,
    resend,
    defineAction<OrderRow>({ ...picking, key: 'unpick', name: '换一台', allowed: 'unpick' }),
  ]
}

function changePriceAction(orders: ChannelOrders, stock: NonNullable<ChannelOrders['stock']>) {
  return defineAction<OrderRow>({
    key: 'change-price',
    name: '改价',
    icon: 'edit',
    tone: 'primary',
    shortcut: 'p',
    grant: stock.changePrice.path,
    allowed: 'changePrice',
    run: requesting(
      (order) =>
        openOverlay<OrderRow>((close) => <PriceDialog orders={orders} stock={stock} order={order} onClose={close} />),
      '已提交改价，闲鱼确认后买家按新价付款',
    ),
  })
}

/** The marketplace's number of a parcel whose shipment it refused for it; null where it did not. */
const otherWaybillOf = ({ desired }: OrderRow): string | null =>
  desired?.state === 'refused' && desired.want === 'shipped' ? otherWaybillIn(desired.problem) : null

/** 重新提交 asks which number is right where the marketplace has another; of several orders those are left for one by one. */
function askingWaybill(orders: ChannelOrders, retry: Action<OrderRow>): Action<OrderRow> {
  return {
    ...retry,
    run: async (rows, context) => {
      const [only] = rows
      const theirs = rows.length === 1 && only ? otherWaybillOf(only) : null
      if (only && theirs !== null) {
        const right = await openOverlay<RightWaybill>((close) => (
          <OtherWaybillDialog order={only} theirs={theirs} onClose={close} />
        ))
        if (right === 'theirs') {
          await openShipping(orders, only, 'pack', { waybill: theirs })
          return context.refresh()
        }
        return right === 'ours' ? retry.run(rows, context) : undefined
      }
      const asked = rows.filter((row) => otherWaybillOf(row) !== null)
      const told = asked.map((row) => ({
        label: row.orderNo,
        ok: false,
        message: `闲鱼上是运单${otherWaybillOf(row) ?? ''}，请打开这一单，选哪个运单号是对的`,
      }))
      const others = rows.filter((row) => !asked.includes(row))
      const done = others.length > 0 ? await retry.run(others, context) : []
      return [...(done ?? []), ...told]
    },
  }
}

/** What is left to do where the marketplace refused what was asked of an order. */
function decisions(orders: ChannelOrders) {
  const made = refusedActions(orders)
  return { ...made, retryAction: askingWaybill(orders, made.retryAction) }
}

const refusedActions = (orders: ChannelOrders) =>
  requestActions<OrderRow>({
    grant: [
      orders.calls.delivery.path,
      orders.calls.close.path,
      ...(orders.stock ? [orders.stock.changePrice.path] : []),
    ],
    labelOf: (order) => order.orderNo,
    tasks: orders.tasks,
    retry: ({ orderId }, options) => api.shipmentHandling.retry({ orderId }, options),
    giveUp: ({ orderId }, options) => api.shipmentHandling.giveUp({ orderId }, options),
    giveUpAlso: '被拒的发货会撤回，订单回到待发货。',
  })

/** 备注: ours alone, the buyer never sees it. */
const remarkAction = (orders: ChannelOrders) =>
  defineAction<OrderRow>({
    key: 'remark',
    name: '备注',
    icon: 'edit',
    shortcut: 'b',
    grant: orders.calls.addRemark.path,
    allowed: 'remark',
    run: forOne(async (order, { updateRow }) => {
      const kept = await openOverlay<OrderRow>((close) => (
        <RemarkDialog orders={orders} order={order} onClose={close} />
      ))
      if (!kept) return
      updateRow(order, () => kept)
      toast('success', '备注已保存')
    }),
  })

/** 关闭订单: for a reason, and not to be taken back. */
const closeAction = (orders: ChannelOrders) =>
  defineAction<OrderRow>({
    key: 'close',
    name: '关闭订单',
    icon: 'close',
    tone: 'danger',
    grant: orders.calls.close.path,
    allowed: 'close',
    run: requesting(
      (order) => openOverlay<OrderRow>((close) => <CloseDialog orders={orders} order={order} onClose={close} />),
      '已提交关闭，闲鱼确认后订单关闭',
    ),
  })

/** 确认包裹去向: of an order that ended before the marketplace had heard of its parcel. */
const parcelAction = (orders: ChannelOrders) =>
  defineAction<OrderRow>({
    key: 'settle-parcel',
    name: '确认包裹去向',
    icon: 'truck',
    tone: 'danger',
    grant: orders.calls.delivery.path,
    allowed: 'settleParcel',
    run: forOne(async (order, { refresh, updateRow }) => {
      const settled = await openOverlay<OrderRow>((close) => <ParcelDialog order={order} onClose={close} />)
      if (!settled) return
      updateRow(order, () => settled)
      await refresh()
    }),
  })

/** 批量发货 of the ticked orders. */
const shipManyAction = (orders: ChannelOrders) =>
  defineAction<OrderRow>({
    key: 'ship-many',
    name: '批量发货',
    icon: 'list',
    tone: 'primary',
    bulk: true,
    single: false,
    grant: orders.calls.delivery.path,
    allowed: 'ship',
    run: async (rows, { refresh }) => {
      await openDeliverMany(
        orders,
        rows.map(({ orderNo }) => orderNo),
      )
      await refresh()
    },
  })

/** Orders whose phones are still to be taken from the shelf, or wait packed. */
const PICKED_FROM_SHELF: readonly OrderRow['state'][] = ['awaiting_payment', 'awaiting_shipment']

/** 拣货单 and 发货单 of the ticked orders. */
const printAction = (orders: ChannelOrders) =>
  defineAction<OrderRow>({
    key: 'print',
    name: '打印拣货单',
    icon: 'print',
    suits: ({ state }) => PICKED_FROM_SHELF.includes(state),
    bulk: true,
    grant: orders.calls.list.path,
    run: async (rows) => {
      await openOverlay<void>((close) => (
        <PrintDialog orders={orders} orderIds={rows.map(({ orderId }) => orderId)} onClose={close} />
      ))
    },
  })

/** 查看: the order's own page. */
const openAction = (orders: ChannelOrders) =>
  defineAction<OrderRow>({
    key: 'open',
    name: '查看',
    grant: orders.calls.detail.path,
    run: ([order], { navigate }) => {
      if (order) void navigate(orders.link(order.orderId))
    },
  })

/** What can be done with an order of a channel on its own page, most wanted first. */
export function orderActions(orders: ChannelOrders): Action<OrderRow>[] {
  const { retryAction, giveUpAction } = decisions(orders)
  return [
    ...shippingActions(orders),
    parcelAction(orders),
    ...(orders.stock ? [changePriceAction(orders, orders.stock)] : []),
    retryAction,
    giveUpAction,
    printAction(orders),
    closeAction(orders),
  ]
}

/** What the rows of a channel's list offer. */
export function orderRowActions(orders: ChannelOrders): Action<OrderRow>[] {
  const own = orderActions(orders)
  const close = own.slice(-2)
  return [shipManyAction(orders), ...own.slice(0, -2), openAction(orders), remarkAction(orders), ...close]
}
