import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../../api/client.ts'
import { queryOf } from '../../../api/queries.ts'
import { buttonClass } from '../../../components/button/button-class.ts'
import { Countdown } from '../../../components/countdown/countdown.tsx'
import { countText } from '../../../components/list/count-text.ts'
import styles from './section.module.css'
import { Section } from './section.tsx'

/** What waits for the person's own decision. */
export function DecisionsSection() {
  const query = useQuery(queryOf(api.extHome.decisions, {}))
  return (
    <Section title="等您决定" query={query}>
      {({ decisions }) =>
        decisions.length === 0 ? (
          <p className={styles.quiet}>没有等您决定的事。</p>
        ) : (
          <ul className={styles.rows}>
            {decisions.map(({ key, label, count, link, nearestDeadline }) => (
              <li key={key}>
                <span className={styles.name}>
                  {label} <b className="num">{countText(count)}</b>
                </span>
                {nearestDeadline === null ? null : (
                  <span className={styles.quiet}>
                    最近截止 <Countdown deadlineAt={nearestDeadline} bare />
                  </span>
                )}
                <Link className={buttonClass({ tone: 'plain', small: true })} to={link}>
                  去处理
                </Link>
              </li>
            ))}
          </ul>
        )
      }
    </Section>
  )
}
