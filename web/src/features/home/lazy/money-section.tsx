import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls/index'
import { DIFFERENCE_LABELS } from '@huanji/contract/labels'
import { linkTo } from '@huanji/contract/pages'
import { BILL_STATES } from '@huanji/domain/states/bill'
import { stateLabel } from '@huanji/domain/states/transition'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../../api/client.ts'
import { queryOf } from '../../../api/queries.ts'
import { Money } from '../../../components/money/money.tsx'
import { Time } from '../../../components/time/time.tsx'
import styles from './section.module.css'
import { Figure, Section } from './section.tsx'

type Settling = OutputOf<Calls['extHome']['money']>

/** Money is held back only now and then. */
const isOfInterest = ({ state, rows }: Settling['awaited'][number]): boolean =>
  rows > 0 || state === 'pending' || state === 'settling'

/** What the marketplace has still to settle, and what does not agree. */
export function MoneySection() {
  const query = useQuery(queryOf(api.extHome.money, {}))
  return (
    <Section title="待结算与对账" query={query}>
      {({ awaited, findings, checkedAt }) => (
        <>
          <ul className={styles.rows}>
            {awaited.filter(isOfInterest).map(({ state, rows, netFen }) => (
              <li key={state}>
                <Link className={styles.lead} to={linkTo('bills', { state })}>
                  {stateLabel(BILL_STATES, state)}
                </Link>
                <span className={styles.name}>
                  <Money fen={netFen} strong /> <span className={styles.quiet}>{rows} 笔</span>
                </span>
              </li>
            ))}
          </ul>
          {findings === null ? null : <Findings findings={findings} checkedAt={checkedAt} />}
        </>
      )}
    </Section>
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
