import { PAGES } from '@huanji/contract/pages'
import { REPORT_DAYS } from '@huanji/domain/orders/delivery-stock'
import { Section } from '../../../components/detail/detail.tsx'
import { MoneyCell, MoneyHead, ScrollTable } from '../../../components/table/table.tsx'
import type { ListingDetail } from '../types.ts'
import styles from './stock-section.module.css'

/** The variants of a listing of stock: what they cost, and how many are shown, lie here, are promised and were sold. */
export function StockSection({ listing: { kind, skus, stock } }: { listing: ListingDetail }) {
  if (kind !== 'stock') return null
  const isShort = stock !== null && stock.reserved > stock.free
  return (
    <Section title={`规格与库存（${skus.length} 个规格）`}>
      <ScrollTable label="规格与库存表格">
        <thead>
          <tr>
            <th scope="col">规格</th>
            <MoneyHead>售价</MoneyHead>
            <MoneyHead>闲鱼可售</MoneyHead>
            <MoneyHead>库存</MoneyHead>
            <MoneyHead>待发货</MoneyHead>
            <MoneyHead>已售</MoneyHead>
          </tr>
        </thead>
        <tbody>
          {skus.map((sku) => (
            <tr key={sku.skuId} className={styles.row}>
              <td>{sku.skuText || sku.skuId}</td>
              <MoneyCell fen={sku.priceFen} strong />
              {[sku.shown, sku.free, sku.reserved, sku.sold].map((count, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: four figures in their order
                <td key={index} className={styles.count}>
                  {count}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {stock !== null && stock.expired > 0 ? (
        <p className={styles.short} role="status">
          另有 {stock.expired} 台手机的质检报告超过 {REPORT_DAYS} 天，不能发货，已不在库存内：请下架商品，重检后再上架。
        </p>
      ) : null}
      {isShort ? (
        <p className={styles.short} role="alert">
          待发货比库存多，有订单缺货：请补货，或在{PAGES.curatedOrders.title}中处理。
        </p>
      ) : null}
    </Section>
  )
}
