import { CHANNEL_LABELS } from '@huanji/contract/labels'
import { CHANNEL_PAGES, linkTo } from '@huanji/contract/pages'
import { formatShanghai } from '@huanji/domain/time'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { buttonClass } from '../../components/button/button-class.ts'
import { SubLine } from '../../components/sub-line/sub-line.tsx'
import { Time } from '../../components/time/time.tsx'
import { checkLink } from '../links/inspection-links.ts'
import { mayRetake } from '../photo/retake.tsx'
import { RetakeList } from '../station/photo-station/photo-list.tsx'
import { stationsOf } from './grants.ts'
import styles from './section.module.css'
import { Figure, Section } from './section.tsx'

/** One's own day at the station: how many, how fast, and what is left to finish. */
export function InspectingSection() {
  const query = useQuery(queryOf(api.homeCards.inspecting, {}))
  const tools = stationsOf().map((channel, index) => (
    <Link
      key={channel}
      className={buttonClass({ tone: index === 0 ? 'primary' : 'plain', small: true })}
      to={linkTo(CHANNEL_PAGES[channel].station)}
    >
      {CHANNEL_LABELS[channel]}质检
    </Link>
  ))
  return (
    <Section title="我的质检" tools={tools} query={query}>
      {({ today, lastHour, yesterday, since, draftCount, drafts }) => (
        <>
          <div className={styles.figures}>
            <Figure label="今天" value={today} unit="台" />
            <Figure label="近1小时" value={lastHour} unit="台" />
            <Figure label="昨天此时" value={yesterday} unit="台" />
            {since === null ? null : (
              <span className={styles.figure}>
                首台 <b className="num">{formatShanghai(since).slice(-5)}</b>
              </span>
            )}
          </div>
          {mayRetake() ? stationsOf().map((channel) => <RetakeList key={channel} channel={channel} />) : null}
          <h3 className={styles.sub}>我的草稿 {draftCount}</h3>
          {drafts.length === 0 ? <p className={styles.quiet}>没有没做完的草稿，扫一台手机就能开始。</p> : null}
          <ul className={styles.rows}>
            {drafts.map((draft) => (
              <li key={draft.inspectionId}>
                <span className={styles.name}>
                  {draft.modelName} {draft.skuText}
                  <SubLine>
                    <span className="code">{draft.barCode}</span> · {CHANNEL_LABELS[draft.channel]} ·{' '}
                    <Time at={draft.updatedAt} />
                  </SubLine>
                </span>
                <Link className={buttonClass({ tone: 'plain', small: true })} to={checkLink(draft)}>
                  继续
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}
