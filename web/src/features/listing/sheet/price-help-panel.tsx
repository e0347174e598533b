import { GRADE_LABELS } from '@huanji/domain/grading/ladder'
import { REFERENCE_SOURCES } from '@huanji/domain/listing/price-reference'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { queryOf } from '../../../api/queries.ts'
import { errorText } from '../../../api/refusal.ts'
import { cx } from '../../../components/class-names.ts'
import { Money } from '../../../components/money/money.tsx'
import { MoneyCell, MoneyHead, Table } from '../../../components/table/table.tsx'
import { Time } from '../../../components/time/time.tsx'
import type { PricedGoods } from './lines.ts'
import styles from './price-help-panel.module.css'

/** 建议价, range and deals of every grade of a variant, and the last deals of the grade in question. */
export function PriceHelpPanel({ goods: { modelId, skuId, channel, grade } }: { goods: PricedGoods }) {
  const { data, error } = useQuery(queryOf(api.goods.levelPrices, { modelId, skuId, channel }))
  if (error) return <p className={styles.state}>{errorText(error)}</p>
  if (!data) return <p className={styles.state}>正在查询行情…</p>
  const deals = data.levels.find((level) => level.grade === grade)?.deals ?? []
  return (
    <div className={styles.panel} data-takes-focus="" tabIndex={-1}>
      <Table>
        <thead>
          <tr>
            <th scope="col">成色</th>
            <MoneyHead>建议价</MoneyHead>
            <th scope="col">来源</th>
            <MoneyHead>区间</MoneyHead>
            <MoneyHead>近30天成交</MoneyHead>
          </tr>
        </thead>
        <tbody>
          {data.levels.map((level) => (
            <tr key={level.grade} className={cx(level.grade === grade && styles.own)}>
              <th scope="row">{GRADE_LABELS[level.grade]}</th>
              <MoneyCell fen={level.suggestedFen} strong={level.grade === grade} />
              <td className="muted">{level.source === null ? '—' : REFERENCE_SOURCES[level.source]}</td>
              <td className={styles.band}>
                {level.lowFen === null || level.highFen === null ? (
                  <span className="muted">—</span>
                ) : (
                  <>
                    <Money fen={level.lowFen} /> – <Money fen={level.highFen} />
                  </>
                )}
              </td>
              <td className={styles.band}>
                {level.dealCount30d === 0 ? (
                  <span className="muted">—</span>
                ) : (
                  <>
                    {level.dealCount30d} 笔 <Money fen={level.dealAverageFen} />
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <h3>最近成交（{GRADE_LABELS[grade]}）</h3>
      {deals.length === 0 ? (
        <p className="muted">还没有同机型、同规格、同成色的成交</p>
      ) : (
        <ul className={styles.deals}>
          {deals.map((deal) => (
            <li key={`${deal.at} ${deal.priceFen}`}>
              <Time at={deal.at} />
              <Money fen={deal.priceFen} strong />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
