import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { Countdown } from '../../components/countdown/countdown.tsx'
import { countText } from '../../components/list/count-text.ts'
import styles from './section.module.css'
import { Section } from './section.tsx'

/** What waits for the person's own decision. */
export function DecisionsSection() {
  const query = useQuery(queryOf(api.homeCards.decisions, {}))
  return (
    <Section title="等您决定" query={query}>
      {({ decisions }) =>
        decisions.length === 0 ? (
          <p className={styles.quiet}>没有等您决定的事。</p>
        ) : (
          <ul className={styles.decisions}>
            {decisions.map(({ label, count, link, nearestDeadline }) => (
              <li key={link}>
                <Link to={link}>
                  {label} <b className="num">{countText(count)}</b>
                  {nearestDeadline === null ? null : <Countdown deadlineAt={nearestDeadline} bare />}
                </Link>
              </li>
            ))}
          </ul>
        )
      }
    </Section>
  )
}
