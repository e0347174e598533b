import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../components/button/button.tsx'
import { Section } from '../../components/detail/detail.tsx'
import { Money } from '../../components/money/money.tsx'
import { StateTag } from '../../components/state-tag/state-tag.tsx'
import { Time } from '../../components/time/time.tsx'
import styles from './life-timeline.module.css'
import { eventLink, PART_LABELS, PART_TONES } from './phone-labels.ts'
import type { PhoneEvent, PhoneLife, PhonePart } from './types.ts'

/** So many lines are shown at first: a run in a session alone may have hundreds of offers. */
const LINES_SHOWN = 60

function EventLine({ event }: { event: PhoneEvent }) {
  const { at, part, title, text, who, priceFen, amountFen } = event
  const link = eventLink(event)
  const fen = amountFen ?? priceFen
  return (
    <li>
      <span className={styles.when}>
        <Time at={at} />
      </span>
      <span>
        <StateTag tone={PART_TONES[part]}>{PART_LABELS[part]}</StateTag>
      </span>
      <span className={styles.what}>
        {link === null ? <b>{title}</b> : <Link to={link}>{title}</Link>}
        {text === '' ? null : <span className={styles.text}>{text}</span>}
      </span>
      <span className={styles.who}>{who}</span>
      <span className={styles.money}>{fen === null ? null : <Money fen={fen} />}</span>
    </li>
  )
}

interface PartChipsProps {
  parts: readonly PhonePart[]
  chosen: PhonePart | null
  choose: (part: PhonePart | null) => void
}

function PartChips({ parts, chosen, choose }: PartChipsProps) {
  return (
    <fieldset className={styles.chips}>
      <legend className="sr-only">只看</legend>
      <Button
        small
        tone={chosen === null ? 'primary' : 'quiet'}
        aria-pressed={chosen === null}
        onClick={() => choose(null)}
      >
        全部
      </Button>
      {parts.map((part) => (
        <Button
          key={part}
          small
          tone={chosen === part ? 'primary' : 'quiet'}
          aria-pressed={chosen === part}
          onClick={() => choose(part)}
        >
          {PART_LABELS[part]}
        </Button>
      ))}
    </fieldset>
  )
}

/** Everything that happened to the phone, newest first, as far as the person may read it. */
export function LifeTimeline({ life }: { life: PhoneLife }) {
  const [chosen, choose] = useState<PhonePart | null>(null)
  const [isWhole, setWhole] = useState(false)
  const there = life.parts.filter((part) => life.events.some((event) => event.part === part))
  const events = life.events.filter(({ part }) => chosen === null || part === chosen).toReversed()
  const shown = isWhole ? events : events.slice(0, LINES_SHOWN)
  return (
    <Section
      title={`经历（${life.events.length}）`}
      extra={<PartChips parts={there} chosen={chosen} choose={choose} />}
    >
      <ol className={styles.lines}>
        {shown.map((event) => (
          <EventLine key={event.eventId} event={event} />
        ))}
      </ol>
      {shown.length < events.length ? (
        <Button tone="link" onClick={() => setWhole(true)}>
          显示其余 {events.length - shown.length} 条
        </Button>
      ) : null}
    </Section>
  )
}
