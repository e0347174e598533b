import type pg from 'pg'

/** An id of its own for each order, like the program's: the moment in front. */
const idOf = (salt: string, at: string): string => `
  (lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5('${salt}' || o.id), 1, 3)
   || '8' || substr(md5('${salt}' || o.id), 4, 15))::uuid`

/** What a settled order has: its price, and two fees. */
const ROWS =
  "(values ('orderSettlement', 'in', 100), ('serviceFee', 'out', 2), ('inspectionFee', 'out', 1)) as part (type, direction, share)"

/** The order's place in its merchant's row. */
const SERIAL = 'right(o.order_no, 11)::bigint'

/** The settlement of each completed order with its rows, a day after it was paid. */
export async function fillBills(client: pg.Client): Promise<void> {
  await client.query(`insert into settlement (merchant_id, settlement_no, order_id, order_no, net_fen, settled_at)
    select merchant_id, 'JS' || order_no, id, order_no, deal_price_fen * 97 / 100, paid_at + interval '1 day'
    from sale_order where state = 'completed'`)
  await client.query(`insert into bill (merchant_id, id, bill_no, type, direction, state, channel, order_id, order_no,
      shop_account_id, title, imei, deal_price_fen, amount_fen, formula, source, source_id, settlement_no, occurred_at,
      settled_at, created_at)
    select o.merchant_id, ${idOf("' || part.type || '", 'o.paid_at')}, 'ZD' || part.share || o.order_no, part.type,
      part.direction, 'settled', o.channel, o.id, o.order_no, o.shop_account_id, o.title, o.imei, o.deal_price_fen,
      o.deal_price_fen * part.share / 100, '', 'settlement', 'JS' || o.order_no, 'JS' || o.order_no,
      o.paid_at + interval '1 day', o.paid_at + interval '1 day', o.paid_at
    from sale_order o cross join ${ROWS} where o.state = 'completed'`)
  await client.query(`update sale_order set is_billed = true where state = 'completed'`)
}

/** A case of each order that was paid back, and one that waits for the merchant of every tenth that was shipped. */
export async function fillRefunds(client: pg.Client): Promise<void> {
  await client.query(`insert into refund (merchant_id, id, refund_no, order_id, order_no, channel, shop_account_id, kind, state,
      goods_status, reason_code, reason, amount_fen, order_amount_fen, opened_at, deadline_at, ended_at, remote_updated_at,
      title, model_id, model_name, sku_text, grade, imei, bar_code, buyer_nick, return_waybill, created_at, updated_at)
    select o.merchant_id, ${idOf('case', 'o.paid_at')}, 'TK' || o.order_no, o.id, o.order_no, o.channel, o.shop_account_id,
      case when ${SERIAL} % 3 = 0 then 'refundOnly' else 'returnAndRefund' end,
      case o.state when 'refunded' then 'succeeded' else 'awaiting_merchant' end, 'received',
      (array['quality', 'notAsDescribed', 'notWanted'])[1 + ${SERIAL} % 3], '不想要了', o.deal_price_fen,
      o.paid_fen, o.paid_at + interval '2 days', case o.state when 'shipped' then o.paid_at + interval '4 days' end,
      case o.state when 'refunded' then o.paid_at + interval '3 days' end, o.paid_at, o.title, o.model_id, o.model_name,
      o.sku_text, o.grade, o.imei, o.bar_code, o.buyer_nick, 'SF8' || right(o.order_no, 12), o.paid_at, o.paid_at
    from sale_order o where o.state = 'refunded' or o.state = 'shipped' and ${SERIAL} % 100 = 6`)
}
