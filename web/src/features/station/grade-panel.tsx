import type { Channel } from '@huanji/domain/channel'
import { cx } from '../../components/class-names.ts'
import { GradeBadge, RepairFlag } from '../../components/grade/grade-badge.tsx'
import { saleLabel } from '../inspection/labels.ts'
import { AuctionInsteadButton } from './auction-instead-button.tsx'
import styles from './grade-panel.module.css'
import type { AuctionInstead } from './use-auction-instead.ts'
import type { ChecklistFacts } from './use-checklist-facts.ts'

interface GradePanelProps {
  channel: Channel
  /** The grade so far; one that the answers have left behind is stale until the next is there. */
  facts: Pick<ChecklistFacts, 'step' | 'check' | 'isCheckStale' | 'isCheckLost'>
  /** The way on of a phone that the channel does not take; null where there is none. */
  auctionInstead?: AuctionInstead | null
}

/** The grade as it stands with its reason: what caps it, what piles up, and what stops the listing. */
export function GradePanel({ channel, facts, auctionInstead = null }: GradePanelProps) {
  const { check, isCheckStale: isStale } = facts
  if (!check) return <div className={cx(styles.panel, 'muted')}>{waitingWords(facts)}</div>
  const { explanation, channelRefusal, missing } = check
  return (
    <div className={cx(styles.panel, isStale && styles.stale)} aria-busy={isStale}>
      <div className={styles.line}>
        <GradeBadge grade={explanation.grade} large />
        <div>
          <p className={styles.label}>{saleLabel(explanation, channel)}</p>
          <RepairFlag flag={explanation.repairFlag} />
        </div>
      </div>
      <p
        className={explanation.stops.length > 0 ? styles.stop : undefined}
        role="status"
        aria-live="polite"
        aria-label="成色说明"
      >
        {explanation.reason}
      </p>
      {missing.length > 0 ? <p className={styles.note}>还有{missing.length}项未选，以上为暂评</p> : null}
      {explanation.pileUp ? <p className={styles.note}>{explanation.pileUp.count}项同档异常累计，再降一级</p> : null}
      {channelRefusal && explanation.stops.length === 0 ? (
        <div className={styles.refusal} role="alert">
          <p className={styles.stop}>{channelRefusal}</p>
          <AuctionInsteadButton way={auctionInstead} />
        </div>
      ) : null}
      {explanation.causes.length > 0 ? (
        <ul className={styles.causes}>
          {explanation.causes.map((cause) => (
            <li key={cause.optionCode}>
              <span>
                {cause.itemName}：{cause.optionName}
              </span>
              <GradeBadge grade={cause.cap} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

/** Why there is no grade yet. */
function waitingWords({ step, isCheckLost }: GradePanelProps['facts']): string {
  if (step !== 'items') return '选完机型和规格，这里就显示成色'
  return isCheckLost ? '暂时连不上服务器，恢复后自动评级' : '正在算成色…'
}
