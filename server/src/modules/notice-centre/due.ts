import { FEW_BAGS, NEAR_MS } from '@huanji/domain/notices/near'
import { refundKind } from '@huanji/domain/refunds/kinds'
import { refundStateText } from '@huanji/domain/refunds/words'
import type { Tx } from '../../database/database.ts'
import { later } from '../../platform/clock.ts'
import { type NewNotice, raiseNew } from '../notice/raise.ts'
import { returnedGoodsOf } from '../refund/facts-store.ts'
import {
  bagsRegisteredLast,
  ordersNearDeadline,
  parcelsNearDeadline,
  refundsNearDeadline,
  type Span,
  shopsNearEnd,
} from './due-store.ts'

const spanOf = (now: Date, ms: number): Span => ({ from: now.toISOString(), to: later(now, ms).toISOString() })

async function dueOrders(tx: Tx, now: Date): Promise<NewNotice[]> {
  const span = spanOf(now, NEAR_MS.shipping)
  const due = [
    ...(await ordersNearDeadline(tx, span)).map((order) => ({ ...order, standing: '待发货' })),
    ...(await parcelsNearDeadline(tx, 'pending', span)).map((order) => ({ ...order, standing: '发货尚未同步闲鱼' })),
    ...(await parcelsNearDeadline(tx, 'refused', span)).map((order) => ({ ...order, standing: '发货被闲鱼拒绝' })),
  ]
  return due.map(({ orderId, channel, modelName, title, orderNo, deadlineAt, standing }) => ({
    kind: 'orderDeadlineNear',
    channel,
    subjectId: orderId,
    dueAt: deadlineAt,
    // another deadline is to be told of anew
    source: `${orderId}:${deadlineAt}`,
    label: modelName || title,
    detail: `订单 ${orderNo} ${standing}`,
  }))
}

async function dueRefunds(tx: Tx, now: Date): Promise<NewNotice[]> {
  const due = await refundsNearDeadline(tx, spanOf(now, NEAR_MS.refund))
  const goodsOf = await returnedGoodsOf(tx, due)
  return due.map(({ refundId, channel, title, kind, state, deadlineAt }) => {
    const goods = goodsOf.get(refundId)
    // of a case that is open no amount is told
    const standing = refundStateText({ kind, state, amountFen: 0, ...(goods && { goods }) })
    return {
      kind: 'refundDeadlineNear',
      channel,
      subjectId: refundId,
      dueAt: deadlineAt,
      source: `${refundId}:${state}:${deadlineAt}`,
      label: title,
      detail: `${refundKind(kind).label} · ${standing}`,
    }
  })
}

/** Tells of orders and cases whose time is nearly over, each once for each deadline. */
export async function tellOfDeadlines(tx: Tx, now: Date): Promise<void> {
  await raiseNew(tx, [...(await dueOrders(tx, now)), ...(await dueRefunds(tx, now))], now)
}

async function endingShops(tx: Tx, now: Date): Promise<NewNotice[]> {
  const due = await shopsNearEnd(tx, spanOf(now, NEAR_MS.shopConsent))
  return due.map(({ shopAccountId, shopName, authorisedUntil }) => ({
    kind: 'shopExpiring',
    subjectId: shopAccountId,
    dueAt: authorisedUntil,
    source: `${shopAccountId}:${authorisedUntil}`,
    label: shopName,
    detail: '到期后不能发布和发货，请重新授权',
  }))
}

/** Few bags are told of once for each time that bags were registered. */
async function fewBags(tx: Tx): Promise<NewNotice[]> {
  const last = await bagsRegisteredLast(tx, FEW_BAGS)
  if (last === null) return []
  const detail =
    last.left === 0 ? '未使用的封袋已用完，请登记新的一卷' : `未使用的封袋只剩 ${last.left} 个，请登记新的一卷`
  return [{ kind: 'bagsLow', source: last.at, subjectId: null, label: '封袋', detail }]
}

/** Tells of shops whose consent ends, and of bags that run out. */
export async function tellOfSupplies(tx: Tx, now: Date): Promise<void> {
  await raiseNew(tx, [...(await endingShops(tx, now)), ...(await fewBags(tx))], now)
}
