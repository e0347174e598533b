import { REFUND_KINDS } from '@huanji/domain/refunds/kinds'
import { z } from 'zod'
import { sessionModeSchema } from '../protocol/auction.ts'
import { PLATFORM_CODES } from '../protocol/errors.ts'
import { REFUND_IMAGES_MAX } from '../protocol/refunds.ts'
import { idSchema, orderNoSchema, priceFenSchema } from '../protocol/scalars.ts'
import type { Answer } from './incoming-call.ts'
import { ControlRefused, type SandboxControl } from './options.ts'

const orderSchema = z.object({ orderNo: orderNoSchema })
const shareSchema = z.number().min(0).max(1).exactOptional()
const timesSchema = z.int().min(1).exactOptional()
const pathSchema = z.string().startsWith('/')

const faultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('refuse'), path: pathSchema, code: z.int(), msg: z.string(), times: timesSchema }),
  z.object({ kind: z.literal('http'), path: pathSchema, status: z.int().min(400).max(599), times: timesSchema }),
  z.object({ kind: z.enum(['hang', 'reset']), path: pathSchema, afterEffect: z.boolean(), times: timesSchema }),
  z.object({ kind: z.literal('late'), path: pathSchema, delayMs: z.int().min(1), times: timesSchema }),
  z.object({ kind: z.literal('twice'), path: pathSchema, times: timesSchema }),
  z.object({ kind: z.literal('overtaken'), path: pathSchema, by: z.enum(['payment', 'purchase']), times: timesSchema }),
])

const standingSchema = z.object({
  callFaultShare: shareSchema,
  lateCallShare: shareSchema,
  twiceCallShare: shareSchema,
  latencyMs: z.int().min(0).exactOptional(),
  pushDelayMs: z.int().min(0).exactOptional(),
  pushTwice: z.boolean().exactOptional(),
  pushOutOfOrder: z.boolean().exactOptional(),
  dropPushes: z.boolean().exactOptional(),
})

/** All but a closed port, on which the request that ends it would not be heard either. */
const outageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('http'), durationMs: z.int().min(1), status: z.int().min(400).max(599) }),
  z.object({ kind: z.enum(['reset', 'hang']), durationMs: z.int().min(1) }),
])

const behaviourSchema = z.object({
  bid: z.boolean().exactOptional(),
  shop: z.boolean().exactOptional(),
  defaultShare: shareSchema,
  refundShare: shareSchema,
  shopEveryMs: z.int().min(1).exactOptional(),
  keepGoodsShare: shareSchema,
  reviewWithinMs: z.int().min(0).exactOptional(),
})

const shopSchema = z.object({
  sellerId: idSchema,
  userName: z.string().min(1),
  nick: z.string().min(1),
  shopName: z.string().min(1).exactOptional(),
  authorizedDays: z.number().min(0).exactOptional(),
  itemBizTypes: z.array(z.int()).exactOptional(),
  isDepositEnough: z.boolean().exactOptional(),
  isPro: z.boolean().exactOptional(),
  isValid: z.boolean().exactOptional(),
  hasReturnAddress: z.boolean().exactOptional(),
})

const kindSchema = z.enum(REFUND_KINDS.map(({ code }) => code))
const refundSchema = orderSchema.extend({
  kind: kindSchema,
  amountFen: priceFenSchema.exactOptional(),
  reportNo: z.string().exactOptional(),
  reason: z.string().exactOptional(),
  detail: z.string().exactOptional(),
  description: z.string().max(500).exactOptional(),
  imageCount: z.int().min(0).max(REFUND_IMAGES_MAX).exactOptional(),
})

const accountSchema = z.object({
  userName: z.string().min(1),
  sellerId: idSchema.exactOptional(),
  amountFen: priceFenSchema,
})

const correctionShape = { amountFen: z.int(), reason: z.string().min(1).max(200) }
const adjustmentSchema = z.union([
  z.strictObject({ orderNo: orderNoSchema, ...correctionShape }),
  z.strictObject({ userName: z.string().min(1), sellerId: idSchema.exactOptional(), ...correctionShape }),
])

type Action = (body: unknown) => unknown

function action<Body extends z.ZodType>(body: Body, handle: (request: z.output<Body>) => unknown): Action {
  return (raw) => handle(body.parse(raw))
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one table: an action a line
function actionsOf(control: SandboxControl): Record<string, Action> {
  return {
    now: () => ({ nowMs: control.nowMs() }),
    advance: action(z.object({ durationMs: z.number().min(0) }), ({ durationMs }) => control.advance(durationMs)),
    setSpeed: action(z.object({ speed: z.number().min(0) }), ({ speed }) => control.setSpeed(speed)),
    openShop: action(shopSchema, control.openShop),
    authorizeShop: action(
      z.object({ sellerId: idSchema, userName: z.string(), expiresAtMs: z.int() }),
      ({ sellerId, userName, expiresAtMs }) => control.authorizeShop(sellerId, userName, expiresAtMs),
    ),
    failNext: action(faultSchema, control.failNext),
    setFaults: action(standingSchema, control.setFaults),
    beAway: action(outageSchema, control.beAway),
    comeBack: () => control.comeBack(),
    failPublish: action(
      z.object({ errCode: z.string().min(1), errMsg: z.string(), times: timesSchema }),
      ({ errCode, errMsg, times }) => control.failPublish(errCode, errMsg, times),
    ),
    setBehaviour: action(behaviourSchema, control.setBehaviour),
    placeBid: action(
      z.object({ entryId: idSchema, buyer: z.int().min(0), amountFen: priceFenSchema }),
      control.placeBid,
    ),
    startEntry: action(z.object({ entryId: idSchema }), ({ entryId }) => control.startEntry(entryId)),
    concludeEntry: action(
      z.object({ entryId: idSchema, priceFen: priceFenSchema.nullable(), isOffer: z.boolean().exactOptional() }),
      ({ entryId, ...outcome }) => ({ status: control.concludeEntry(entryId, outcome) }),
    ),
    buyProduct: action(
      z.object({ productId: idSchema, quantity: z.int().min(1).exactOptional(), skuId: idSchema.exactOptional() }),
      ({ productId, quantity, skuId }) => ({ orderNo: control.buyProduct(productId, quantity, skuId) }),
    ),
    payOrder: action(orderSchema, ({ orderNo }) => control.payOrder(orderNo)),
    defaultOrder: action(orderSchema, ({ orderNo }) => control.defaultOrder(orderNo)),
    closeOrder: action(orderSchema.extend({ reason: z.string().min(1).exactOptional() }), ({ orderNo, reason }) =>
      control.closeOrder(orderNo, reason),
    ),
    confirmReceipt: action(orderSchema, ({ orderNo }) => control.confirmReceipt(orderNo)),
    settleOrder: action(orderSchema, ({ orderNo }) => control.settleOrder(orderNo)),
    openRefund: action(refundSchema, control.openRefund),
    changeRefund: action(
      refundSchema.pick({ orderNo: true, amountFen: true }).extend({ kind: kindSchema.exactOptional() }),
      ({ orderNo, amountFen, kind }) => control.changeRefund(orderNo, amountFen, kind),
    ),
    returnGoods: action(orderSchema.extend({ waybill: z.string().exactOptional() }), ({ orderNo, waybill }) =>
      control.returnGoods(orderNo, waybill),
    ),
    withdrawRefund: action(orderSchema, ({ orderNo }) => control.withdrawRefund(orderNo)),
    appealRefund: action(orderSchema, ({ orderNo }) => control.appealRefund(orderNo)),
    reapplyRefund: action(orderSchema, ({ orderNo }) => control.reapplyRefund(orderNo)),
    giveVerdict: action(
      orderSchema.extend({ outcome: z.enum(['buyer', 'seller']), keepFen: priceFenSchema.exactOptional() }),
      ({ orderNo, outcome, keepFen }) => control.giveVerdict(orderNo, outcome, keepFen),
    ),
    freezeDeposit: action(accountSchema, control.freezeDeposit),
    unfreezeDeposit: action(accountSchema, control.unfreezeDeposit),
    withdraw: action(accountSchema, control.withdraw),
    topUp: action(accountSchema, control.topUp),
    adjust: action(adjustmentSchema, control.adjust),
    misstate: action(orderSchema.extend({ fen: z.int() }), ({ orderNo, fen }) => control.misstate(orderNo, fen)),
    nextSession: action(z.object({ mode: sessionModeSchema }), ({ mode }) => control.nextSession(mode)),
    dump: () => control.dump(),
  }
}

/** Offers the control as `POST /sandbox/control/<action>` with a JSON body; the actions are the control's own names. */
export function createControlApi(control: SandboxControl): (name: string, rawBody: Uint8Array) => Promise<Answer> {
  const actions = actionsOf(control)
  return async (name, rawBody) => {
    const handle = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (!handle) return { code: PLATFORM_CODES.notFound, msg: '没有这个控制动作' }
    try {
      const text = new TextDecoder().decode(rawBody)
      const data = await handle(text === '' ? {} : JSON.parse(text))
      return { code: PLATFORM_CODES.ok, msg: 'OK', data: data ?? {} }
    } catch (error) {
      if (error instanceof ControlRefused) return { code: PLATFORM_CODES.wrongState, msg: error.message }
      if (error instanceof z.ZodError || error instanceof SyntaxError) {
        return { code: PLATFORM_CODES.badParameter, msg: error.message }
      }
      throw error
    }
  }
}
