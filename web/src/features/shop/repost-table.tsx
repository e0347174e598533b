import { Money } from '../../components/money/money.tsx'
import { can } from '../../session/session.ts'
import { sessionText } from '../trade/session-text.ts'
import styles from './repost-dialog.module.css'
import type { RepostPlan } from './types.ts'

interface RepostTableProps {
  plans: readonly RepostPlan[]
  /** The settings were changed since. */
  isStale: boolean
}

/** What the rule would do now, phone by phone. */
export function RepostTable({ plans, isStale }: RepostTableProps) {
  if (isStale) {
    return (
      <p className={styles.stale} role="status">
        设置已修改，请重新试算。
      </p>
    )
  }
  if (plans.length === 0) {
    return (
      <p className={styles.stale} role="status">
        试算完成：现在没有流拍的商品；之后流拍的商品会按此设置重新上架。
      </p>
    )
  }
  const due = plans.filter((plan) => plan.problem === '').length
  const seesReserve = can('field:reservePrice')
  return (
    <section className={styles.plans} aria-label="试算结果">
      <p role="status">
        试算完成：{plans.length} 件流拍商品，现在会上架 <b>{due}</b> 件
      </p>
      <table>
        <thead>
          <tr>
            <th>商品</th>
            <th>次数</th>
            <th>场次</th>
            <th className={styles.money}>起拍价</th>
            {seesReserve ? <th className={styles.money}>保底价</th> : null}
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <tr key={plan.listingId}>
              <td>{plan.title}</td>
              <td className={styles.once}>第{plan.times}次</td>
              {plan.problem === '' && plan.scheduleDate !== null && plan.scheduleNumber !== null ? (
                <>
                  <td className={styles.once}>{sessionText(plan.scheduleDate, plan.scheduleNumber)}</td>
                  <td className={styles.money}>
                    <Money fen={plan.startPriceFen} />
                  </td>
                  {seesReserve ? (
                    <td className={styles.money}>
                      <Money fen={plan.reservePriceFen} />
                    </td>
                  ) : null}
                </>
              ) : (
                <td colSpan={seesReserve ? 3 : 2} className={styles.problem}>
                  {plan.problem}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
