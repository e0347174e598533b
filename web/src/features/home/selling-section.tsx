import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { linkTo } from '@huanji/contract/pages'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { Countdown } from '../../components/countdown/countdown.tsx'
import { StateTag } from '../../components/state-tag/state-tag.tsx'
import { SubLine } from '../../components/sub-line/sub-line.tsx'
import { mayReadReports, reportLink } from '../links/inspection-links.ts'
import { ENTRY_TONES, entryLabel } from '../listing/listing-labels.ts'
import styles from './section.module.css'
import { Figure, Section } from './section.tsx'

type Selling = OutputOf<Calls['homeCards']['selling']>

/** What runs, what the marketplace refused, and what lies too long. */
export function SellingSection() {
  const query = useQuery(queryOf(api.homeCards.selling, {}))
  return (
    <Section title="在售与积压" query={query}>
      {(selling) => (
        <>
          <div className={styles.figures}>
            {(['bidding', 'scheduled', 'negotiating'] as const).map((entryState) => (
              <Figure
                key={entryState}
                label={entryLabel(entryState)}
                value={selling[entryState]}
                to={linkTo('listings', { entryState })}
                isUrgent={entryState === 'negotiating'}
              />
            ))}
            <Figure
              label="严选在售"
              value={selling.curatedOnSale}
              to={linkTo('listings', { state: 'on_sale', channel: 'curated' })}
            />
            <Figure
              label="发布失败"
              value={selling.failedCount}
              to={linkTo('listings', { state: 'publish_failed' })}
              isUrgent
            />
          </div>
          <Running {...selling} />
          <Failed {...selling} />
          <Aged {...selling} />
        </>
      )}
    </Section>
  )
}

function Running({ running }: Selling) {
  if (running.length === 0) return <p className={styles.quiet}>没有进行中的竞拍。</p>
  return (
    <Rows title="快要结束的竞拍">
      {running.map(({ listingId, title, entryState, nextAt, bidCount, bidderCount }) => (
        <li key={listingId}>
          <Countdown className={styles.lead} deadlineAt={nextAt} bare />
          <Name to={linkTo('listing', { listingId })} name={title}>
            {entryState === 'scheduled'
              ? '尚未开拍'
              : bidCount === null
                ? '暗拍，出价保密'
                : `出价 ${bidCount} 次 · ${bidderCount} 人`}
          </Name>
          <StateTag tone={ENTRY_TONES[entryState]}>{entryLabel(entryState)}</StateTag>
        </li>
      ))}
    </Rows>
  )
}

function Failed({ failed }: Selling) {
  if (failed.length === 0) return null
  return (
    <Rows title="发布失败">
      {failed.map(({ listingId, title, failure }) => (
        <li key={listingId}>
          <Name to={linkTo('listing', { listingId })} name={title}>
            {failure}
          </Name>
        </li>
      ))}
    </Rows>
  )
}

function Aged({ aged, oldest }: Selling) {
  if (oldest.length === 0) return null
  const mayRead = mayReadReports()
  return (
    <Rows title={`放得太久：${aged.map(({ days, units }) => `超${days}天 ${units} 台`).join('，')}`}>
      {oldest.map(({ inspectionId, modelName, skuText, barCode, days }) => (
        <li key={inspectionId}>
          <span className={styles.lead}>
            <b className="num">{days}</b> 天
          </span>
          <Name to={mayRead ? reportLink(inspectionId) : null} name={`${modelName} ${skuText}`}>
            <span className="code">{barCode}</span>
          </Name>
        </li>
      ))}
    </Rows>
  )
}

const Rows = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <h3 className={styles.sub}>{title}</h3>
    <ul className={styles.rows}>{children}</ul>
  </>
)

const Name = ({ to, name, children }: { to: string | null; name: string; children: ReactNode }) => (
  <span className={styles.name}>
    {to === null ? name : <Link to={to}>{name}</Link>}
    <SubLine>{children}</SubLine>
  </span>
)
