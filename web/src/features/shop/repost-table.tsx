import { AUCTION_MODE_LABELS } from '@huanji/contract/features/listing/labels'
import { repostTerms } from '@huanji/domain/auction/repost'
import { leftOfPrice } from '@huanji/domain/fees/left-of-price'
import { lossAt } from '@huanji/domain/listing/cost-floor'
import type { Fen } from '@huanji/domain/money'
import { formatShanghai } from '@huanji/domain/time'
import { Money } from '../../components/money/money.tsx'
import { SubLine } from '../../components/sub-line/sub-line.tsx'
import { nowMs } from '../../platform/clock.ts'
import { can } from '../../session/session.ts'
import styles from './repost-dialog.module.css'
import type { RepostPlan } from './types.ts'

interface RepostTableProps {
  plans: readonly RepostPlan[]
  /** The settings were changed since. */
  isStale: boolean
}

/** Which of a plan's columns the person may see. */
interface Seen {
  readonly reserve: boolean
  readonly cost: boolean
}

const HOLDS: Readonly<Record<NonNullable<RepostPlan['hold']>, string>> = {
  belowCost: '再降就会亏，不降',
  costUnknown: '没填成本价，不降',
}

/** The least that a phone goes for: its reserve, or for whoever may not see that its start. */
const leastOf = (startFen: Fen | null, reserveFen: Fen | null): Fen | null => reserveFen ?? startFen

const termsOf = (plan: RepostPlan) => repostTerms(plan, new Date(nowMs()))

function Left({ priceFen, plan }: { priceFen: Fen | null; plan: RepostPlan }) {
  if (priceFen === null) return null
  const { fen, percent } = leftOfPrice(priceFen, plan.costPriceFen, termsOf(plan))
  if (fen === null) return null
  return (
    <SubLine>
      <span className={fen < 0 ? styles.loss : undefined}>
        {fen < 0 ? '亏' : '赚'} <Money fen={Math.abs(fen)} /> · {percent}%
      </span>
    </SubLine>
  )
}

/** The prices of one re-listing, with what is left after fees and cost; red where it loses. */
function Step(props: { startFen: Fen | null; reserveFen: Fen | null; plan: RepostPlan; seen: Seen; note: string }) {
  const { startFen, reserveFen, plan, seen, note } = props
  const least = leastOf(startFen, reserveFen)
  return (
    <td className={styles.money}>
      <Money fen={startFen} />
      {seen.reserve ? (
        <>
          {' / '}
          <Money fen={reserveFen} />
        </>
      ) : null}
      {seen.reserve ? <Left priceFen={least} plan={plan} /> : null}
      {note === '' ? null : <SubLine>{note}</SubLine>}
    </td>
  )
}

function Session({ plan: { scheduleDate, scheduleNumber, mode, startsAt } }: { plan: RepostPlan }) {
  return (
    <td className={styles.once}>
      {scheduleDate} 第{scheduleNumber}场
      <SubLine>
        {startsAt === null ? '' : formatShanghai(startsAt).slice(11)} {mode === null ? '' : AUCTION_MODE_LABELS[mode]}
      </SubLine>
    </td>
  )
}

function Plan({ plan, seen }: { plan: RepostPlan; seen: Seen }) {
  const { costPriceFen: costFen } = plan
  const isListed = plan.problem === '' && plan.scheduleDate !== null
  return (
    <tr>
      <td>{plan.title}</td>
      <Step startFen={plan.nowStartPriceFen} reserveFen={plan.nowReservePriceFen} plan={plan} seen={seen} note="" />
      {seen.cost ? (
        <td className={styles.money}>
          {costFen === null ? <span className="muted">没填</span> : <Money fen={costFen} />}
        </td>
      ) : null}
      {isListed ? (
        <>
          <Session plan={plan} />
          <Step
            startFen={plan.startPriceFen}
            reserveFen={plan.reservePriceFen}
            plan={plan}
            seen={seen}
            note={`第${plan.times}次${plan.hold === null ? '' : `，${HOLDS[plan.hold]}`}`}
          />
          <Step
            startFen={plan.lastStartPriceFen}
            reserveFen={plan.lastReservePriceFen}
            plan={plan}
            seen={seen}
            note={`第${plan.lastTimes ?? plan.times}次`}
          />
        </>
      ) : (
        <td colSpan={3} className={styles.problem}>
          {plan.problem}
        </td>
      )}
    </tr>
  )
}

/** True where a re-listing of the plan would lose, as far as the person may know. */
const loses = (plan: RepostPlan): boolean =>
  plan.lastReservePriceFen !== null && lossAt(plan.lastReservePriceFen, plan.costPriceFen, termsOf(plan)) !== null

/** What the rule would do now, phone by phone: the price of now, the next and the last, with what is left after fees and cost. */
export function RepostTable({ plans, isStale }: RepostTableProps) {
  if (isStale) {
    return (
      <p className={styles.stale} role="status">
        设置改过了，请再试算一次。
      </p>
    )
  }
  if (plans.length === 0) {
    return (
      <p className={styles.stale} role="status">
        试算完成：现在没有流拍的商品；以后流拍的会按这里重新上架。
      </p>
    )
  }
  const due = plans.filter((plan) => plan.problem === '').length
  const losing = plans.filter(loses).length
  const seen = { reserve: can('field:reservePrice'), cost: can('field:costPrice') }
  const prices = seen.reserve ? '（起拍 / 保底）' : '（起拍）'
  return (
    <section className={styles.plans} aria-label="试算结果">
      <p role="status">
        试算完成：{plans.length} 件流拍商品，现在会上架 <b>{due}</b> 件
        {losing > 0 ? <b className={styles.loss}>，其中 {losing} 件最后会亏本</b> : null}
        {seen.cost && seen.reserve ? <span className="muted">（赚和亏都扣掉了费用，按通常的费率估）</span> : null}
      </p>
      <table>
        <thead>
          <tr>
            <th>商品</th>
            <th className={styles.money}>现价{prices}</th>
            {seen.cost ? <th className={styles.money}>成本</th> : null}
            <th>场次</th>
            <th className={styles.money}>这次{prices}</th>
            <th className={styles.money}>最后一次{prices}</th>
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <Plan key={plan.listingId} plan={plan} seen={seen} />
          ))}
        </tbody>
      </table>
    </section>
  )
}
