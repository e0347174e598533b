import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from '../../components/class-names.ts'
import { billsLink, casesLink, type LinkScope, paidOrdersLink } from './links.ts'
import styles from './overview.module.css'
import type { Overview } from './types.ts'
import { changeOf, countText, fenText, NONE, noChangeText, rateText } from './words.ts'

const CHANNELS = [
  { channel: 'auction', name: '鱼市' },
  { channel: 'curated', name: '严选' },
] as const

interface CardProps {
  readonly title: string
  readonly value: string
  /** The figure, and the one of the period before. */
  readonly now: number | null
  readonly before: number | null
  /** Less of it is better. */
  readonly isCost?: boolean
  readonly trend?: readonly number[]
  readonly children?: ReactNode
}

function Card({ title, value, now, before, isCost = false, trend, children }: CardProps) {
  const change = changeOf(now, before)
  const isGood = change !== null && change.direction === (isCost ? 'down' : 'up')
  return (
    <section className={styles.figure} aria-label={title}>
      <h3>{title}</h3>
      <b className="num">{value}</b>
      <p className={styles.change}>
        {change === null ? (
          <span>{noChangeText(now, before)}</span>
        ) : (
          <span className={cx(change.direction !== 'same' && (isGood ? styles.good : styles.bad))}>
            较上期 {change.text}
          </span>
        )}
      </p>
      {trend ? <Trend values={trend} /> : null}
      <div className={styles.leads}>{children}</div>
    </section>
  )
}

const TREND = { width: 120, height: 28 }

/** The course of a figure, as decoration: the chart below has its numbers. */
function Trend({ values }: { values: readonly number[] }) {
  if (values.length < 2) return <svg className={styles.trend} aria-hidden="true" />
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)]
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * TREND.width
    const y = TREND.height - 2 - ((value - low) / (high - low)) * (TREND.height - 4)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg
      className={styles.trend}
      viewBox={`0 0 ${TREND.width} ${TREND.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline points={points.join(' ')} />
    </svg>
  )
}

/** A number that leads to what it counts; the number alone for whoever may not open that. */
function Lead({ to, children }: { to: string | null; children: ReactNode }) {
  return to === null ? <span>{children}</span> : <Link to={to}>{children}</Link>
}

interface CardsProps {
  readonly overview: Overview
  readonly scope: LinkScope
  readonly onAged: (days: 7 | 15 | 30) => void
}

/** The figures of the period, each with the one before and the lists that it counts. */
export function Cards({ overview, scope, onAged }: CardsProps) {
  const { figures, figuresBefore, days, aged } = overview
  const { all } = figures
  const before = figuresBefore.all
  return (
    <div className={styles.figures}>
      {all.salesFen === null ? null : (
        <Card
          title="销售额"
          value={fenText(all.salesFen)}
          now={all.salesFen}
          before={before.salesFen}
          trend={days.map(({ salesFen }) => salesFen ?? 0)}
        >
          <Paid overview={overview} scope={scope} />
        </Card>
      )}
      <Card
        title="台数"
        value={countText(all.units)}
        now={all.units}
        before={before.units}
        trend={days.map(({ units }) => units)}
      >
        {all.salesFen === null ? <Paid overview={overview} scope={scope} /> : null}
        <Undone overview={overview} scope={scope} />
      </Card>
      {all.netFen === null ? null : (
        <Card
          title="到手"
          value={fenText(all.netFen)}
          now={all.netFen}
          before={before.netFen}
          trend={days.map(({ netFen }) => netFen ?? 0)}
        >
          <Lead to={billsLink(scope)}>账单到手</Lead>
        </Card>
      )}
      {all.marginFen === null ? null : (
        <Card title="货款减成本" value={fenText(marginOf(all))} now={marginOf(all)} before={marginOf(before)}>
          <span>没扣平台费用；填了成本的 {countText(all.costedUnits ?? 0)} 台</span>
        </Card>
      )}
      <Card
        title="平均多久卖出"
        value={all.stockDays === null ? NONE : `${all.stockDays} 天`}
        now={all.stockDays}
        before={before.stockDays}
        isCost
      >
        <span>还没卖出的</span>
        {aged.map(({ days: over, units }) => (
          <button
            key={over}
            type="button"
            className={styles.lead}
            disabled={units === 0}
            onClick={() => onAged(over as 7 | 15 | 30)}
          >
            超 {over} 天 {countText(units)} 台
          </button>
        ))}
      </Card>
      <Card
        title="售后率"
        value={rateText(all.cases, all.shippedUnits)}
        now={all.shippedUnits === 0 ? null : all.cases / all.shippedUnits}
        before={before.shippedUnits === 0 ? null : before.cases / before.shippedUnits}
        isCost
        trend={days.map(({ cases }) => cases)}
      >
        <Lead to={casesLink(scope)}>售后 {countText(all.cases)} 单</Lead>
        <span>发货 {countText(all.shippedUnits)} 台</span>
      </Card>
    </div>
  )
}

/** Null while no cost is known: the margin of nothing is no number. */
const marginOf = ({ marginFen, costedUnits }: Overview['figures']['all']) => (costedUnits === 0 ? null : marginFen)

type Part = Pick<CardsProps, 'overview' | 'scope'>

/** The orders behind sales and phones, by the list that has them. */
function Paid({ overview, scope }: Part) {
  return CHANNELS.filter(({ channel }) => scope.channel === undefined || scope.channel === channel).map(
    ({ channel, name }) => (
      <Lead key={channel} to={paidOrdersLink(channel, scope)}>
        {name} {countText(overview.figures[channel].orders)} 单
      </Lead>
    ),
  )
}

/** Those of them that came to nothing since. */
function Undone({ overview, scope }: Part) {
  return CHANNELS.flatMap(({ channel, name }) => {
    const { refundedOrders, closedOrders } = overview.figures[channel]
    const undone = [
      { state: 'refunded', label: '已退款', count: refundedOrders },
      { state: 'closed', label: '已关闭', count: closedOrders },
    ]
    return undone
      .filter(({ count }) => count > 0)
      .map(({ state, label, count }) => (
        <Lead key={`${channel} ${state}`} to={paidOrdersLink(channel, scope, { state })}>
          {name}
          {label} {countText(count)} 单
        </Lead>
      ))
  })
}
