import { formatShanghai } from '@huanji/domain/time'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { presetOf } from '../../components/calendar/days.ts'
import { DaysBox } from '../../components/calendar/days-box.tsx'
import { today } from '../../components/calendar/today.ts'
import { cx } from '../../components/class-names.ts'
import { EmptyState } from '../../components/empty/empty-state.tsx'
import { FailedState } from '../../components/empty/failed-state.tsx'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { Segments } from '../../components/segments/segments.tsx'
import { useChoice } from '../../components/segments/use-choice.ts'
import { useSearchChoice } from '../../components/segments/use-search-choice.ts'
import { AgedDrawer } from './aged-drawer.tsx'
import { Cards } from './cards.tsx'
import {
  AfterSaleChart,
  GradesChart,
  PricesChart,
  SalesChart,
  SellThroughChart,
  SessionsChart,
  ShopsChart,
} from './charts.tsx'
import styles from './overview.module.css'
import { type OverviewState, overviewInput, RANGES, readOverviewState, writeOverviewState } from './overview-state.ts'
import type { Overview as OverviewData } from './types.ts'

const OWN = 'own'

/**
 * The business in figures: what period, shop and channel it is of stands in the address. What else the person has to see
 * stands between the figures and their charts.
 */
export function Overview({ children }: { children?: ReactNode }) {
  const [params, setParams] = useSearchChoice()
  const state = readOverviewState(params)
  const change = (next: OverviewState) =>
    setParams(writeOverviewState(next), { replace: true, preventScrollReset: true })
  const input = overviewInput(state, today())
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...queryOf(api.merchant.business, input),
    placeholderData: keepPreviousData,
  })
  const overview = data?.overview ?? null
  return (
    <section className={styles.overview} aria-labelledby="overview">
      <header className={styles.head}>
        <h2 id="overview">经营概览</h2>
        <Filters state={state} onChange={change} />
        <p className={styles.asOf} role="status">
          {overview ? asOfText(overview) : ''}
        </p>
      </header>
      {error && !overview ? (
        <FailedState what="经营概览" error={error} retry={refetch} />
      ) : overview ? (
        <div aria-busy={isPlaceholderData}>
          <Body overview={overview} input={input}>
            {children}
          </Body>
        </div>
      ) : (
        <div className={styles.wait} aria-busy="true" />
      )}
      {overview ? null : children}
    </section>
  )
}

const asOfText = ({ asOf, period }: OverviewData): string => {
  const days = period.from === period.to ? period.from : `${period.from} 至 ${period.to}`
  return asOf === null ? `${days} · 正在统计历史数据` : `${days} · 截至 ${formatShanghai(asOf, true)}`
}

interface BodyProps {
  readonly overview: OverviewData
  readonly input: ReturnType<typeof overviewInput>
  readonly children: ReactNode
}

function Body({ overview, input, children }: BodyProps) {
  const { channel, shopAccountId } = input
  const scope = { ...overview.period, channel, shopAccountId }
  const { all } = overview.figures
  if (all.orders + all.offered + all.reports + all.shippedUnits + all.cases === 0 && overview.aged.every(isNone)) {
    return (
      <>
        <EmptyState title="这段时间还没有经营数据" hint="换一段时间看看；质检、上架和成交后，数据会出现在这里。" />
        {children}
      </>
    )
  }
  const openAged = (days: 7 | 15 | 30) =>
    void openOverlay((close) => <AgedDrawer days={days} scope={{ channel, shopAccountId }} onClose={close} />)
  const parts = { overview, scope }
  return (
    <>
      <Cards {...parts} onAged={openAged} />
      <div className={styles.between}>{children}</div>
      <div className={styles.charts}>
        <SalesChart {...parts} />
        <SellThroughChart {...parts} />
        {channel === 'curated' ? null : <SessionsChart {...parts} />}
        <AfterSaleChart {...parts} />
        <GradesChart {...parts} />
        {all.salesFen === null ? null : <PricesChart {...parts} />}
        <ShopsChart {...parts} />
      </div>
    </>
  )
}

const isNone = ({ units }: { units: number }): boolean => units === 0

interface FiltersProps {
  readonly state: OverviewState
  readonly onChange: (next: OverviewState) => Promise<void>
}

const SWITCH = [
  ...RANGES.map((word) => ({ value: word, label: presetOf(word)?.label ?? word })),
  { value: OWN, label: '自选' },
]

/** Which days, shop and channel. */
function Filters({ state: settled, onChange: settle }: FiltersProps) {
  const [state, choose] = useChoice(settled, settle)
  const onChange = (next: Partial<OverviewState>) => choose({ ...state, ...next })
  const { data: shops } = useQuery(queryOf(api.shop.options, {}))
  const daysId = useId()
  const { days, shopAccountId, channel } = state
  const chosen = RANGES.find((word) => word === days.first) ?? OWN
  const ownDays = overviewInput(state, today())
  return (
    <div className={styles.filters}>
      <Segments
        label="统计时间"
        name="overview-range"
        options={SWITCH}
        value={chosen}
        onChange={(range) =>
          onChange({ days: range === OWN ? { first: ownDays.from, last: ownDays.to } : { first: range, last: '' } })
        }
      />
      {chosen === OWN ? (
        <>
          <label htmlFor={daysId} className="sr-only">
            统计日期
          </label>
          <DaysBox
            id={daysId}
            label="统计时间"
            days={days}
            onChange={(next) => onChange({ days: next.first === '' ? { first: 'last7', last: '' } : closed(next) })}
          />
        </>
      ) : null}
      <select
        className={cx(styles.pick, styles.shop)}
        aria-label="店铺"
        value={shopAccountId}
        onChange={(event) => onChange({ shopAccountId: event.target.value })}
      >
        <option value="">全部店铺</option>
        {shops?.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <select
        className={styles.pick}
        aria-label="渠道"
        value={channel}
        onChange={(event) => onChange({ channel: event.target.value as OverviewState['channel'] })}
      >
        <option value="">全部渠道</option>
        <option value="auction">鱼市</option>
        <option value="curated">严选</option>
      </select>
    </div>
  )
}

/** Days with both ends: one that was left open is today. */
const closed = ({ first, last }: OverviewState['days']): OverviewState['days'] =>
  presetOf(first) ? { first, last: '' } : { first, last: last === '' ? today() : last }
