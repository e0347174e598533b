import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { queryOf } from '../../../api/queries.ts'
import { errorText } from '../../../api/refusal.ts'
import { Code } from '../../../components/code/code.tsx'
import { Section } from '../../../components/detail/detail.tsx'
import { ScrollTable } from '../../../components/table/table.tsx'
import styles from './ids-section.module.css'

/** What this side and the marketplace call the same goods. */
export function IdsSection({ listingId }: { listingId: string }) {
  const { data, error } = useQuery(queryOf(api.goods.outIdMap, { listingId, page: 1, pageSize: 20 }))
  if (error && !data) {
    return (
      <Section title="闲鱼编码">
        <p className="muted">{errorText(error)}</p>
      </Section>
    )
  }
  if (!data || data.list.length === 0) return null
  return (
    <Section title="闲鱼编码">
      <ScrollTable label="闲鱼编码表格">
        <thead>
          <tr>
            <th scope="col">商家编码</th>
            <th scope="col">闲鱼商品编号</th>
            <th scope="col">闲鱼宝贝编号</th>
            <th scope="col">条码</th>
            <th scope="col">店铺</th>
          </tr>
        </thead>
        <tbody>
          {data.list.map((row) => (
            <tr key={`${row.outId} ${row.barCode}`}>
              <td className={styles.own}>
                <Code text={row.outId} what="商家编码" />
              </td>
              <td>
                <Code text={row.productId} what="闲鱼商品编号" />
              </td>
              <td>
                <Code text={row.itemId} what="闲鱼宝贝编号" />
              </td>
              <td>
                <Code text={row.barCode} what="条码" />
              </td>
              <td className={styles.shop}>{row.shopName}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </Section>
  )
}
