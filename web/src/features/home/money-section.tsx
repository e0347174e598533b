import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { DIFFERENCE_LABELS } from '@huanji/contract/features/reconciliation/labels'
import { linkTo } from '@huanji/contract/pages'
import { BILL_STATES } from '@huanji/domain/states/bill'
import { stateLabel } from '@huanji/domain/states/transition'
import { shanghaiDate, startOfShanghaiDay } from '@huanji/domain/time'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { Money } from '../../components/money/money.tsx'
import { Time } from '../../components/time/time.tsx'
import { nowMs } from '../../platform/clock.ts'
import { SignedMoney } from '../bill/signed-money.tsx'
import styles from './section.module.css'
import { Figure, Section } from './section.tsx'

type Settling = OutputOf<Calls['homeCards']['money']>

/** Money is held back only now and then. */
const isOfInterest = ({ state, rows }: Settling['awaited'][number]): boolean =>
  rows > 0 || state === 'pending' || state === 'settling'

/** What the marketplace has still to settle, and what does not agree. */
export function MoneySection() {
  const query = useQuery(queryOf(api.homeCards.money, {}))
  return (
    <Section title="待结算与对账" query={query}>
      {({ awaited, findings, checkedAt }) => (
        <>
          <ul className={styles.rows}>
            {awaited.filter(isOfInterest).map(({ state, rows, netFen }) => (
              <li key={state}>
                <Link className={styles.lead} to={linkTo('bills', { state })}>
                  {state === 'frozen' ? '待结算里冻结' : stateLabel(BILL_STATES, state)}
                </Link>
                <span className={styles.name}>
                  <Money fen={netFen} strong /> <span className={styles.quiet}>{rows} 笔</span>
                </span>
              </li>
            ))}
          </ul>
          <ThisMonth />
          {findings === null ? null : <Findings findings={findings} checkedAt={checkedAt} />}
        </>
      )}
    </Section>
  )
}

const BILLS_OF_MONTH = (from: string) => ({ occurredFrom: from, pageSize: 1, withTotals: true }) as const

/** What the bills of this month come to, by when they happened. */
function ThisMonth() {
  const from = startOfShanghaiDay(`${shanghaiDate(new Date(nowMs()).toISOString()).slice(0, 8)}01`)
  const totals = useQuery(queryOf(api.bill.list, BILLS_OF_MONTH(from))).data?.totals
  if (!totals) return null
  const row = (name: string, fen: number) => (
    <li key={name}>
      <Link className={styles.lead} to={linkTo('bills', { occurredFrom: from })}>
        {name}
      </Link>
      <span className={styles.name}>
        <SignedMoney fen={fen} strong />
      </span>
    </li>
  )
  return (
    <>
      <h3 className={styles.sub}>本月账单</h3>
      <ul className={styles.rows}>
        {row('收入', totals.incomeFen)}
        {row('支出', -totals.expenseFen)}
        {row('到手', totals.netFen)}
        {row('余额变动', totals.movedFen)}
      </ul>
    </>
  )
}

function Findings({ findings, checkedAt }: { findings: NonNullable<Settling['findings']>; checkedAt: string | null }) {
  return (
    <>
      <h3 className={styles.sub}>对账</h3>
      <div className={styles.figures}>
        {findings.map(({ kind, count }) => (
          <Figure
            key={kind}
            label={DIFFERENCE_LABELS[kind]}
            value={count}
            to={linkTo('bills', { show: 'check' })}
            isUrgent
          />
        ))}
      </div>
      <p className={styles.quiet}>
        {findings.length === 0 ? '没有待处理的差异。' : ''}
        {checkedAt === null ? (
          '还没有全部核对过。'
        ) : (
          <>
            上次全部核对：
            <Time at={checkedAt} />
          </>
        )}
      </p>
    </>
  )
}
