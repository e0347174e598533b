import { linkTo } from '@huanji/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { buttonClass } from '../../components/button/button-class.ts'
import { Countdown } from '../../components/countdown/countdown.tsx'
import { SubLine } from '../../components/sub-line/sub-line.tsx'
import { refundLink } from '../links/refund-links.ts'
import { reasonText } from '../refund/list/refund-cells.tsx'
import { RefundStateTag } from '../refund/refund-tags.tsx'
import styles from './section.module.css'
import { Figure, Section } from './section.tsx'

const SHOWN = 5
const WAITING = { awaitsMerchant: true, sort: 'deadline.asc', page: 1, pageSize: SHOWN } as const

/** The cases that wait for the merchant, the one first whose time runs out first, with what its end brings. */
export function RefundsSection() {
  const query = useQuery(queryOf(api.refund.list, WAITING))
  return (
    <Section title="售后待处理" query={query}>
      {({ list, total }) => (
        <>
          <div className={styles.figures}>
            <Figure label="共" value={total} unit="单" to={linkTo('refunds', { sort: 'deadline.asc' })} />
          </div>
          {list.length === 0 ? <p className={styles.quiet}>没有等您处理的售后。</p> : null}
          <ul className={styles.rows}>
            {list.map((row, index) => (
              <li key={row.refundId}>
                <Countdown className={styles.lead} deadlineAt={row.deadlineAt} bare />
                <span className={styles.name}>
                  {row.title} <RefundStateTag refund={row} />
                  <SubLine>
                    {reasonText(row)}
                    {row.expiry === null ? '' : ` · 到期${row.expiry.words}`}
                  </SubLine>
                </span>
                <Link
                  className={buttonClass({ tone: index === 0 ? 'primary' : 'plain', small: true })}
                  to={refundLink(row)}
                >
                  处理
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}
